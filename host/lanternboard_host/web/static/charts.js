// What the settlement came to over its lantern years, drawn: population, deaths and births, survival. One year is chosen, by the pointer or
// the arrow keys, and told; all years are in a table too. A line is known by its dashes, its points and its name at its end, not by its colour.

import { svg } from "./drawn.js";
import { element } from "./table.js";

const NAMES = ["year", "population", "deaths", "births", "living", "survival", "limit"]; // as the server has a row
const TABLE = { year: "Year", population: "Population", deaths: "Deaths", births: "Births", living: "Living", survival: "Survival", mean: "Mean", limit: "Limit" };
const PANELS = [
  { title: "Population", lines: [["population", "", "round"]], tall: 6.5, glow: true },
  { title: "Deaths and births, all until then", lines: [["deaths", "deaths", "square"], ["births", "births", "ring"]], tall: 5.5 },
  { title: "Survival of the living", lines: [["mean", "mean", "round"], ["limit", "limit", "none"]], tall: 5.5 },
];
const APART = 0.9; // rem between two points, for these to be drawn
const FAR = 10; // years, with Page up and Page down

// Rows by name, with the mean of the living's survival (null where nobody lives) and what came in the year itself (null
// where the year before it is not there).
export function figures(rows) {
  return rows.map((row, k) => {
    const one = Object.fromEntries(NAMES.map((name, n) => [name, row[n]]));
    const before = k && rows[k - 1][0] === row[0] - 1 ? Object.fromEntries(NAMES.map((name, n) => [name, rows[k - 1][n]])) : null;
    const since = (name) => (before ? one[name] - before[name] : null);
    return { ...one, mean: one.living ? Math.round((100 * one.survival) / one.living) / 100 : null, grown: since("population"), died: since("deaths"), born: since("births") };
  });
}

// Whole numbers from `low` to `high` or beyond, some `most` of them, in steps of 1, 2 or 5 times a power of ten.
export function ticks(low, high, most) {
  let step = 1;
  for (let k = 0; (high - low) / step > most; k++) step = [1, 2, 5][k % 3] * 10 ** Math.floor(k / 3);
  const out = [];
  for (let n = Math.floor(low / step) * step; ; n += step) {
    out.push(n);
    if (n >= high) return out;
  }
}

