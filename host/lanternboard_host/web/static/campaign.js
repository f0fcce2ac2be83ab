// A campaign's page: what the server tells is put on it, what people do goes to the server. It decides nothing about the game.

import { charts, table as chartTable, yearOf } from "./charts.js";
import { line as huntLine, pips, shield } from "./drawn.js";
import { Phones } from "./phones.js";
import { Drafts, Fields, editor, idOf, said } from "./fields.js";
import { Several } from "./several.js";
import { keeping, still } from "./still.js";
import { Boards } from "./sync.js";
import { Table, element, kept, liking } from "./table.js";

const $ = (id) => document.getElementById(id);
const STAYS = 7000; // milliseconds that something is told
const EARLIER = 50; // entries of the history at once

let content = null;
let state = null;
let wanted = 0; // how long the journal is, by the news
let fetching = false;
let may = true;
let lost = performance.now(); // when the server was lost; null while it is there
let tab = kept("lanternboard-tab") ?? "settlement";
let answers = "";
let asking = {}; // the form of what is asked: key, form, renew(); sent
let past = [], atEnd = false, pastOf = -1;
const unfolded = new Set();

const table = new Table({
  async changed(news) {
    wanted = news.entries;
    if (news.problem) tell(news.problem);
    if (!state || state.entries !== wanted) load();
    await still();
    boards.show(news.boards);
  },
  welcome(told) {
    may = told.may;
    $("page").dataset.may = may;
    $("page").dataset.right = told.right;
    phones.welcome(told);
    if (!may) tell(told.why, Infinity);
    else if (until === Infinity) tell("", 0);
    if (told.right) load();
  },
  phones: async (told) => {
    await still();
    phones.told(told);
  },
  phone: (told) => phones.made(told),
  async refused(told) {
    await still();
    if (told.do === "edit") drafts.answered(false);
    if (["answer", "roll"].includes(told.do)) asking.sent = false;
    if (phones.refused(told)) return;
    if (told.do === "edit" && fields.refused(told)) return load();
    if (told.do === "each" && several.refused(told.why)) return load();
    tell(told.why);
    load();
  },
  async done(told) {
    await still();
    if (told.do === "edit") drafts.answered(true);
    if (asking.sent && ["answer", "roll"].includes(told.do)) [asking, answers] = [{}, ""]; // the same may be asked again
    const broken = told.broken.length ? `A rule is broken now: ${told.broken.join("; ")}.` : "";
    tell([["edit", "each", "take"].includes(told.do) && told.told[0] !== "Nothing changed" ? "" : sentences(told.told), broken].filter(Boolean).join(" "));
    if (told.do === "edit") fields.done();
    if (told.do === "each") several.done(told);
    load();
  },
  line(open) {
    lost = open ? null : lost ?? performance.now();
    away();
    several.sent = 0; // no reply comes any more
    asking.sent = false;
    fields.unanswered();
    drafts.answered(false);
  },
});

const boards = new Boards({ line: $("boards"), waits: $("waits"), left: $("left"), say });
const phones = new Phones((verb, more) => say(verb, more), $("help"));

const leaf = (path) => {
  const parts = path.split(".");
  if (parts[0] === "survivors" && parts[1] === "+") return null;
  if (parts[0] === "years") return yearOf(state.records.years ?? [], parts[1], parts[2]);
  return parts.reduce((one, key) => one?.[key], state.records);
};
const fields = new Fields({
  leaf,
  send: (rows, why) => say("edit", { edit: rows, why }),
  redraw: () => renderRecords(),
});
const drafts = new Drafts();

const several = new Several({
  steps: () => stepEditor([["", Object.keys(content.steps.survivor)]]),
  say: (survivors, step, why) => say("each", { number: state.asked.number, survivors, step, why }),
  redraw: () => renderRecords(),
});

function say(verb, more) {
  const sent = table.say(verb, more);
  if (!sent) tell("The page has lost its server; nothing was sent.");
  return sent;
}

async function load() {
  if (fetching) return;
  fetching = true;
  try {
    do {
      content ??= await table.get("/content.json");
      const got = await table.get("/campaign.json");
      await Promise.all([...graves].map((id) => exhume(got, id)));
      if (tab === "history") await loadPast(got.entries);
      await still();
      state = got; // what is asked is what is shown, whenever a key is pressed
      render();
    } while (state.entries < wanted);
  } catch {
    // the line tells that the server has gone
  } finally {
    fetching = false;
  }
}

// The sheets of the dead come one by one, when somebody looks at them.
const graves = new Set();
async function exhume(into, id) {
  if (into.records.survivors[id]?.state !== "dead") return;
  const got = await table.get(`/survivor.json?id=${encodeURIComponent(id)}`).catch(() => null);
  if (!got) return graves.delete(id);
  into.records.survivors[id] = got.sheet;
  into.armor[id] = got.armor;
}

