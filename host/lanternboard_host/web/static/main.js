// The page: what the table tells is put on it, what people do goes to the table. It decides nothing about the game.

import { Board } from "./board.js";
import { CHOOSE, DOWN, Keys, UP } from "./keys.js";
import { Party } from "./party.js";
import { Phones } from "./phones.js";
import { Table, element, kept, liking } from "./table.js";

const $ = (id) => document.getElementById(id);
const COVER = 24; // pixels for the words that there is more
const STAYS = 6000; // milliseconds that a refusal is told

const page = $("page");
const board = new Board($("board"), $("lights"), $("over"));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const forced = matchMedia("(forced-colors: active)");

const party = new Party($, () => state && render());

let state = null;
let may = true; // until the server says otherwise
let why = "";
let since = performance.now(); // when the table, or the server, was lost; null while all is there
let line = false;
let said = { text: "", until: 0 };
let rendered = "";
let shownNote = null; // what is told, as long as nothing is said

const table = new Table({
  state(told) {
    state = told;
    since = told.away === null ? null : performance.now() - told.away;
    render();
    kept("lanternboard-state", JSON.stringify(told));
  },
  frame(buffer) {
    board.frame(buffer);
    last = buffer;
  },
  phones: (told) => phones.told(told),
  phone: (told) => phones.made(told),
  refused(told) {
    if (!phones.refused(told)) tell(told.why);
  },
  welcome(told) {
    may = told.may;
    why = told.why;
    page.dataset.may = may;
    phones.welcome(told);
    if (!told.right) forget();
    if (!may) tell(why, Infinity);
    else if (said.until === Infinity) tell("", 0);
  },
  line(open) {
    if (!open && line) since = performance.now();
    line = open;
    if (!open) {
      keys.letGo();
      if (last) keep();
    }
    renderAway();
  },
});

const phones = new Phones((verb, more) => table.say(verb, more), $("daylight"));
let last = null;

// Who may see nothing any more does not see the last picture either.
function forget() {
  kept("lanternboard-state", "");
  last = null;
}

function keep() {
  const bytes = new Uint8Array(last);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  kept("lanternboard-frame", btoa(text));
}

function restore() {
  try {
    const told = JSON.parse(kept("lanternboard-state"));
    if (!told) return;
    state = { ...told, away: 0 };
    const text = atob(kept("lanternboard-frame") ?? "");
    const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0));
    render();
    if (bytes.length) board.frame(bytes.buffer);
  } catch {
    // what was kept is of another version
  }
}

// Telling

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tell(text, stays = STAYS) {
  said = { text, until: stays === Infinity ? Infinity : performance.now() + stays };
  renderTold();
  if (stays !== Infinity) setTimeout(renderTold, stays + 20);
}

function renderTold() {
  if (said.until < performance.now()) said = may ? { text: "", until: 0 } : { text: why, until: Infinity };
  const note = state ? state.warning || state.note : "";
  $("told").classList.toggle("loud", Boolean(said.text));
  if (said.text || note !== shownNote) set($("told"), said.text || note);
  shownNote = said.text ? null : note;
  if (!said.text) fitTold();
}

// Where what happened does not fit, its end is shown, and before that what people must do. The rest is in the list of what happened last.
function fitTold() {
  const told = $("told");
  const parts = [...(state?.happened ?? [])];
  if (parts.map((one) => one.text).join(" ") !== told.textContent) return;
  while (parts.length > 1 && told.scrollHeight > told.clientHeight + 1) {
    parts.splice(Math.max(0, parts.slice(0, -1).findIndex((one) => !one.due)), 1);
    told.textContent = `… ${parts.map((one) => one.text).join(" ")}`;
  }
}

function renderAway() {
  const away = since !== null || !table.open;
  page.dataset.away = away;
  const seconds = Math.max(0, Math.round((performance.now() - (since ?? performance.now())) / 1000));
  let text = "";
  if (!table.open) text = seconds < 1 ? "" : `the page has lost its server since ${seconds} s; it looks for it`;
  else if (away && state) text = state.board ? `the table is away since ${seconds} s` : seconds < 2 ? "the table is being lit" : `the table is being looked for, since ${seconds} s`;
  const problem = away && table.open && state?.problem ? `: ${state.problem}` : "";
  set($("away"), text + problem);
}

