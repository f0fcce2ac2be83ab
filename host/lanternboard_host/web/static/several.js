// One change for several survivors at once: who is chosen, and the form of what changes. The server knows whose bans forbid it, and tells.

import { reason } from "./fields.js";
import { element } from "./table.js";

export class Several {
  // `steps()`: an editor of a step, { parts, step() }; `say(survivors, step, why)` sends it, true where it could; `redraw()` draws all anew.
  constructor({ steps, say, redraw }) {
    Object.assign(this, { steps, say, redraw });
    this.form = null; // while it is open
    this.chosen = new Set();
  }

  // On top of the survivors: `groups`: [name, ids] each; `there`: all ids.
  bar(groups, there) {
    for (const one of this.chosen) if (!there.includes(one)) this.chosen.delete(one);
    if (!this.form) {
      const button = element("button", { type: "button", "data-key": "several" }, "Change several at once");
      button.onclick = () => this.begin();
      return element("div", { class: "several" }, button);
    }
    this.groups.replaceChildren(...groups.map(([name, ids]) => {
      const on = ids.length > 0 && ids.length === this.chosen.size && ids.every((one) => this.chosen.has(one));
      const button = element("button", { type: "button", class: "toggle", "data-key": `several/${name}`, "aria-pressed": String(on) }, name);
      button.onclick = () => this.choose(on ? [] : ids);
      return button;
    }));
    this.go.textContent = this.chosen.size ? `Change ${this.chosen.size}` : "Choose who";
    this.go.setAttribute("aria-disabled", String(!this.chosen.size));
    return this.form;
  }

  // A survivor's own button, while the form is open.
  toggle(id, name) {
    if (!this.form) return "";
    const on = this.chosen.has(id);
    const button = element("button", { type: "button", class: "toggle", "data-key": `several/${id}`, "aria-pressed": String(on), "aria-label": `${name}: chosen` }, on ? "✓ chosen" : "choose");
    button.onclick = () => this.choose(on ? [...this.chosen].filter((one) => one !== id) : [...this.chosen, id]);
    return button;
  }

  choose(ids) {
    this.chosen = new Set(ids);
    this.redraw();
  }

  begin() {
    const step = this.steps();
    this.why = reason();
    this.note = element("p", { class: "note", role: "status" });
    this.groups = element("div", { class: "chips", role: "group", "aria-label": "Who" });
    this.go = element("button", { type: "submit", class: "go" });
    const close = element("button", { type: "button" }, "Close");
    this.form = element("form", { class: "several editing", "aria-label": "Change several survivors" }, this.groups, element("div", { class: "step-parts" }, ...step.parts), this.why, element("div", { class: "steps" }, this.go, close), this.note);
    this.form.onsubmit = (event) => {
      event.preventDefault();
      if (!this.chosen.size || this.sent) return;
      this.note.textContent = "";
      this.sent = this.say([...this.chosen], step.step(), this.why.value) ? this.chosen.size : 0;
    };
    close.onclick = () => this.close();
    this.form.onkeydown = (event) => {
      if (event.key === "Escape") this.close();
    };
    this.redraw();
    this.groups.querySelector("button")?.focus();
  }

  close() {
    this.form = null;
    this.sent = 0;
    this.redraw();
    document.querySelector('[data-key="several"]')?.focus();
  }

  done({ spared }) {
    const { sent } = this;
    this.sent = 0;
    if (!this.form) return;
    this.why.value = "";
    const but = spared.length ? ` Spared: ${spared.join("; ")}.` : "";
    this.note.textContent = `Changed: ${sent - spared.length} of ${sent}.${but}`;
  }

  refused(why) {
    this.sent = 0;
    if (this.form) this.note.textContent = why;
    return Boolean(this.form);
  }
}