async function loadPast(entries, more = false) {
  if (more ? atEnd : pastOf === entries) return;
  const before = more ? `&before=${past.at(-1).number}` : "";
  const got = (await table.get(`/history.json?count=${EARLIER}${before}`)).entries;
  if (more) past.push(...got);
  else {
    const newest = past[0]?.number ?? -1;
    const joins = got.some((row) => row.number <= newest);
    past = joins ? [...got.filter((row) => row.number > newest), ...past] : got;
    if (!joins) atEnd = false;
    pastOf = entries;
  }
  if (got.length < EARLIER && (more || past.length === got.length)) atEnd = true;
}

// Telling

let until = 0;
function tell(text, stays = STAYS) {
  $("told").textContent = text;
  until = performance.now() + stays;
  if (stays !== Infinity) setTimeout(() => performance.now() >= until - 5 && ($("told").textContent = ""), stays + 10);
}
const sentences = (told) => told.map((one) => `${one}.`).join(" ");

function away() {
  $("page").dataset.away = lost !== null;
  const seconds = lost === null ? 0 : Math.round((performance.now() - lost) / 1000);
  $("away").textContent = lost !== null && seconds > 0 ? `the page has lost its server since ${seconds} s; it looks for it` : "";
}
setInterval(away, 1000);

// Names

function name(one) {
  if (one === null || one === undefined) return "";
  if (state.records.survivors[one]) return state.records.survivors[one].name || one;
  for (const list of Object.values(content.lists)) for (const [id, called] of list) if (id === one) return called;
  for (const list of Object.values(content.principles)) for (const [id, called] of list) if (id === one) return called;
  return one;
}
const short = (text) => text.replace(/^Principle: /, "");
const plain = (word) => word.replaceAll("-", " ").replaceAll("_", " ");
const upper = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// All of it

function render() {
  const home = state.records.settlement;
  $("where").textContent = `${state.title} · lantern year ${home.year} · ${home.outcome || `${home.phase} phase`}`;
  $("sentence").textContent = state.asked.sentence.replace(" (the app can roll)", "");
  const { rule, why } = state.asked;
  $("why").textContent = [why ? `${rule}: ${why}` : rule, state.asked.chanced].filter(Boolean).join(" · ");
  $("page").dataset.number = state.asked.number;
  $("page").dataset.entries = state.entries;
  document.title = `${state.asked.sentence} · ${state.title}`;
  $("undo").setAttribute("aria-disabled", String(!state.undo));
  $("redo").setAttribute("aria-disabled", String(!state.redo));
  renderAnswers();
  renderHunt();
  renderTabs();
  renderRecords();
  away();
}

// Answers

const numbers = () => state.asked.options.length && typeof state.asked.options[0] === "number";

function answer(choice) {
  asking.sent = say("answer", { number: state.asked.number, choice });
}

function roll() {
  asking.sent = say("roll", { number: state.asked.number });
}

// The form of what is asked, and which question that is: whoever fills it in goes on in it while that is the same, whatever others edit.
function askedBy(make) {
  const { kind, subject, text, options } = state.asked;
  const key = JSON.stringify([kind, subject, text, numbers() && options, Boolean(state.records.hunt)]);
  if (asking.key !== key) asking = { key, ...make() };
  asking.renew();
  return asking.form;
}

function renderAnswers() {
  const asked = { ...state.asked, number: 0 }; // an edit changes the number, and not the question
  const shape = JSON.stringify([asked, Boolean(state.records.hunt)]);
  if (shape === answers) return asking.renew?.();
  answers = shape;
  const box = $("answers");
  const made = [];
  if (asked.chance) {
    const button = element("button", { type: "button", class: "roll", id: "roll" }, asked.kind === "draw" ? "Draw for us" : "Roll for us");
    button.onclick = roll;
    made.push(button, element("p", { class: "hint" }, asked.kind === "draw" ? "or the card that you drew" : "or what your own die shows"));
  }
  if (numbers()) made.push(...(asked.options.length > 12 ? [askedBy(numberForm)] : asked.options.map((one) => choice(String(one), one, true))));
  else {
    if (asked.text) made.push(askedBy(textForm));
    if (asked.kind === "effect") made.push(askedBy(effectForm));
    made.push(...asked.options.map((one, k) => choice(asked.words[k], one, false, k)));
    if (asked.kind === "showdown") made.push(element("p", { class: "hint" }, "A board that has played it brings it by itself"));
  }
  box.className = numbers() && asked.options.length <= 12 ? "short" : "";
  if (keeping(box, () => box.replaceChildren(...made))) (box.querySelector(asked.kind === "effect" ? "select" : "input, button") ?? box).focus();
}

function choice(text, one, short, k) {
  const usual = one === state.asked.usual;
  const button = element("button", { type: "button", "data-choice": String(one), class: usual ? "usual" : "" }, ...(short || k > 8 ? [] : [element("span", { class: "count", "aria-hidden": "true" }, String(k + 1))]), element("span", {}, text));
  if (usual) button.append(element("span", { class: "heard" }, ", usual"));
  button.onclick = () => answer(one);
  return button;
}

function form(input, label, send) {
  const made = element("form", {}, input, element("button", { type: "submit", class: "go" }, "Answer"));
  made.onsubmit = (event) => {
    event.preventDefault();
    if (input.value.trim()) send(input.value.trim());
  };
  return { form: made, renew: () => input.setAttribute("aria-label", label()) };
}