function place(space) {
  return `(${space % state.columns}, ${(space / state.columns) | 0})`;
}

function render() {
  set($("who"), state.who);
  set($("sentence"), state.sentence || (state.board ? state.title : "Lanternboard"));
  set($("why"), state.why);
  set($("described"), state.described);
  set($("at"), state.cursor >= 0 ? state.hint : state.options[state.option]?.label ?? "");
  page.dataset.number = state.number;
  document.title = state.sentence ? `${state.sentence} · Lanternboard` : "Lanternboard";
  $("redo").setAttribute("aria-disabled", String(!state.redo));
  board.show(state);
  renderAnswers();
  party.show(state);
  renderParty();
  renderLegend();
  fitBeside();
  renderTold();
  renderAway();
}

// Answers

function renderAnswers() {
  const box = $("answers");
  const shape = JSON.stringify([state.journal, state.number, state.menu?.then, state.sentence, state.options.map((one) => one.label), state.numbers, state.facts, state.rolling, state.spaces.length && [state.cursor, state.usual]]);
  if (shape !== rendered) {
    const inside = box.contains(document.activeElement);
    const before = document.activeElement?.dataset?.role;
    rendered = shape;
    const numbers = numeric();
    box.className = numbers ? "short" : state.spaces.length ? "places" : "";
    box.replaceChildren(...(state.rolling ? [element("p", { class: "hint", role: "status" }, `${state.rolling} …`)] : state.facts?.length ? [factTable()] : state.spaces.length ? spaceAnswers() : state.numbers ? [numberField()] : state.options.map((one, i) => answerButton(one, i, numbers))));
    if (inside) (box.querySelector(before ? `[data-role="${before}"]` : "*") && before ? box.querySelector(`[data-role="${before}"]`) : box).focus();
  }
  [...box.querySelectorAll("button[data-option]")].forEach((button) => {
    const lit = Number(button.dataset.option) === state.option;
    if (lit) {
      if (!button.hasAttribute("aria-current")) inSight(box, button);
      button.setAttribute("aria-current", "true");
    } else button.removeAttribute("aria-current");
  });
  fitAnswers();
}

// Where the answers scroll, no row of them is cut, and it is said which of them are seen.
function fitAnswers() {
  const box = $("answers"), more = $("answers-more");
  const all = [...box.querySelectorAll("button[data-option]")];
  const { scrollTop } = box;
  box.style.maxHeight = "";
  more.hidden = true;
  if (all.length > 0 && box.scrollHeight > box.clientHeight + 1) {
    more.hidden = false;
    const room = box.clientHeight - 4;
    const ends = all.map((button) => button.offsetTop - box.offsetTop + button.offsetHeight);
    const whole = ends.filter((end) => end <= room);
    if (whole.length) box.style.maxHeight = `${whole.at(-1) + 4}px`;
    box.scrollTop = scrollTop;
    tellMore();
  }
}

function tellMore() {
  const box = $("answers");
  const all = [...box.querySelectorAll("button[data-option]")];
  const seen = all.filter((one) => one.offsetTop - box.offsetTop >= box.scrollTop - 1 && one.offsetTop - box.offsetTop + one.offsetHeight <= box.scrollTop + box.clientHeight + 1);
  if (!seen.length) return;
  const first = Number(seen[0].dataset.option) + 1, last = Number(seen.at(-1).dataset.option) + 1;
  set($("answers-more"), `${first > 1 ? "↑ " : ""}${first} to ${last} of ${all.length}${last < all.length ? " ↓" : ""}`);
}

