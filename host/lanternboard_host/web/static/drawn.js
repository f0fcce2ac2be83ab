// What is drawn of the records: shields, boxes, the line of the hunt.

import { element } from "./table.js";

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function shield(points) {
  return svg("svg", { class: points ? "shield" : "shield none", viewBox: "0 0 20 24", "aria-hidden": "true" }, svg("path", { d: "M2 2h16v11c0 5-4 8-8 9.5C6 21 2 18 2 13z" }), svg("text", { x: 10, y: 15.5, "text-anchor": "middle" }, String(points)));
}

const SPACE = 30, GAP = 4, TALL = 74;
const SIGN = { monster: "M", basic: "B", "overwhelming-darkness": "D" };

// `hunt`: at, monster, events, name; `party`: names. Survivors above the spaces, the monster in them, below what the ends are.
export function line(hunt, party) {
  const n = hunt.events.length;
  const x = (k) => k * (SPACE + GAP);
  const told = `${party.join(", ")} on space ${hunt.at} of ${n - 1}; ${hunt.name} on space ${hunt.monster}.`;
  const made = svg("svg", { class: "line", viewBox: `-1 0 ${x(n) - GAP + 2} ${TALL}`, role: "img", "aria-label": told });
  hunt.events.forEach((what, k) => {
    const kind = k === 0 ? "start" : k === n - 1 ? "end" : what || "none";
    made.append(svg("rect", { class: `space ${kind} ${k < hunt.at ? "passed" : ""}`, x: x(k), y: 24, width: SPACE, height: SPACE, rx: 5 }));
    const sign = SIGN[what] ?? "";
    if (k !== hunt.monster) made.append(svg("text", { class: `sign ${kind}`, x: x(k) + SPACE / 2, y: 44, "text-anchor": "middle" }, sign));
    made.append(svg("text", { class: "count", x: x(k) + SPACE / 2, y: 68, "text-anchor": "middle" }, k === 0 ? "start" : k === n - 1 ? "starve" : String(k)));
  });
  const m = x(hunt.monster) + SPACE / 2;
  made.append(svg("rect", { class: "monster", x: m - 11, y: 28, width: 22, height: 22, rx: 4 }), svg("path", { class: "monster-front", d: `M${m - 11} 29.5h22` }), svg("text", { class: "initial", x: m, y: 44.5, "text-anchor": "middle" }, hunt.name[0]));
  const s = x(hunt.at) + SPACE / 2;
  made.append(svg("path", { class: "pointer", d: `M${s - 4} 17h8l-4 5z` }), svg("circle", { class: "survivors", cx: s, cy: 9, r: 8.5 }), svg("text", { class: "initial", x: s, y: 13, "text-anchor": "middle" }, String(party.length)));
  return made;
}

export function pips(n, of) {
  const many = Math.min(12, Math.max(n, of, 0));
  return element("span", { class: "pips", "aria-hidden": "true" }, ...Array.from({ length: many }, (_, k) => element("i", k < n ? { class: "filled" } : {})));
}
