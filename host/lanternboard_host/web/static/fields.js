// Fields of the records that are edited in their place. An edit names the field, what it was when the person opened it, and what it shall
// be; the server refuses one that comes too late, with what it is now.

import { element } from "./table.js";

const same = (one, other) => canonical(one) === canonical(other);

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((key) => JSON.stringify(key) + canonical(value[key]))}}`;
  return JSON.stringify(value);
}

export class Fields {
  // `leaf(path)` is what a field is now; `send(rows, why)` sends an edit, true where it could; `redraw()` draws all anew.
  constructor({ leaf, send, redraw }) {
    Object.assign(this, { leaf, send, redraw });
    this.open = null;
    this.moved = {}; // what had the focus -> what has it when all is drawn anew
  }

  // A field: its name, and what it is as a button that opens the editor. `set(before, value)`: the whole leaf's new value, where this is
  // a part of it; `make(text)`: a value of what was typed.
  field({ path, label, shown, value, kind = "number", choices, list, set, part = "", most, plain = false, more = "", brief = label }) {
    const key = `${path}/${part}`;
    const before = this.leaf(path);
    const now = value === undefined ? before : value;
    if (this.open?.key === key) {
      if (!same(before, this.open.before)) this.note(`Somebody else changed it: it is ${said(now)} now.`);
      return this.open.form;
    }
    const text = shown ?? said(now);
    const button = element("button", { type: "button", class: `edit ${kind}`, "data-key": key, "aria-label": `${label}: ${text || "nothing"}. Edit` }, text === "" ? "–" : text);
    if (text === "") button.classList.add("empty");
    button.onclick = () => this.begin({ key, path, label, now, before, kind, choices, list, set, most });
    const name = element("span", { class: "label", "aria-hidden": "true" }, brief);
    return element("div", { class: `field ${plain ? "plain" : ""} ${more}` }, ...(plain ? [button] : [name, button]));
  }

  begin({ key, path, label, now, before, kind, choices, list, set, most }) {
    const input = editor(kind, now, choices, list, most);
    input.setAttribute("aria-label", label);
    const why = reason();
    const note = element("p", { class: "note", role: "alert" });
    const steps = kind === "number" ? [step(input, -1), input, step(input, 1)] : [input];
    const cancel = element("button", { type: "button" }, "Cancel");
    const form = element("form", { class: "editing" }, element("span", { class: "label" }, label), element("div", { class: "steps" }, ...steps), why, element("div", { class: "steps" }, element("button", { type: "submit", class: "go" }, "Save"), cancel), note);
    this.open = { key, path, before, form, note };
    form.onsubmit = (event) => {
      event.preventDefault();
      const value = kind === "number" ? (input.value.trim() === "" ? NaN : Number(input.value)) : input.value;
      if (kind === "number" && !Number.isInteger(value)) return this.note("A whole number is wanted.");
      const now = this.leaf(path);
      this.open.sent = this.send([[path, this.open.before, set ? set(structuredClone(same(this.open.before, now) ? now : this.open.before), value) : value]], why.value);
    };
    cancel.onclick = () => this.close();
    form.onkeydown = (event) => {
      if (event.key === "Escape") this.close();
    };
    this.redraw();
    input.focus();
    form.scrollIntoView({ block: "nearest", inline: "nearest" }); // all of it, in a table that is wider than a phone
    input.select?.();
  }

  note(text) {
    if (this.open && this.open.note.textContent !== text) this.open.note.textContent = text;
  }

  close() {
    const key = this.open?.key;
    this.open = null;
    this.redraw();
    if (key) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  done() {
    if (this.open?.sent) this.close();
  }

  // True where the open field has been told.
  refused(told) {
    if (!this.open?.sent) return false;
    this.open.sent = false;
    if ("now" in told && told.path === this.open.path && "row" in this.open) this.note("Somebody else changed the list. Save again to change what it is now.");
    else if ("now" in told && told.path === this.open.path && !same(told.now, this.open.before)) {
      this.open.before = told.now;
      this.note(`Somebody else changed it: it is ${said(told.now)} now. Save again to change that.`);
    } else this.note(told.why);
    return true;
  }

  // No answer comes any more to what was sent.
  unanswered() {
    if (this.open) this.open.sent = false;
  }

  // The open form, where what it belongs to is not there any more; `made`: all that is drawn now on this tab.
  lost(tab, made) {
    if (!this.open) return null;
    if (made.some((one) => one.contains?.(this.open.form))) this.open.tab = tab;
    else if (this.open.tab === tab && !this.open.sent) {
      this.note("Somebody else changed or removed what this belongs to.");
      return this.open.form;
    }
    return null;
  }

  // The form of a row that is open under this key; null where it is not.
  row(key) {
    if (this.open?.key !== key) return null;
    this.open.shown = true;
    return this.open.form;
  }

  // That of a row that is not in the list any more; asked for when all others are drawn.
  lostRow(path) {
    const lost = this.open && "row" in this.open && this.open.path === path && !this.open.shown;
    if (this.open) this.open.shown = false;
    if (!lost || this.open.sent) return null;
    this.note("Somebody else changed or removed it. Save puts this in anew.");
    return this.open.form;
  }

  // A row of a list, opened in its place; `row`: null for one more; `inputs`: labelled ones; `make()`: the row that they make, null where
  // something is missing; `order`: how the list is sorted.
  beginRow({ key, path, row, label, inputs, make, order }) {
    const why = reason();
    const note = element("p", { class: "note", role: "alert" });
    const cancel = element("button", { type: "button" }, "Cancel");
    const drop = element("button", { type: "button" }, "Remove");
    const form = element("form", { class: "editing row" }, element("span", { class: "label" }, label), element("div", { class: "inputs" }, ...inputs.map((one) => element("label", {}, element("span", { class: "label" }, one.getAttribute("aria-label")), one))), why, element("div", { class: "steps" }, element("button", { type: "submit", class: "go" }, row ? "Save" : "Add"), ...(row ? [drop] : []), cancel), note);
    this.open = { key, path, row, form, note };
    const send = (after) => {
      if (after) this.moved = { [key]: `${path}/${JSON.stringify(after)}/1` };
      this.open.sent = this.sendRow(path, row, after, order, why.value);
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      const after = make();
      if (after) send(after);
      else this.note("A year and what it is are wanted.");
    };
    drop.onclick = () => send(null);
    cancel.onclick = () => this.close();
    form.onkeydown = (event) => {
      if (event.key === "Escape") this.close();
    };
    this.redraw();
    inputs[0].focus();
    inputs[0].select?.();
  }

  // The list with another row in the place of this one; none, where `after` is null.
  sendRow(path, row, after, order, why = "") {
    const before = this.leaf(path);
    const at = row ? before.findIndex((one) => same(one, row)) : -1;
    const rows = before.filter((_, k) => k !== at);
    if (after) rows.splice(at < 0 ? rows.length : at, 0, after);
    return this.send([[path, before, rows.sort(order)]], why);
  }

  // Something that is or is not: a press changes it.
  toggle({ path, label, on, set, part = "", kind = "toggle", text }) {
    const before = this.leaf(path);
    const button = element("button", { type: "button", class: kind, "aria-pressed": String(on), "data-key": `${path}/${part}`, ...(text === undefined ? {} : { "aria-label": label }) }, text ?? label);
    button.onclick = () => this.send([[path, before, set ? set(structuredClone(before)) : !before]], "");
    return button;
  }

  // What goes as a whole, by its cross.
  drop({ path, label }) {
    const button = element("button", { type: "button", class: "cross", "data-key": `${path}/drop`, "aria-label": `${label}: remove` }, "×");
    button.onclick = () => this.send([[path, this.leaf(path), null]], "");
    return button;
  }

  // Words in a list: each goes by its cross, another comes by a field.
  words({ path, label, name, list, order }) {
    const before = this.leaf(path);
    const chips = before.map((one) => {
      const button = element("button", { type: "button", class: "chip", "data-key": `${path}/${one}`, "aria-label": `${name(one)}: remove from ${label}` }, name(one), element("span", { class: "cross", "aria-hidden": "true" }, "×"));
      button.onclick = () => this.send([[path, before, before.filter((other) => other !== one)]], "");
      return button;
    });
    const add = (word) => {
      const after = [...before, word];
      if (order) after.sort((one, other) => order.indexOf(one) - order.indexOf(other));
      return this.send([[path, before, after]], "");
    };
    return element("div", { class: "field words" }, element("span", { class: "label" }, label), element("div", { class: "chips" }, ...chips, this.adder(`${path}/+`, label, list, add)));
  }

  // A small plus that opens a field for one more.
  adder(key, label, list, add) {
    if (this.open?.key === key) {
      this.open.add = add;
      return this.open.form;
    }
    const button = element("button", { type: "button", class: "chip add", "data-key": key, "aria-label": `Add to ${label}` }, "+");
    button.onclick = () => {
      const input = editor("word", "", undefined, list, 60);
      input.setAttribute("aria-label", `Add to ${label}`);
      const note = element("p", { class: "note", role: "alert" });
      const form = element("form", { class: "adding" }, input, element("button", { type: "submit", class: "go" }, "Add"), note);
      this.open = { key, path: key.slice(0, -2), before: this.leaf(key.slice(0, -2)), form, note, add };
      form.onsubmit = (event) => {
        event.preventDefault();
        if (!input.value.trim()) return;
        this.open.sent = this.open.add(idOf(input.value.trim(), list));
      };
      form.onkeydown = (event) => {
        if (event.key === "Escape") this.close();
      };
      this.redraw();
      input.focus();
    };
    return button;
  }
}

// Forms for one more of a list, which keep what was typed until it is entered.
export class Drafts {
  constructor() {
    this.all = new Map();
  }

  // `inputs()` makes what is filled in; `send(values)` sends it, true where it could.
  form(key, inputs, send) {
    const one = this.all.get(key) ?? this.make(inputs());
    one.send = send;
    this.all.set(key, one);
    return one.form;
  }

  make(inputs) {
    const one = { form: element("form", { class: "adding" }, ...inputs, element("button", { type: "submit", class: "go" }, "Add")), sent: false };
    one.form.onsubmit = (event) => {
      event.preventDefault();
      one.sent = one.send(inputs.map((input) => (input.type === "number" ? Math.trunc(Number(input.value)) || 0 : input.value.trim())));
    };
    return one;
  }

  // What was sent is in the records, or was refused.
  answered(done) {
    for (const [key, one] of this.all) {
      if (one.sent && done) this.all.delete(key);
      one.sent = false;
    }
  }
}

export const reason = () => element("input", { type: "text", maxlength: "200", placeholder: "why, for the history", "aria-label": "Why", class: "reason", autocomplete: "off" });

// What was typed, as the id of what is called so.
export function idOf(text, list = []) {
  const wanted = text.toLowerCase();
  return (list.find(([one, name]) => one === wanted || name.toLowerCase() === wanted) ?? [text])[0];
}

export function said(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(said).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key} ${said(one)}`).join(", ");
  return String(value);
}

let lists = 0;

export function editor(kind, value, choices, list, most) {
  if (kind === "choice") {
    const made = element("select", {}, ...choices.map(([one, text]) => element("option", { value: one }, text)));
    made.value = value;
    return made;
  }
  if (kind === "long") {
    const made = element("textarea", { rows: "4", maxlength: String(most ?? 4000) });
    made.value = value;
    return made;
  }
  const made = element("input", kind === "number" ? { type: "number", step: "1", inputmode: "numeric" } : { type: "text", maxlength: String(most ?? 60), autocomplete: "off" });
  made.value = said(value);
  if (list?.length) {
    const id = `list-${lists++}`;
    made.setAttribute("list", id);
    const wrapped = element("datalist", { id }, ...list.map(([, name]) => element("option", { value: name })));
    queueMicrotask(() => made.after(wrapped));
  }
  return made;
}

function step(input, by) {
  const button = element("button", { type: "button", class: "step", "aria-label": by < 0 ? "one less" : "one more" }, by < 0 ? "−" : "+");
  button.onclick = () => (input.value = String((Number(input.value) || 0) + by));
  return button;
}