function numberForm() {
  const { options, usual } = state.asked;
  const [first, last] = [options[0], options.at(-1)];
  const input = element("input", { type: "number", min: String(first), max: String(last), step: "1", inputmode: "numeric", placeholder: `${first} to ${last}` });
  if (usual !== null && !state.asked.chance) input.value = String(usual);
  return form(input, () => `A number from ${first} to ${last}`, (text) => answer(Number(text)));
}

function textForm() {
  const input = element("input", { type: "text", maxlength: String(state.asked.text[1]), autocomplete: "off", placeholder: "in your own words" });
  return form(input, () => state.asked.sentence, answer);
}

// What a card did, as a step

const VERBS = {
  "gain-deck": "draw resources", gain: "gain a resource", lose: "lose a resource", "lose-one": "lose one of the stored", limit: "survival limit", gear: "gear",
  innovation: "innovation", location: "a location is built", quarry: "a quarry comes", nemesis: "a nemesis comes", event: "a story event, now", timeline: "into the timeline",
  principle: "a principle", departing: "departing survivors gain", birth: "a birth", note: "a note", card: "another card", push: "pushed", showdown: "the showdown begins", ambush: "an ambush by",
  attribute: "attribute", token: "token", box: "injury box", art: "fighting art", "skip-hunt": "skips the next hunt", retire: "retires", die: "dies", proficiency: "weapon proficiency",
};
const LISTS = { innovation: "innovations", location: "locations", quarry: "monsters", nemesis: "monsters", event: "events", timeline: "events", gain: "resources", lose: "resources", gear: "gear", art: "arts", disorder: "disorders", ability: "abilities", principle: "principles" };

// What is done and its values, as inputs. `groups`: [title, verbs] each; `changed(verb)` is called with what is picked.
function stepEditor(groups, changed = () => {}) {
  const verbs = (some) => some.map((verb) => element("option", { value: verb }, VERBS[verb] ?? plain(verb)));
  const what = element("select", { "aria-label": "What happens" }, ...groups.flatMap(([title, some]) => (title ? [element("optgroup", { label: title }, ...verbs(some))] : verbs(some))));
  const values = element("span", { class: "values" });
  const takes = () => ({ ...content.steps.settlement, ...content.steps.survivor, ...content.steps.hunt })[what.value];
  what.onchange = () => {
    changed(what.value);
    values.replaceChildren(...takes().map((want) => {
      if (want === "#") return labelled(editor("number", 1), what.value === "timeline" ? "In how many years" : "How many");
      if (content.words[want]) return pick(content.words[want], plain(want));
      const made = editor("text", "", undefined, listOf(what.value));
      made.required = true;
      return labelled(made, VERBS[what.value] ?? plain(what.value));
    }));
  };
  what.onchange();
  const step = () => [what.value, ...takes().map((want, k) => {
    const { value } = values.querySelectorAll("input, select")[k];
    return want === "#" ? Math.trunc(Number(value)) || 0 : want === "id" ? idOf(value.trim(), listOf(what.value)) : value.trim();
  })];
  return { what, parts: [what, values], step };
}

function effectForm() {
  const whom = element("select", { "aria-label": "Who" });
  let there = "";
  const renew = () => {
    const alive = Object.entries(state.records.survivors).filter(([, one]) => one.state !== "dead").map(([id, one]) => [id, one.name]);
    if (there === (there = JSON.stringify(alive))) return;
    const was = whom.value;
    whom.replaceChildren(...[...alive, ...content.words.group.map((one) => [`each ${one}`, `each of the ${one}`])].map(([value, text]) => element("option", { value }, text)));
    if ([...whom.options].some((one) => one.value === was)) whom.value = was;
  };
  renew();
  const about = state.asked.subject.find((one) => state.records.survivors[one]) ?? state.records.party[0];
  if (about) whom.value = about;
  const { steps } = content;
  const groups = [["The settlement", Object.keys(steps.settlement).filter((verb) => verb !== "card")], ["Survivors", Object.keys(steps.survivor)]];
  if (state.records.hunt) groups.push(["The hunt", Object.keys(steps.hunt)]);
  const what = stepEditor(groups, (verb) => (whom.hidden = !(verb in steps.survivor)));
  const made = element("form", { class: "effect" }, what.parts[0], whom, what.parts[1], element("button", { type: "submit", class: "go" }, "Enter it"));
  made.onsubmit = (event) => {
    event.preventDefault();
    let step = what.step();
    if (!whom.hidden) step = whom.value.startsWith("each ") ? ["each", whom.value.slice(5), [step]] : ["survivor", whom.value, [step]];
    answer(JSON.stringify(step));
  };
  return { form: made, renew };
}

function listOf(verb) {
  if (verb === "gain-deck") return [["basic", "basic"], ["white-lion", "White Lion"]];
  return content.lists[LISTS[verb]] ?? [];
}

// The hunt

function renderHunt() {
  const { hunt } = state;
  $("hunt").hidden = !hunt;
  if (hunt) $("hunt").replaceChildren(huntLine(hunt, hunt.party.map(name)));
}

