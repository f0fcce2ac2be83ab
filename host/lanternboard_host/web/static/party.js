// The showdown's records: sheets, decks, what happened, how it ended. What is new is marked for a while. Nothing is decided here.

import { element } from "./table.js";

const STAYS = 8000; // milliseconds that a change is marked
const SVG = "http://www.w3.org/2000/svg";
const AMBER = "#f0b45a";
const MOST = 8; // pips; more are a number

export class Party {
  constructor(find, again) {
    this.find = find;
    this.again = again; // draws once more, when a mark is to go
    this.known = new Map(); // what was shown before: key -> value
    this.until = new Map(); // key -> when its mark goes
    this.of = "";
  }

  show(state) {
    const party = state.party;
    document.body.toggleAttribute("data-showdown", Boolean(party));
    for (const id of ["standing", "sheets", "past", "result"]) this.find(id).hidden = !party;
    if (!party) return;
    if (this.of !== state.journal) for (const kept of [this.known, this.until]) kept.clear();
    this.of = state.journal;
    this.put("standing", this.standing(party));
    this.put("sheet-list", this.sheets(party, state));
    this.put("past-list", party.past.toReversed().map((text) => element("li", {}, text)));
    this.find("past").hidden = !party.past.length;
    this.result(party.result);
  }

  put(id, made) {
    const box = this.find(id);
    const next = element("div", {}, ...made);
    if (next.innerHTML !== box.innerHTML) box.replaceChildren(...next.childNodes);
  }

  // Marks an element whose value is another one than before.
  mark(made, key, value) {
    const now = performance.now();
    const told = JSON.stringify(value);
    if (this.known.has(key) && this.known.get(key) !== told) {
      this.until.set(key, now + STAYS);
      setTimeout(this.again, STAYS + 20);
    }
    this.known.set(key, told);
    if (this.until.get(key) > now) made.classList.add("new");
    return made;
  }

  standing(party) {
    const line = element("p", { class: "round" });
    for (const text of [party.round, party.side, party.controller]) if (text) line.append(this.mark(element("span", {}, text), `standing ${line.childElementCount}`, text));
    const piles = element("ul", { class: "piles", "aria-label": "Decks" });
    for (const pile of party.piles) {
      const stack = element("span", { class: `stack${pile.count ? "" : " none"}`, "data-high": Math.min(pile.count, 4) }, String(pile.count));
      piles.append(this.mark(element("li", {}, stack, element("span", { class: "name" }, pile.name)), `pile ${pile.id}`, pile.count));
    }
    const out = [line, piles];
    if (party.cards.length) out.push(this.mark(element("p", { class: "card" }, ...party.cards.map((name) => element("span", {}, name))), "cards", party.cards));
    return out;
  }

  sheets(party, state) {
    const out = [];
    if (state.monster) out.push(this.monster(party.monster, state));
    party.survivors.forEach((one, i) => out.push(this.survivor(one, state.survivors[i], i)));
    for (const text of state.differs) out.push(element("li", { class: "differs" }, text));
    return out;
  }

  head(label, name, status) {
    return element("div", { class: "who" }, element("span", { class: "disc", "aria-hidden": "true" }, element("span", {}, label)), element("span", { class: "name" }, name), element("span", { class: "status" }, status));
  }

  monster(monster, state) {
    const { name, label, status, down } = state.monster;
    const made = element("li", { class: `monster${down ? " lying" : ""}`, own: AMBER }, this.head(label, name, status));
    const facts = [...monster.more.map((text) => ["", text]), ...(monster.dying ? [["bleeding", monster.dying]] : []), ...monster.moods.map((text) => ["mood", text]), ...monster.injuries.map((text) => ["injury", text])];
    made.append(this.facts(facts, "monster"));
    return made;
  }

  survivor(one, here, i) {
    const how = here.lying ? " lying" : here.dead ? " dead" : here.at === null ? " absent" : "";
    const head = this.head(here.label, here.name, "");
    const status = head.lastChild;
    this.mark(status, `${i} how`, [here.status]);
    const posture = here.status || (status.classList.contains("new") ? one.how : "");
    status.textContent = [one.player, one.controller ? "controller" : "", posture].filter(Boolean).join(", ");
    const made = element("li", { class: how.trim(), own: here.colour }, head);
    if (one.places.length && !here.dead) {
      const places = element("ul", { class: "places", "aria-hidden": "true" }, ...one.places.map((place) => this.place(place, i)));
      const pips = element("div", { class: "pips", "aria-hidden": "true" }, this.pips(one.survival, `${i} survival`, "survival"), this.pips(one.insanity, `${i} insanity`, "insanity"));
      made.append(places, element("p", { class: "heard" }, one.told));
      const facts = this.facts([...one.turn.map((text) => ["turn", text]), ...one.more], String(i));
      made.append(element("div", { class: "rest" }, pips, facts));
    }
    return made;
  }

  place(place, i) {
    const made = element("li", { class: place.id });
    if (place.id !== "brain") made.append(shield(place.armor));
    made.append(element("span", { class: "boxes" }, ...place.boxes.map(([kind, filled]) => element("i", { class: filled ? `${kind} filled` : kind }))));
    made.append(element("span", { class: "name" }, place.name));
    return this.mark(made, `${i} ${place.id}`, [place.armor, place.boxes]);
  }

  pips({ name, n, of }, key, kind) {
    const made = element("span", { class: kind }, element("span", { class: "name" }, name));
    if (of > MOST) made.append(element("b", {}, String(n)));
    else for (let k = 0; k < of; k++) made.append(element("i", { class: k < n ? "filled" : "" }));
    return this.mark(made, key, [n, of]);
  }

  facts(facts, of) {
    const list = element("ul", { class: "facts" });
    const before = this.known.has(`${of} facts`) ? JSON.parse(this.known.get(`${of} facts`)) : null;
    for (const [kind, text] of facts) {
      const key = `${of} fact ${text}`;
      const item = element("li", { class: kind }, text);
      if (before && !before.includes(text)) this.known.set(key, "");
      list.append(before ? this.mark(item, key, text) : item);
      this.known.set(key, JSON.stringify(text));
    }
    this.known.set(`${of} facts`, JSON.stringify(facts.map(([, text]) => text)));
    return list;
  }

  result(result) {
    const box = this.find("result");
    box.hidden = !result;
    if (!result) return;
    box.className = result.is;
    const gains = result.gains.map(({ who, what }) => element("li", {}, element("b", {}, who), ` ${what.join(", ")}`));
    this.put("result", [element("h2", {}, result.name), element("p", {}, result.text), ...(gains.length ? [element("ul", {}, ...gains)] : [])]);
  }
}

function shield(armor) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 24 28");
  made.setAttribute("class", armor ? "shield" : "shield none");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", "M2 3h20v12c0 6-5 9-10 11C7 24 2 21 2 15z");
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("x", "12");
  text.setAttribute("y", "18");
  text.setAttribute("text-anchor", "middle");
  text.textContent = armor;
  made.append(path, text);
  return made;
}