const signed = (n) => (n === null ? "" : n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

export function told(one) {
  const died = one.died > 0 ? `, ${one.died} of them in this year` : "";
  const mean = one.mean === null ? "nobody lives" : `survival ${one.survival} of ${one.living} living, ${one.mean} each`;
  return `Lantern year ${one.year}: population ${one.population}; deaths ${one.deaths}${died}; births ${one.births}; ${mean}; survival limit ${one.limit}`;
}

// All of it: `year`: the chosen one, null for the last; `choose(year)` keeps it; `width` in pixels, `rem` pixels a rem.
export function charts(rows, { year, choose, width, rem }) {
  const all = figures(rows);
  let at = all.findIndex((one) => one.year === year);
  if (at < 0) at = all.length - 1;
  const panels = PANELS.map((panel) => new Panel(panel, all, width, rem));
  const telling = element("div", { class: "telling figures" });
  const slider = element("div", {
    class: "charts", role: "slider", tabindex: "0", "data-key": "years/slider", "aria-label": "Lantern year", "aria-valuemin": String(all[0].year), "aria-valuemax": String(all.at(-1).year),
  }, ...panels.map((panel) => element("figure", {}, element("figcaption", {}, panel.title), panel.drawn)));
  const move = (k) => {
    at = Math.max(0, Math.min(all.length - 1, k));
    const one = all[at];
    choose(at === all.length - 1 ? null : one.year);
    slider.setAttribute("aria-valuenow", String(one.year));
    slider.setAttribute("aria-valuetext", told(one));
    telling.replaceChildren(...tellings(one, at === all.length - 1));
    for (const panel of panels) panel.point(at);
  };
  slider.onkeydown = (event) => {
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - FAR, PageUp: at + FAR, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(to);
  };
  const follow = (event) => {
    const x = event.clientX - panels[0].drawn.getBoundingClientRect().left;
    move(panels[0].nearest(x));
  };
  slider.onpointerdown = follow;
  slider.onpointermove = (event) => (event.pointerType === "mouse" || event.buttons) && follow(event);
  move(at);
  return [telling, slider];
}

function tellings(one, last) {
  const figure = (label, value, under) => element("div", { class: "field" }, element("span", { class: "label" }, label), element("span", { class: "number" }, String(value)), element("span", { class: "under" }, under));
  return [
    figure("Year", one.year, last ? "now" : "its end"),
    figure("Population", one.population, signed(one.grown)),
    figure("Deaths", one.deaths, signed(one.died)),
    figure("Births", one.births, signed(one.born)),
    figure("Survival", one.mean === null ? "–" : `${one.mean} / ${one.limit}`, `${one.living} living`),
  ];
}

// What is kept of a year by name, or one figure of it; null where nothing is.
export function yearOf(rows, year, name) {
  const row = rows.find((one) => String(one[0]) === year);
  if (!row) return null;
  const all = Object.fromEntries(NAMES.slice(1).map((one, k) => [one, row[k + 1]]));
  return name ? all[name] : all;
}

// All years; those that are over are edited in their place, and go by their cross.
export function table(rows, fields) {
  const last = rows.length - 1;
  const cell = (one, key, k) => {
    if (k === last || key === "mean") return String(one[key] ?? "–");
    if (key === "year") return element("div", { class: "year" }, String(one.year), fields.drop({ path: `years.${one.year}`, label: `Year ${one.year}` }));
    return fields.field({ path: `years.${one.year}.${key}`, label: `Year ${one.year}, ${TABLE[key].toLowerCase()}`, plain: true });
  };
  const head = element("tr", {}, ...Object.values(TABLE).map((text) => element("th", { scope: "col" }, text)));
  const body = figures(rows).map((one, k) => element("tr", {}, ...Object.keys(TABLE).map((key) => element(key === "year" ? "th" : "td", key === "year" ? { scope: "row" } : {}, cell(one, key, k)))));
  return element("table", {}, element("caption", { class: "heard" }, "Figures by lantern year"), element("thead", {}, head), element("tbody", {}, ...body));
}

class Panel {
  constructor({ title, lines, tall, glow }, all, width, rem) {
    Object.assign(this, { title, lines, all });
    const left = 2.25 * rem, right = 4.75 * rem, top = 0.75 * rem, foot = 1.5 * rem, high = tall * rem;
    const values = lines.flatMap(([key]) => all.map((one) => one[key] ?? 0));
    const levels = ticks(Math.min(0, ...values), Math.max(2, ...values), 4);
    const [low, most] = [levels[0], levels.at(-1)];
    const last = all.at(-1).year, first = Math.min(all[0].year, last - 1); // a single one is at the end, by its name
    const room = Math.max(40, width - left - right);
    this.x = (one) => left + ((one - first) / (last - first)) * room;
    this.y = (n) => top + high - ((n - low) / (most - low)) * high;
    const made = svg("svg", { class: "chart", width, height: top + high + foot, viewBox: `0 0 ${width} ${top + high + foot}`, "aria-hidden": "true" });
    for (const n of levels) made.append(svg("path", { class: n === 0 ? "level ground" : "level", d: `M${left} ${this.y(n)}h${room}` }), text(left - 0.5 * rem, this.y(n) + 0.3 * rem, "scale", n, "end"));
    const years = ticks(first, last, Math.max(2, room / (3 * rem))).filter((n) => n >= all[0].year && n <= last);
    if (!years.length || this.x(years[0]) - this.x(all[0].year) > 2.5 * rem) years.unshift(all[0].year);
    made.append(...years.map((n) => text(this.x(n), top + high + 1.25 * rem, "scale", n, "middle")));
    if (glow) made.append(this.light(top, high));
    const apart = all.length < 2 || room / (all.length - 1) >= APART * rem;
    const ends = lines.map(([key]) => [...all].reverse().find((one) => one[key] !== null));
    lines.forEach(([key, , shape], n) => {
      made.append(svg("path", { class: `line-${n} ${key}`, d: this.path(key) }));
      if (shape !== "none" && apart) for (const one of all) if (one[key] !== null) made.append(mark(shape, this.x(one.year), this.y(one[key]), rem, `mark-${n} ${key}`));
    });
    const heights = spread(ends.map((one, n) => this.y(one?.[lines[n][0]] ?? 0)), 1.1 * rem);
    lines.forEach(([key, name], n) => {
      if (ends[n]) made.append(text(left + room + 0.75 * rem, heights[n] + 0.32 * rem, `end end-${n} ${key}`, `${name} ${ends[n][key]}`.trim(), "start"));
    });
    this.rule = svg("path", { class: "chosen", d: "" });
    this.dots = lines.map(([key], n) => svg("circle", { class: `dot dot-${n} ${key}`, r: 0.35 * rem }));
    this.span = `M0 ${top - 0.25 * rem}V${top + high}`;
    made.append(this.rule, ...this.dots);
    this.drawn = made;
  }

  path(key) {
    let d = "", broken = true;
    for (const one of this.all) {
      if (one[key] === null) broken = true;
      else {
        d += `${broken ? "M" : "L"}${this.x(one.year).toFixed(1)} ${this.y(one[key]).toFixed(1)}${broken ? "h0" : ""}`; // h0: seen by itself too
        broken = false;
      }
    }
    return d;
  }

  // What the first line shines down upon.
  light(top, high) {
    const [first, last] = [this.all[0], this.all.at(-1)];
    const ground = this.y(0);
    const shine = svg("linearGradient", { id: "shine", x1: 0, x2: 0, y1: top, y2: top + high, gradientUnits: "userSpaceOnUse" }, svg("stop", { offset: 0, class: "near" }), svg("stop", { offset: 1, class: "far" }));
    return svg("g", {}, shine, svg("path", { class: "light", fill: "url(#shine)", d: `${this.path(this.lines[0][0])}L${this.x(last.year)} ${ground}L${this.x(first.year)} ${ground}Z` }));
  }

  nearest(x) {
    let best = 0;
    this.all.forEach((one, k) => {
      if (Math.abs(this.x(one.year) - x) < Math.abs(this.x(this.all[best].year) - x)) best = k;
    });
    return best;
  }

  point(k) {
    const one = this.all[k];
    this.rule.setAttribute("d", this.span.replace("M0", `M${this.x(one.year)}`));
    this.lines.forEach(([key], n) => {
      const dot = this.dots[n];
      dot.setAttribute("visibility", one[key] === null ? "hidden" : "visible");
      dot.setAttribute("cx", this.x(one.year));
      dot.setAttribute("cy", this.y(one[key] ?? 0));
    });
  }
}

const text = (x, y, kind, what, anchor) => svg("text", { class: kind, x, y, "text-anchor": anchor }, String(what));

function mark(shape, x, y, rem, kind) {
  const r = 0.19 * rem;
  if (shape === "square") return svg("rect", { class: kind, x: x - r, y: y - r, width: 2 * r, height: 2 * r });
  return svg("circle", { class: kind, cx: x, cy: y, r: shape === "ring" ? 1.1 * r : r });
}

// Heights, moved apart where they are nearer to each other than `least`.
function spread(heights, least) {
  if (heights.length < 2 || Math.abs(heights[0] - heights[1]) >= least) return heights;
  const middle = (heights[0] + heights[1]) / 2, up = heights[0] <= heights[1] ? -1 : 1;
  return [middle + (up * least) / 2, middle - (up * least) / 2];
}
