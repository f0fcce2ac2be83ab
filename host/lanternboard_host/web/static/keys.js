// Hands: the seven buttons and the keyboard as edges, down and up, so that holding works. It knows what a key is called, not what it does.

export const UP = 0, DOWN = 1, LEFT = 2, RIGHT = 3, CHOOSE = 4, BACK = 5, NEXT = 6;
const HELD = 520; // milliseconds after which the board has taken a key for held

const KEYS = {
  ArrowUp: UP, ArrowDown: DOWN, ArrowLeft: LEFT, ArrowRight: RIGHT, k: UP, j: DOWN, h: LEFT, l: RIGHT,
  Enter: CHOOSE, " ": CHOOSE, Backspace: BACK, u: BACK, n: NEXT,
};
const LONG = { m: BACK, M: BACK, B: BACK, w: NEXT, W: NEXT, N: NEXT };

export class Keys {
  constructor({ edge, redo, digit, help, daylight, busy }) {
    this.edge = edge;
    this.on = { redo, digit, help, daylight, busy };
    this.held = new Map(); // what holds it -> key
    this.waiting = []; // what came before a key that means its long press was taken: it comes after it
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("keyup", (event) => this.up(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    addEventListener("blur", () => this.letGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.letGo());
    for (const button of document.querySelectorAll("[data-key]")) this.button(button, Number(button.dataset.key));
  }

  down(by, key, least = 0) {
    if (this.untaken()) return void this.waiting.push(() => this.down(by, key, least));
    if (this.held.has(by)) return;
    this.held.set(by, { key, until: performance.now() + least });
    this.edge(key, true);
    if (least) setTimeout(() => this.drain(), least);
  }

  /** Whether a key that means its long press is not taken for held yet, or something waits behind it. */
  untaken() {
    return this.waiting.length > 0 || [...this.held.values()].some((held) => held.until > performance.now());
  }

  drain() {
    const now = this.waiting;
    this.waiting = [];
    for (const what of now) what(); // one that is long keeps the rest waiting again
  }

  up(by) {
    const held = this.held.get(by);
    if (!held && this.waiting.length) return void this.waiting.push(() => this.up(by));
    if (!held || held.leaving) return;
    const wait = held.until - performance.now();
    if (wait <= 0) {
      this.held.delete(by);
      this.edge(held.key, false);
    } else {
      held.leaving = true;
      setTimeout(() => {
        if (this.held.get(by) !== held) return;
        this.held.delete(by);
        this.edge(held.key, false);
      }, wait);
    }
  }

  letGo() {
    this.waiting = []; // whose key ups are not heard any more
    for (const by of [...this.held.keys()]) this.up(by); // in its time: w and m never become a short press
    for (const button of document.querySelectorAll(".held")) button.classList.remove("held");
  }

  button(button, key) {
    const by = `button ${key}`;
    const press = (down) => {
      button.classList.toggle("held", down);
      if (down) this.down(by, key);
      else this.up(by);
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      button.setPointerCapture(event.pointerId);
      press(true);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(end, () => press(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) press(true);
    });
    button.addEventListener("keyup", (event) => (event.key === "Enter" || event.key === " ") && press(false));
    button.addEventListener("blur", () => press(false));
    button.addEventListener("click", (event) => {
      if (event.detail || event.pointerType) return; // a pointer has pressed it already
      press(true);
      press(false);
    });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.on.busy(event.target)) return;
    const name = event.key;
    const onButton = event.target instanceof HTMLButtonElement;
    if (onButton && (name === "Enter" || name === " ")) return;
    if (name === "?") this.on.help();
    else if (name === "d") event.repeat || this.on.daylight();
    else if (name === "r") event.repeat || this.on.redo();
    else if (/^[0-9]$/.test(name)) event.repeat || this.on.digit(Number(name));
    else if (name in LONG) event.repeat || this.down(name.toLowerCase(), LONG[name], HELD);
    else if (name in KEYS) {
      if (!event.repeat) this.down(name.length === 1 ? name.toLowerCase() : name, KEYS[name]);
    } else return;
    event.preventDefault();
  }
}