// The records beside the board: what does not fit is covered from its first line on, and the cover says that there is more.
function fitBeside() {
  const box = $("beside"), cover = $("beside-more");
  cover.hidden = true;
  if (getComputedStyle(box).overflowY !== "auto" || box.scrollHeight <= box.clientHeight + 1) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) return;
  const edge = bottom - COVER;
  const cut = [...box.querySelectorAll("li, h2")].filter((one) => !one.querySelector("li")).map((one) => one.closest("#sheet-list > li") ?? one).map((one) => one.getBoundingClientRect()).filter((one) => one.top < edge && one.bottom > edge && one.top > top + 1);
  cover.style.height = `${bottom - Math.min(edge, ...cut.map((one) => one.top))}px`;
  cover.hidden = false;
}

// Where the answers scroll, the highlighted one is to be seen; the page itself does not move under anybody's finger.
function inSight(box, button) {
  const above = button.offsetTop - box.offsetTop;
  const most = above - 4, least = above + button.offsetHeight + 4 - box.clientHeight;
  box.scrollTop = Math.min(most, Math.max(least, box.scrollTop));
}

// What the board's menu tells on the page that is open there.
function factTable() {
  const rows = state.facts.map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)));
  return element("table", { "aria-label": state.sentence }, element("tbody", {}, ...rows));
}

function answerButton(one, i, numbers) {
  const button = element("button", { type: "button", "data-option": i });
  if (!numbers && i < 10) button.append(element("span", { class: "count", "aria-hidden": "true" }, String((i + 1) % 10)));
  button.append(element("span", {}, one.label));
  if (!state.menu && one.choice === state.usual) {
    button.classList.add("usual");
    button.setAttribute("aria-description", "usual");
  }
  const { journal, number } = state;
  button.addEventListener("click", () => choose(i, journal, number));
  return button;
}

// Whether the answers are short numbers.
function numeric() {
  return state.options.length > 0 && state.options.every((one) => /^-?[0-9]{1,3}$/.test(one.label));
}

// An answer of the game by its name; an entry of the board's menu by the board's own keys, as far as it is from the highlighted one.
function choose(i, journal, number) {
  if (!state.menu) return answer(state.options[i].choice, journal, number);
  if (!mayTouch()) return;
  const away = i - state.menu.entry;
  const up = state.menu.then ? UP : DOWN; // a list goes down, a brightness up
  const down = state.menu.then ? DOWN : UP;
  for (let k = 0; k < Math.abs(away); k++) tapKey(away > 0 ? down : up);
  if (state.menu.then) tapKey(CHOOSE);
}

function tapKey(key) {
  table.say("press", { key, down: true });
  table.say("press", { key, down: false });
}

function spaceAnswers() {
  const out = [];
  const { journal, number, cursor, usual } = state;
  const add = (text, space, role) => {
    const button = element("button", { type: "button", "data-role": role }, text);
    if (role === "here") button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => answer([space % state.columns, (space / state.columns) | 0], journal, number));
    out.push(button);
  };
  if (cursor >= 0) add(`Here, ${place(cursor)}`, cursor, "here");
  if (usual !== null && usual !== cursor) add(`Usual, ${place(usual)}`, usual, "usual");
  const many = state.spaces.length === 1 ? "One space" : `${state.spaces.length} spaces`;
  out.push(element("p", { class: "hint" }, `${many}: tap one on the board, or move there.`));
  return out;
}

function numberField() {
  const [first, end] = state.numbers;
  const { journal, number } = state;
  const input = element("input", { type: "number", min: first, max: end, value: state.usual ?? first, "aria-label": state.sentence, inputmode: "numeric" });
  const form = element("form", {}, input, element("button", { type: "submit" }, "Answer"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(input.valueAsNumber, journal, number);
  });
  return form;
}

function answer(choice, journal, number) {
  if (!mayTouch()) return;
  table.say("answer", { journal, number, choice });
}

function mayTouch() {
  if (!table.open || since !== null) {
    tell("The table is away: nothing can be answered now.");
    return false;
  }
  if (!may) tell(why, Infinity);
  return may;
}

// Beside the board

