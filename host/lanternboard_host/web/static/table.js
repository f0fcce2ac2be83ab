// The line to the table's server: kept open, opened again when it went. What comes is handed on; what it means is others' business.

const TRIES = [150, 300, 600, 1000, 1500, 2000];
const SHUT = 60_000; // milliseconds until a page that may see nothing asks again
const home = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);

// What a tab keeps over a reload, and what all pages of this browser keep; where it keeps nothing, what was just given.
const kept = (name, value) => keep("sessionStorage", name, value);
const liking = (name, value) => keep("localStorage", name, value);

function keep(where, name, value) {
  try {
    if (value !== undefined) window[where].setItem(name, value);
    return window[where].getItem(name);
  } catch {
    return value ?? null;
  }
}

// A phone keeps its token, so that it comes back; this computer's is its tab's alone.
function token() {
  const given = decodeURIComponent(location.hash.slice(1));
  const keeps = home ? kept : liking;
  if (given) {
    keeps("lanternboard-token", given);
    history.replaceState(null, "", location.pathname); // it need not stand on a wall for everybody
    return given;
  }
  return keeps("lanternboard-token") ?? "";
}

export class Table {
  constructor(on) {
    this.on = on; // what comes -> what is done with it; and line(open)
    this.token = token();
    this.calm = false;
    this.tries = 0;
    this.version = "";
    this.connect();
    this.shut = false; // it may see nothing
    const now = () => !this.shut && this.socket.readyState === WebSocket.CLOSED && this.again(0);
    addEventListener("online", now);
    addEventListener("hashchange", () => location.reload()); // another code was scanned
    document.addEventListener("visibilitychange", () => document.hidden || now());
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = new WebSocket(`ws://${location.host}/table`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.on.line(true);
      this.say("hello", { token: this.token, calm: this.calm });
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string") return this.on.frame(data);
      const told = JSON.parse(data);
      if (told.is === "welcome") {
        if (this.version && this.version !== told.version) location.reload();
        this.version = told.version;
        this.shut = !told.right;
      }
      this.on[told.is]?.(told);
    };
    socket.onclose = () => {
      this.on.line(false);
      this.again(this.shut ? SHUT : TRIES[Math.min(this.tries++, TRIES.length - 1)]);
    };
  }

  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  say(verb, fields) {
    if (this.open) this.socket.send(JSON.stringify({ do: verb, ...fields }));
    return this.open;
  }

  // What is got by HTTP; beyond this computer that takes the token too.
  async get(path) {
    const got = await fetch(path, { cache: "no-store", headers: this.token ? { authorization: `Bearer ${this.token}` } : {} });
    if (!got.ok) throw new Error(`${path}: ${got.status}`);
    return got.json();
  }

  setCalm(on) {
    if (this.calm !== on) this.say("calm", { on });
    this.calm = on;
  }
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") made.className = value;
    else if (name === "own") made.style.setProperty("--own", value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export { element, kept, liking };
