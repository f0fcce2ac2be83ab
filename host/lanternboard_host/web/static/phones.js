// The phones: whoever may keep the page lets them in, by a code each, and shuts them out; and what a page says that may see nothing.

import { element } from "./table.js";

const RIGHTS = { read: ["Look", "sees everything"], play: ["Play", "answers, rolls, undo"], keep: ["Keep", "also edits, phones"] };
const QUIET = 4; // modules around a code that stay light
const SVG = "http://www.w3.org/2000/svg";

export class Phones {
  // `say(verb, fields)` to the server. `beside`: the button is put before that one.
  constructor(say, beside) {
    this.say = say;
    this.list = [];
    this.problem = "";
    this.code = null; // the phone whose code is shown
    this.sure = ""; // the phone that the next press revokes
    this.name = "";
    this.right = "play";
    this.button = element("button", { type: "button", id: "phones-open", "aria-haspopup": "dialog" }, "Phones");
    this.button.hidden = true;
    this.button.onclick = () => this.show();
    beside.before(this.button);
    this.dialog = element("dialog", { id: "phones", "aria-labelledby": "phones-name" });
    this.dialog.onclose = () => (this.code = null);
    document.body.append(this.dialog);
  }

  show() {
    document.querySelector("dialog[open]")?.close();
    this.dialog.showModal();
    this.render();
    if (matchMedia("(pointer: fine)").matches) this.dialog.querySelector("form.new input")?.focus(); // else a keyboard would cover it
  }

  // What the server tells

  welcome(told) {
    const keeps = told.right === "keep";
    if (!keeps) {
      this.button.hidden = true;
      this.dialog.close();
    }
    shut(told.right ? "" : told.why);
  }

  told(told) {
    this.button.hidden = false;
    this.list = told.phones;
    this.problem = told.problem;
    const came = this.code && this.list.find((one) => one.name === this.code.name);
    if (this.code && (!came || came.here)) this.code = null; // it has come in, or may not any more
    this.render();
  }

  made(told) {
    this.code = told;
    this.name = "";
    this.problem = "";
    this.render();
    this.dialog.querySelector(".code button")?.focus();
  }

  refused(told) {
    if (!this.dialog.open || !told.do.startsWith("phone-")) return false;
    this.problem = told.why;
    this.render();
    return true;
  }

  // What is seen

  render() {
    if (!this.dialog.open) return;
    const active = this.dialog.contains(document.activeElement) ? document.activeElement : null;
    const key = active?.dataset.key;
    this.dialog.replaceChildren(...(this.code ? this.shown() : this.listed()));
    if (key) (this.dialog.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? this.dialog.querySelector("button, input"))?.focus();
    else if (active && !active.isConnected) this.dialog.querySelector("button, input")?.focus();
  }

  listed() {
    const rows = this.list.map((one) => this.row(one));
    const text = rows.length ? "Each comes in by its own code, as long as it is on this list." : "None yet. A phone comes in by scanning its code; nothing is installed.";
    return [
      element("header", {}, element("h2", { id: "phones-name" }, "Phones"), element("p", { class: "hint" }, text)),
      element("p", { class: "problem", role: "alert" }, this.problem),
      ...(rows.length ? [element("ul", { "aria-label": "Phones that may come in" }, ...rows)] : []),
      this.form(),
      closing("Close", () => this.dialog.close()),
    ];
  }

  row(one) {
    const [state, kind] = one.here ? ["here now", "status here"] : [one.came ? "not here now" : "not scanned yet", "status"];
    const right = element("select", { "aria-label": `What ${one.name} may`, "data-key": `right/${one.name}` }, ...Object.entries(RIGHTS).map(([id, [name]]) => element("option", { value: id, ...(id === one.right ? { selected: "" } : {}) }, name)));
    right.onchange = () => this.say("phone-right", { name: one.name, right: right.value });
    const sure = this.sure === one.name;
    const revoke = element("button", { type: "button", class: sure ? "revoke sure" : "revoke", "aria-label": sure ? `Really revoke ${one.name}` : `Revoke ${one.name}`, "data-key": `revoke/${one.name}` }, sure ? "Really?" : "Revoke");
    revoke.onclick = () => {
      this.sure = sure ? "" : one.name;
      this.problem = "";
      if (sure) this.say("phone-revoke", { name: one.name });
      this.render();
    };
    return element("li", {}, element("div", {}, element("p", { class: "name" }, one.name), element("p", { class: kind }, state)), right, revoke);
  }

  form() {
    const name = element("input", { type: "text", maxlength: "32", required: "", autocomplete: "off", placeholder: "Whose phone?", "aria-label": "Name of a new phone", "data-key": "name" });
    name.value = this.name;
    name.oninput = () => (this.name = name.value);
    const rights = Object.entries(RIGHTS).map(([id, [text, what]]) => {
      const one = element("input", { type: "radio", name: "right", value: id, "data-key": `new/${id}` });
      one.checked = id === this.right;
      one.onchange = () => (this.right = id);
      return element("label", {}, one, text, element("span", {}, what));
    });
    const made = element("form", { class: "new" }, name, element("fieldset", { "aria-label": "What it may" }, ...rights), element("button", { type: "submit", class: "go" }, "Show its code"));
    made.onsubmit = (event) => {
      event.preventDefault();
      if (name.value.trim()) this.say("phone-add", { name: name.value.trim(), right: this.right });
    };
    return made;
  }

  shown() {
    const { name, address, code } = this.code;
    return [
      element("header", {}, element("h2", { id: "phones-name" }, `Scan with ${name}'s phone`), element("p", { class: "hint" }, "It must be in this network. The code is shown this once.")),
      element("div", { class: "code" }, drawn(code, `QR code for ${name}`), element("p", { class: "address" }, address), element("button", { type: "button", "data-key": "done" }, "Done")),
    ].map((one) => {
      const done = one.querySelector("[data-key=done]");
      if (done) done.onclick = () => {
        this.code = null;
        this.render();
      };
      return one;
    });
  }
}

function closing(text, done) {
  const button = element("button", { type: "button", "data-key": "close" }, text);
  button.onclick = done;
  return element("div", { class: "close" }, button);
}

// A code, as rows of "1" and "0", with its quiet zone.
function drawn(rows, label) {
  const size = rows.length + 2 * QUIET;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", rows.map((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`).join("")).join(""));
  svg.append(path);
  return svg;
}

function shut(why) {
  document.getElementById("shut")?.remove();
  document.body.toggleAttribute("data-shut", Boolean(why));
  if (why) document.body.append(element("section", { id: "shut", role: "alert" }, element("h1", {}, "The door is closed"), element("p", {}, why)));
}
