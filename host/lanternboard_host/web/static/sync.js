// The boards of a campaign's page: which is there and what is done with it, what waits for a person side by side, what a showdown left. It
// shows what the server tells (web/boards.py) and decides nothing.

import { element, liking } from "./table.js";

const IS = { connected: "connected", syncs: "syncs", "in use": "in use", away: "is looked at", trouble: "trouble" };
const ROWS = [
  ["result", "Result", (one) => one.result],
  ["rounds", "Rounds", (one) => String(one.rounds)],
  ["lives", "Lives", (one) => names(one, false)],
  ["dead", "Dead", (one) => names(one, true)],
  ["resources", "Resources", (one) => counted(one.resources)],
  ["board", "Board", (one) => one.board],
  ["at", "Came", (one) => when(one.at)],
  ["answers", "Answers", (one) => String(one.answers)],
];

const CLOSED = "lanternboard-left-closed"; // the showdown of which it was closed last
const DEAD = " (dead)";
const names = (one, dead) => one.survivors.filter((name) => name.endsWith(DEAD) === dead).map((name) => name.replace(DEAD, "")).join(", ") || "–";
const when = (at) => new Date(at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });

function counted(words) {
  const many = new Map();
  for (const one of words) many.set(one, (many.get(one) ?? 0) + 1);
  return [...many].map(([one, n]) => (n > 1 ? `${n} ${one}` : one)).join(", ") || "–";
}

export class Boards {
  // `line`, `waits`, `left`: where it is shown. `say(verb, fields)` asks the server.
  constructor({ line, waits, left, say }) {
    Object.assign(this, { line, waits, left, say });
    this.shown = "";
  }

  sync() {
    this.say("sync", {});
  }

  show(status) {
    const text = JSON.stringify(status ?? null);
    if (text === this.shown) return;
    this.shown = text;
    this.line.hidden = !status;
    if (!status) return;
    this.renderLine(status);
    if (this.offers !== (this.offers = JSON.stringify(status.offers))) this.renderWaits(status.offers);
    if (this.leaves !== (this.leaves = JSON.stringify([status.left, status.left_of]))) this.renderLeft(status.left, status.left_of);
  }

  renderLine(status) {
    const inside = this.line.contains(document.activeElement);
    const told = status.boards.map((one) => element("p", { "data-is": one.is }, element("span", { class: "dot", "aria-hidden": "true" }), element("b", {}, one.name), ` ${[IS[one.is], one.says].filter(Boolean).join(": ")}${one.help ? ` (${one.help})` : ""}`));
    if (!told.length) told.push(element("p", { "data-is": "none" }, element("span", { class: "dot", "aria-hidden": "true" }), status.looks ? "No board: plug one in, it is found by itself" : "No board is looked for"));
    if (status.problem) told.push(element("p", { "data-is": "trouble" }, element("span", { class: "dot", "aria-hidden": "true" }), status.problem));
    if (status.copy) {
      const { board, at, answers } = status.copy;
      told.push(element("p", { class: "copy" }, `The showdown was begun on ${board}; a copy is here (${answers} answers, ${when(at)}). It goes on there, on the next board that is plugged in, or on one that is there after Sync. Without one: `, element("kbd", {}, "lanternboard emulate"), ", then ", element("kbd", {}, "lanternboard connect"), " in another terminal."));
    }
    if (status.lines.length) told.push(element("p", { class: "last" }, `${upper(status.lines.join("; "))}.`));
    const button = element("button", { type: "button", class: "sync" }, "Sync");
    button.onclick = () => this.sync();
    this.line.replaceChildren(element("div", { class: "boards", role: "status", "aria-label": "Boards" }, ...told), button);
    if (inside) button.focus();
  }

  // Those of the showdown that is due are to be decided; what else is kept here is folded away.
  renderWaits(offers) {
    const [due, others] = [offers.filter((one) => one.due), offers.filter((one) => !one.due)];
    this.waits.hidden = !offers.length;
    const open = this.waits.querySelector("details")?.open ?? false;
    const key = this.waits.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    const made = [];
    if (due.length) made.push(element("h2", {}, due.length > 1 ? `${due.length} showdowns wait: which one counts?` : "A showdown waits"), this.side(due));
    if (others.length) {
      const more = element("details", {}, element("summary", { "data-key": "kept" }, `Kept, and not taken: ${others.length} ${others.length > 1 ? "showdowns" : "showdown"}`), this.side(others));
      more.open = open;
      made.push(more);
    }
    this.waits.replaceChildren(...made);
    if (key) this.waits.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  side(offers) {
    const row = ([, label, of]) => {
      const cells = offers.map(of);
      const differs = cells.some((one) => one !== cells[0]);
      return element("tr", { class: differs ? "differs" : "" }, element("th", { scope: "row" }, label), ...cells.map((one) => element("td", {}, one)));
    };
    const takes = offers.map((one) => {
      const button = element("button", { type: "button", class: one.due ? "go" : "", "data-key": one.journal, "aria-label": `Take this one: ${one.journal}` }, "Take this one");
      button.onclick = () => this.say("take", { journal: one.journal });
      return element("td", {}, button);
    });
    const head = offers.map((one) => element("th", { scope: "col" }, one.journal.slice(0, 8)));
    const why = offers.map((one) => element("td", { class: "why" }, one.why));
    return element("div", { class: "side" }, element("table", {},
      element("thead", {}, element("tr", {}, element("td", {}), ...head), element("tr", {}, element("td", {}), ...takes)),
      element("tbody", {}, ...ROWS.map(row), element("tr", {}, element("th", { scope: "row" }, "Why it waits"), ...why))));
  }

  // The first line, the others folded away where there is little room; once closed it stays closed.
  renderLeft(left, of) {
    this.left.hidden = !left.length || liking(CLOSED) === of;
    if (this.left.hidden) return this.left.replaceChildren();
    const close = element("button", { type: "button", class: "quiet", "aria-label": "Close what the showdown left" }, "close");
    close.onclick = () => {
      liking(CLOSED, of);
      this.left.hidden = true;
    };
    const [first, ...others] = left.map((one) => `${one}.`);
    const more = element("details", {}, element("summary", { "data-key": "left" }, element("b", {}, "What the showdown left: "), first), element("ul", {}, ...others.map((one) => element("li", {}, one))));
    more.open = !matchMedia("(max-width: 56rem)").matches;
    this.left.replaceChildren(more, close);
  }
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