function renderParty() {
  const rows = [];
  if (state.party) return replace($("party"), rows);
  if (state.monster) {
    const { name, label, status, down } = state.monster;
    rows.push(entry(`monster${down ? " lying" : ""}`, AMBER, label, name, status));
  }
  for (const one of state.survivors) rows.push(entry((one.lying ? "lying" : "") + (one.at === null ? " absent" : ""), one.colour, one.label, one.name, one.status));
  for (const text of state.differs) rows.push(element("li", {}, element("span", { class: "status" }, text)));
  replace($("party"), rows);
}

const AMBER = "#f0b45a";

function entry(kind, colour, label, name, status) {
  return element("li", { class: kind, own: colour }, element("span", { class: "disc", "aria-hidden": "true" }, element("span", {}, label)), element("span", { class: "name" }, name), element("span", { class: "status" }, status));
}

function renderLegend() {
  replace($("legend"), state.legend.map((one) => element("li", { class: one.pattern, own: one.colour }, element("i", { "aria-hidden": "true" }), element("span", {}, one.text), element("span", { class: "heard" }, `, ${one.told}`))));
}

function replace(list, rows) {
  const made = element("ul", {}, ...rows);
  if (made.innerHTML !== list.innerHTML) list.replaceChildren(...made.childNodes);
  list.parentElement.hidden = rows.length === 0;
}

// Hands

const keys = new Keys({
  edge(key, down) {
    if (down && !mayTouch()) return;
    if (may) table.say("press", { key, down });
  },
  redo,
  digit(n) {
    if (!state) return;
    const at = numeric() && !state.menu ? state.options.findIndex((each) => each.choice === n) : (n + 9) % 10;
    if (state.options[at]) choose(at, state.journal, state.number);
  },
  help: () => $("all-keys").showModal(),
  daylight: () => daylight(!document.documentElement.hasAttribute("data-daylight")),
  busy: (target) => $("all-keys").open || target instanceof HTMLInputElement,
});

function redo() {
  if (!state || !mayTouch()) return;
  table.say("redo", { journal: state.journal, number: state.number });
}

$("redo").addEventListener("click", redo);
$("help").addEventListener("click", () => $("all-keys").showModal());

function touched(event) {
  if (!state) return undefined;
  if (state.spaces.length) {
    const space = board.hit(event, state.spaces, state.base);
    return space < 0 ? undefined : { choice: [space % state.columns, (space / state.columns) | 0], space };
  }
  const all = state.options.flatMap((one) => one.spaces);
  const space = board.hit(event, all, 1);
  const one = space < 0 ? undefined : state.options.find((each) => each.spaces.includes(space));
  return one && { choice: one.choice, space: -1 };
}

$("board").addEventListener("click", (event) => {
  const hit = touched(event);
  if (hit) answer(hit.choice, state.journal, state.number);
  else if (state && board.at(event).inside) tell("That space is no answer here.");
});

$("board").addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return;
  const hit = may ? touched(event) : undefined;
  $("board").dataset.hit = Boolean(hit);
  hover(hit ? hit.space : -1);
});
$("board").addEventListener("pointerleave", () => hover(-1));

function hover(space) {
  if (board.hover === space) return;
  board.hover = space;
  board.draw();
}

// As the person likes it

function daylight(on) {
  document.documentElement.toggleAttribute("data-daylight", on);
  $("daylight").setAttribute("aria-pressed", String(on));
  liking("lanternboard-daylight", on ? "yes" : "");
}
$("daylight").addEventListener("click", keys.on.daylight);

function liked() {
  table.setCalm(calm.matches);
  board.signs = calm.matches || forced.matches;
  board.draw();
}
calm.addEventListener("change", liked);
forced.addEventListener("change", liked);
addEventListener("beforeprint", () => board.print(true));
addEventListener("afterprint", () => board.print(false));
addEventListener("pagehide", () => last && keep());
addEventListener("resize", () => state && fitAnswers());
$("answers").addEventListener("scroll", tellMore);
$("beside").addEventListener("scroll", fitBeside);
new ResizeObserver(fitBeside).observe($("beside"));
daylight(liking("lanternboard-daylight") === "yes");
liked();
restore();
setInterval(renderAway, 1000);