// The records

const TABS = { settlement: renderSettlement, survivors: renderSurvivors, timeline: renderTimeline, years: renderYears, storage: renderStorage, history: renderHistory };

function renderTabs() {
  const box = $("tabs");
  if (!box.childElementCount) {
    box.append(...Object.keys(TABS).map((one) => {
      const button = element("button", { type: "button", role: "tab", id: `tab-${one}`, "aria-controls": "records" }, upper(one));
      button.onclick = () => show(one);
      return button;
    }));
    box.onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const all = Object.keys(TABS);
      show(all[(all.indexOf(tab) + by + all.length) % all.length]);
      $(`tab-${tab}`).focus();
    };
  }
  for (const button of box.children) {
    const on = button.id === `tab-${tab}`;
    button.setAttribute("aria-selected", String(on));
    button.tabIndex = on ? 0 : -1;
    if (on && box.scrollWidth > box.clientWidth) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

async function show(one) {
  tab = one;
  kept("lanternboard-tab", one);
  $("records").scrollTop = 0;
  renderTabs();
  renderRecords();
  if (one === "history") {
    await loadPast(state.entries);
    renderRecords();
  }
}

function renderRecords() {
  if (!state) return;
  const box = $("records");
  const key = document.activeElement?.dataset?.key;
  const at = box.scrollTop;
  if (!(tab in TABS)) tab = "settlement";
  box.setAttribute("aria-labelledby", `tab-${tab}`);
  box.className = tab;
  const nowhere = keeping(box, () => {
    const made = TABS[tab]();
    const lost = fields.lost(tab, made);
    box.replaceChildren(...(lost ? [lost] : []), ...made);
  });
  box.scrollTop = at;
  if (nowhere) ([key, fields.moved[key]].map((one) => one && box.querySelector(`[data-key="${CSS.escape(one)}"]`)).find(Boolean) ?? box).focus({ preventScroll: true });
}

const section = (title, kind, ...children) => element("section", { class: kind }, ...(title ? [element("h2", {}, title)] : []), ...children);

function renderSettlement() {
  const home = state.records.settlement;
  const figure = (what, label, more) => fields.field({ path: `settlement.${what}`, label, ...more });
  const sources = state.limit_from.map(([what, n]) => `${name(what)} ${n > 0 ? "+" : "−"}${Math.abs(n)}`).join(", ");
  const limit = fields.field({ path: "settlement.limit", label: "Survival limit", shown: String(state.limit) });
  if (!limit.classList.contains("editing")) limit.append(element("span", { class: "under" }, sources));
  else limit.querySelector(".label").textContent = "Survival limit: added by hand";
  const printed = state.departing_bonuses.slice(0, state.departing_bonuses.length - home.departing.length);
  const bonuses = printed.map(([what, n, why]) => `${n > 0 ? "+" : ""}${n} ${plain(what)}: ${name(why)}`);
  return [
    ...(state.broken.length ? [section("Rules that the records break", "broken", element("ul", {}, ...state.broken.map((one) => element("li", {}, one))))] : []),
    section("", "figures", figure("year", "Lantern year"), figure("population", "Population"), figure("deaths", "Death count"), limit, figure("endeavors", "Endeavors")),
    section("", "lists",
      fields.field({ path: "settlement.name", label: "Name", kind: "text", most: 60 }),
      listed("locations", "Locations"), listed("innovations", "Innovations"),
      state.innovation_deck.length ? remember(element("details", { class: "field" }, element("summary", { class: "label" }, `The innovation deck: ${state.innovation_deck.length}`), element("p", {}, state.innovation_deck.map(name).join(", "))), "deck") : "",
      principles(), listed("quarries", "Quarries", "monsters"), listed("nemeses", "Nemeses", "monsters"),
      rowsOf("settlement.departing", "Departing gain", home.departing, ([what, n, why]) => `${n > 0 ? "+" : ""}${n} ${what}${why ? `: ${short(name(why))}` : ""}`, bonusForm, bonuses),
      listed("milestones", "Milestones"),
      figure("births", "Births"), figure("lost_settlements", "Lost settlements"), fields.field({ path: "party_size", label: "How many depart" }),
      ...Object.keys(state.records.learned).sort().map((one) => fields.field({ path: "learned", part: one, label: `Read off your sheet: ${one.replaceAll("-", " ")}`, brief: `Sheet: ${one.replaceAll("-", " ")}`, value: state.records.learned[one], set: (was, n) => ({ ...was, [one]: n }) })),
      fields.field({ path: "settlement.outcome", label: "Outcome", kind: "choice", choices: [["", "goes on"], ["won", "won"], ["lost", "lost"]], shown: home.outcome || "goes on" }),
      fields.field({ path: "settlement.notes", label: "Notes", kind: "long", more: "wide" })),
  ];
}

function listed(what, label, list = what) {
  return fields.words({ path: `settlement.${what}`, label, name, list: content.lists[list] });
}

function principles() {
  const home = state.records.settlement;
  const all = [...new Set([...Object.keys(content.principles), ...Object.keys(home.principles)])];
  return element("div", { class: "field words" }, element("span", { class: "label" }, "Principles"), element("div", { class: "principles" }, ...all.map((one) => fields.field({
    path: "settlement.principles", part: one, label: name(one), brief: short(name(one)), kind: "text", value: name(home.principles[one] ?? ""), list: content.principles[one] ?? [],
    shown: home.principles[one] ? name(home.principles[one]) : "", set: (was, text) => {
      if (text.trim()) was[one] = idOf(text.trim(), content.principles[one] ?? []);
      else delete was[one];
      return was;
    },
  }))));
}

// A list whose rows are no words: each goes by its cross; `make` gives a form for one more.
function rowsOf(path, label, rows, text, make, printed = []) {
  const drop = (k) => fields.send([[path, rows, rows.filter((_, n) => n !== k)]], "");
  const chips = rows.map((row, k) => {
    const button = element("button", { type: "button", class: "chip", "data-key": `${path}/${k}`, "aria-label": `${text(row)}: remove` }, text(row), element("span", { class: "cross", "aria-hidden": "true" }, "×"));
    button.onclick = () => drop(k);
    return button;
  });
  const add = drafts.form(path, make, (row) => fields.send([[path, rows, [...rows, row]]], ""));
  const more = element("details", { class: "more" }, element("summary", { class: "chip add", "aria-label": `Add to ${label}` }, "+"), add);
  remember(more, `${path}/more`);
  return element("div", { class: "field words" }, element("span", { class: "label" }, label), element("div", { class: "chips" }, ...printed.map((one) => element("span", { class: "printed" }, one)), ...chips, more));
}

// Details that stay open or closed over each drawing; `fill()` when they are open. Known at the press itself: their own event comes later,
// when they may have been drawn anew.
function remember(details, key, fill = () => {}) {
  const summary = details.querySelector("summary");
  const keep = () => {
    if (!details.open) return unfolded.delete(key);
    unfolded.add(key);
    fill();
  };
  details.open = unfolded.has(key);
  summary.dataset.key = key;
  summary.onclick = (event) => {
    event.preventDefault();
    details.open = !details.open;
    keep();
  };
  details.ontoggle = () => details.isConnected && keep(); // opened by the browser, where it found a word in it
  if (details.open) fill();
  return details;
}

function labelled(made, label) {
  made.setAttribute("aria-label", label);
  if (made.tagName === "INPUT" && made.type === "text") made.placeholder = label;
  return made;
}

const pick = (words, label) => labelled(element("select", {}, ...words.map((one) => element("option", { value: one }, plain(one)))), label);

const bonusForm = () => [pick(content.words.bonus, "what"), labelled(editor("number", 1), "how much"), labelled(editor("text", ""), "from where")];

// Survivors

function renderSurvivors() {
  const all = Object.entries(state.records.survivors);
  const living = all.filter(([, one]) => one.state !== "dead"), dead = all.filter(([, one]) => one.state === "dead");
  const order = (one) => (state.records.party.includes(one) ? 0 : 1);
  living.sort(([one], [other]) => order(one) - order(other));
  const groups = [["All living", living.map(([id]) => id)], ["Departing", state.records.party.filter((id) => state.records.survivors[id])]];
  const out = [several.bar(groups, all.filter(([, one]) => one.gear).map(([id]) => id)), element("div", { class: "cards" }, ...living.map(card))];
  const add = drafts.form("survivors.+", () => [labelled(editor("text", "", undefined, [], 32), "the name of somebody new")], ([text]) => text && fields.send([["survivors.+", null, text]], ""));
  out.push(element("div", { class: "newcomer" }, add));
  if (dead.length) out.push(theDead(dead.reverse()));
  return out;
}

// Who died last comes first; each by a line, until it is pressed.
function theDead(dead) {
  const made = element("details", { class: "dead" }, element("summary", {}, `The dead: ${dead.length}`));
  return remember(made, "dead", () => {
    if (made.childElementCount > 1) return;
    const known = dead.filter(([, one]) => one.gear);
    made.append(element("ul", { class: "graves" }, ...dead.filter(([, one]) => !one.gear).map(grave)), element("div", { class: "cards" }, ...known.map(card)));
  });
}

function grave([id, one]) {
  const button = element("button", { type: "button", class: "grave", id: `grave-${id}`, "data-key": `grave/${id}` }, element("span", { class: "who" }, one.name || id), element("span", { class: "status" }, ended(one)));
  button.onclick = async () => {
    graves.add(id);
    await exhume(state, id);
    renderRecords();
  };
  return element("li", {}, button);
}

const ended = (one) => `year ${one.died}${one.cause ? `: ${plain(one.cause)}` : ""}`;

const BRIEF = { movement: "Move", accuracy: "Acc.", strength: "Str.", evasion: "Eva." };

function card([id, one]) {
  const at = `survivors.${id}`;
  const figure = (what, label, more = {}) => fields.field({ path: `${at}.${what}`, label, ...more });
  const words = (what, label, list = []) => fields.words({ path: `${at}.${what}`, label, name, list });
  const party = state.records.party;
  const goes = fields.toggle({ path: "party", part: id, label: `${one.name} departs`, text: "departs", on: party.includes(id), set: (was) => (was.includes(id) ? was.filter((other) => other !== id) : [...was, id]) });
  const head = element("header", {}, element("span", { class: "disc", "aria-hidden": "true" }, (one.name || id)[0]), fields.field({ path: `${at}.name`, label: "Name", kind: "text", most: 32, plain: true, more: "name" }), one.state === "dead" ? element("span", { class: "status" }, `dead in ${ended(one)}`) : goes, several.toggle(id, one.name));
  const survival = figure("survival", "Survival", { shown: `${one.survival} / ${state.limit}` });
  if (!survival.classList.contains("editing")) survival.append(pips(one.survival, state.limit));
  if (one.survival > state.limit) survival.classList.add("over");
  const armor = element("ul", { class: "places" }, ...content.locations.map((place) => {
    const points = state.armor[id]?.[place] ?? one.armor[place];
    const cell = fields.field({ path: `${at}.armor.${place}`, label: `${upper(place)}: armor`, shown: String(points), plain: true, kind: "number" });
    if (!cell.classList.contains("editing")) cell.firstChild.replaceChildren(shield(points));
    return element("li", {}, cell, element("span", { class: "boxes" }, ...content.boxes.filter((box) => box.startsWith(place)).map((box) => boxOf(at, one, box))), element("span", { class: "under" }, place));
  }), element("li", { class: "brain" }, element("span", { class: "boxes" }, boxOf(at, one, "brain-light")), element("span", { class: "under" }, one.insanity >= 3 ? "insane" : "brain")));
  const grid = element("div", { class: "grid", role: "group", "aria-label": `${one.name}: gear` }, ...one.gear.map((piece, k) => fields.field({
    path: `${at}.gear`, part: String(k), label: `Gear, row ${1 + Math.floor(k / 3)}, column ${1 + (k % 3)}`, kind: "text", plain: true, value: piece ? name(piece) : "", list: content.lists.gear, shown: piece ? name(piece) : "·",
    set: (was, text) => {
      was[k] = text.trim() ? idOf(text.trim(), content.lists.gear) : null;
      return was;
    },
  })));
  const tokens = element("div", { class: "figures small" }, ...content.attributes.map((what) => fields.field({
    path: `${at}.tokens`, part: what, label: `${what} token`, value: one.tokens[what] ?? 0,
    set: (was, n) => {
      if (n) was[what] = n;
      else delete was[what];
      return was;
    },
  })));
  const injuries = rowsOf(`${at}.injuries`, "Injuries", one.injuries, ([place, what]) => `${place}: ${plain(what)}`, () => [pick([...content.locations, "brain"], "where"), labelled(editor("text", ""), "injury")]);
  const more = remember(element("details", { class: "more" }, element("summary", {}, "All of the sheet"), element("div", { class: "lists" },
    words("arts", "Fighting arts", content.lists.arts), words("disorders", "Disorders", content.lists.disorders), words("abilities", "Abilities", content.lists.abilities), words("impairments", "Impairments"), injuries,
    fields.field({ path: `${at}.proficiency.type`, label: "Weapon", kind: "text" }), figure("proficiency.level", "Proficiency"), figure("bleed", "Bleeding"),
    fields.field({ path: `${at}.state`, label: "State", kind: "choice", choices: [["alive", "alive"], ["retired", "retired"], ["dead", "dead"]] }),
    fields.field({ path: `${at}.sex`, label: "Sex", kind: "choice", choices: [["", "–"], ["f", "f"], ["m", "m"]] }),
    element("div", { class: "field" }, element("span", { class: "label" }, "Next hunt"), fields.toggle({ path: `${at}.skip_hunt`, label: `${one.name} skips the next hunt`, text: "skips it", on: one.skip_hunt })),
    figure("born", "Came in year"), figure("died", "Died in year"), fields.field({ path: `${at}.cause`, label: "Cause of death", kind: "text" }),
    words("milestones", "Milestones"), element("div", { class: "field words" }, element("span", { class: "label" }, "Tokens"), tokens), fields.field({ path: `${at}.notes`, label: "Notes", kind: "long", more: "wide" }))), `${id}/more`);
  const marks = [...one.impairments.map(plain), ...(one.skip_hunt ? ["skips the next hunt"] : []), ...(one.bleed ? [`${one.bleed} bleeding`] : []), ...(one.state === "retired" ? ["retired"] : [])];
  return element("article", { class: `card ${one.state}`, "aria-label": one.name },
    head,
    ...(marks.length ? [element("p", { class: "marks" }, marks.join(", "))] : []),
    element("div", { class: "figures" }, survival, figure("insanity", "Insanity"), figure("courage", "Courage"), figure("understanding", "Understanding", { brief: "Underst." }), figure("experience", "Hunt experience", { brief: "Hunt XP" })),
    element("div", { class: "figures six" }, ...content.attributes.map((what) => figure(what, upper(what), { brief: BRIEF[what] ?? upper(what) }))),
    element("div", { class: "body" }, armor, grid), more);
}

function boxOf(at, one, box) {
  const heavy = box.endsWith("heavy");
  return fields.toggle({
    path: `${at}.boxes`, part: box, kind: heavy ? "box heavy" : "box", label: `${plain(box)} injury`, text: "", on: one.boxes.includes(box),
    set: (was) => content.boxes.filter((other) => (other === box ? !was.includes(box) : was.includes(other))),
  });
}

// Timeline

function renderTimeline() {
  const path = "settlement.timeline";
  const rows = state.records.settlement.timeline;
  const { year } = state.records.settlement;
  const years = new Map([...rows.map((row) => row[0]), year].sort((one, other) => one - other).map((one) => [one, []]));
  const alike = {};
  for (const row of rows) {
    const made = JSON.stringify(row);
    alike[made] = (alike[made] ?? 0) + 1;
    years.get(row[0]).push(dated(path, row, alike[made]));
  }
  const items = [...years].map(([one, entries]) => element("li", { class: one === year ? "now" : one < year ? "passed" : "" }, element("span", { class: "year" }, String(one)), element("div", { class: "chips" }, ...entries, anotherDated(path, one, `Add to year ${one}`))));
  const more = element("div", { class: "chips another" }, anotherDated(path, Math.max(year, ...rows.map((row) => row[0])) + 1, "Add to another year", "another"));
  const lost = fields.lostRow(path);
  return [...(lost ? [lost] : []), element("ol", { class: "years" }, ...items), more];
}

// An entry of the timeline: whether it is done, and what it is, which opens it.
function dated(path, row, nth) {
  const text = row[1] === "showdown" ? `${name(row[2])}, level ${row[3]}` : name(row[2]);
  const key = `${path}/${JSON.stringify(row)}/${nth}`;
  const turned = [...row.slice(0, -1), row.at(-1) ? "" : "done"];
  const form = fields.row(key);
  if (form) return form;
  const mark = element("button", { type: "button", class: "mark", "data-key": `${key}/done`, "aria-pressed": String(Boolean(row.at(-1))), "aria-label": `${text}, year ${row[0]}: done` }, row.at(-1) ? "✓" : "○");
  mark.onclick = () => {
    fields.moved = { [`${key}/done`]: `${path}/${JSON.stringify(turned)}/1/done` };
    fields.sendRow(path, row, turned, byYear);
  };
  const open = element("button", { type: "button", class: `entry ${row[1]}`, "data-key": key, "aria-label": `${text}, year ${row[0]}. Edit` }, text);
  open.onclick = () => fields.beginRow({ key, path, row, label: `Year ${row[0]}: ${text}`, ...datedInputs(row), order: byYear });
  return element("span", { class: `pair ${row.at(-1)}` }, mark, open);
}

function anotherDated(path, year, label, part = year) {
  const key = `${path}/+${part}`;
  const form = fields.row(key);
  if (form) return form;
  const button = element("button", { type: "button", class: "chip add", "data-key": key, "aria-label": label }, "+", ...(part === "another" ? [" another year"] : []));
  button.onclick = () => fields.beginRow({ key, path, row: null, label, ...datedInputs([year, "event", "", ""]), order: byYear });
  return button;
}

const byYear = (one, other) => one[0] - other[0];

function datedInputs(row) {
  const lists = { event: content.lists.events, showdown: content.lists.monsters };
  const when = labelled(editor("number", row[0]), "year"), kind = pick(["event", "showdown"], "kind"), level = labelled(editor("number", row.length > 4 ? row[3] : 1), "level");
  const what = labelled(editor("text", row[2] ? name(row[2]) : "", undefined, [...lists.event, ...lists.showdown]), "what");
  const done = element("select", { "aria-label": "done or not" }, element("option", { value: "" }, "to come"), element("option", { value: "done" }, "done"));
  kind.value = row[1];
  done.value = row.at(-1);
  kind.onchange = () => (level.hidden = kind.value === "event");
  kind.onchange();
  const make = () => {
    const [year, text] = [Number(when.value), what.value.trim()];
    if (!Number.isInteger(year) || when.value === "" || !text) return null;
    return [year, kind.value, idOf(text, lists[kind.value]), ...(kind.value === "showdown" ? [Math.trunc(Number(level.value)) || 1] : []), done.value];
  };
  return { inputs: [when, kind, what, level, done], make };
}

// Years

let chosenYear = null;

function renderYears() {
  const rows = [...(state.records.years ?? []), ...(state.this_year[0] > 0 ? [state.this_year] : [])];
  if (!rows.length) return [element("p", { class: "hint" }, "The First Story is not over: the lantern years begin after it.")];
  const box = $("records");
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const inside = getComputedStyle(box);
  const width = Math.min(60 * rem, Math.floor(box.clientWidth - parseFloat(inside.paddingLeft) - parseFloat(inside.paddingRight)));
  const whole = element("details", { class: "by-year" }, element("summary", {}, "The same as a table"));
  const inner = { class: "scroll", role: "region", tabindex: "0", "data-key": "years/rows", "aria-label": "Figures by lantern year" };
  remember(whole, "years/table", () => whole.childElementCount < 2 && whole.append(element("div", inner, chartTable(rows, fields)), fields.adder("years/+", "the years", [], addYear)));
  return [...charts(rows, { year: chosenYear, choose: (year) => (chosenYear = year), width, rem }), whole];
}

// A year that was kept on paper comes with the figures of the nearest one before it, to be put right.
function addYear(text) {
  const year = Number(text);
  const rows = state.records.years ?? [];
  const now = state.this_year;
  const wrong = !Number.isInteger(year) || year < 1 || year >= now[0] ? "A year that is over is wanted." : rows.some((row) => row[0] === year) ? "It is there already." : "";
  if (wrong) {
    fields.note(wrong);
    return false;
  }
  const like = [...rows].reverse().find((row) => row[0] < year) ?? rows.find((row) => row[0] > year) ?? now;
  return say("edit", { edit: [[`years.${year}`, null, yearOf([[year, ...like.slice(1)]], String(year))]], why: "" });
}

let broad = 0;
new ResizeObserver(([entry]) => {
  const width = Math.round(entry.contentRect.width);
  if (tab === "years" && width !== broad) renderRecords();
  broad = width;
}).observe($("records"));

// Storage

function renderStorage() {
  const part = (what, title, list) => {
    const there = state.records.settlement[what];
    const set = (one) => (was, n) => {
      if (n) was[one] = n;
      else delete was[one];
      return was;
    };
    const rows = Object.keys(there).sort((one, other) => name(one).localeCompare(name(other))).map((one) => fields.field({ path: `settlement.${what}`, part: one, label: name(one), value: there[one], set: set(one) }));
    const inputs = () => [labelled(editor("text", "", undefined, list), what === "gear" ? "gear" : "resource"), labelled(editor("number", 1), "how many")];
    const add = drafts.form(`settlement.${what}`, inputs, ([text, n]) => {
      if (!text) return false;
      const one = idOf(text, list);
      return fields.send([[`settlement.${what}`, there, set(one)(structuredClone(there), (there[one] ?? 0) + n)]], "");
    });
    return section(title, "store", ...(rows.length ? rows : [element("p", { class: "hint" }, "nothing")]), add);
  };
  return [part("storage", "Resources", content.lists.resources), part("gear", "Gear that nobody carries", content.lists.gear)];
}

// History

function renderHistory() {
  const rows = past.map((row) => {
    const text = row.told.length && row.kind !== "draw" ? sentences(row.told) : `${row.entry}.`;
    const when = new Date(row.at);
    const about = [when.toLocaleString([], { dateStyle: "short", timeStyle: "short" }), row.who, row.cause, row.rule].filter(Boolean).join(" · ");
    const item = element("li", {}, element("span", { class: "entry-number" }, String(row.number)), element("div", {}, element("p", {}, text), element("p", { class: "under" }, about)));
    if (row.told.length) {
      const back = element("button", { type: "button", class: "quiet", "data-key": `history/${row.number}`, "aria-label": `Take back entry ${row.number} by an edit` }, "take back");
      back.onclick = () => say("take-back", { entry: row.number });
      item.append(back);
    }
    return item;
  });
  const out = [element("ol", { class: "past" }, ...rows)];
  if (!atEnd && past.length) {
    const more = element("button", { type: "button", class: "older", "data-key": "history/older" }, "Older entries");
    more.onclick = async () => {
      await loadPast(state.entries, true);
      renderRecords();
    };
    out.push(more);
  }
  return out;
}

// Keys

function daylight(on) {
  document.documentElement.toggleAttribute("data-daylight", on);
  $("daylight").setAttribute("aria-pressed", String(on));
}
const turn = () => {
  const on = !document.documentElement.hasAttribute("data-daylight");
  liking("lanternboard-daylight", on ? "on" : "");
  daylight(on);
};
daylight(Boolean(liking("lanternboard-daylight")));
$("daylight").onclick = turn;
$("help").onclick = () => $("all-keys").showModal();
const back = () => state && say("undo", { number: state.asked.number });
const again = () => state && say("redo", { number: state.asked.number });
$("undo").onclick = back;
$("redo").onclick = again;

document.addEventListener("keydown", (event) => {
  const writing = event.target.closest?.("input, textarea, select");
  if (!state || event.ctrlKey || event.metaKey || event.altKey || event.repeat || writing || document.querySelector("dialog[open]")) return;
  const { asked } = state;
  const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (number && numbers()) {
    const field = $("answers").querySelector("input");
    if (field) {
      field.value = "";
      field.focus(); // the digit lands there
      return;
    }
    if (asked.options.includes(number)) answer(number);
  } else if (number && number <= asked.options.length) answer(asked.options[number - 1]);
  else if (event.key === "n") {
    if (asked.chance) roll();
    else if (asked.usual !== null) answer(asked.usual);
  } else if (event.key === "u" || event.key === "Backspace") back();
  else if (event.key === "r") again();
  else if (event.key === "s") boards.sync();
  else if (event.key === "d") turn();
  else if (event.key === "?") $("all-keys").showModal();
  else if (event.key === "Enter" && (event.target === document.body || event.target === $("answers"))) $("answers").querySelector("input")?.focus();
  else return;
  event.preventDefault();
});
