// The board as it lies on the table: the lights as the frames have them, and over them who stands there. It draws and says which
// space was touched; it knows no server and no rule.

const SLAB = "17, 14, 12";
const UNLIT = [27, 22, 18];
const SHED = [0.5, 0.2, 0.05]; // of a space's light, by distance
const RIM = "#8f8270";
const CHALK = "#fff4e2";
const PLATE = "#14100c";
const AMBER = "#f0b45a";
const HEAD = 16;

export class Board {
  constructor(element, lights, over) {
    this.element = element;
    this.lights = lights;
    this.over = over;
    this.light = lights.getContext("2d", { alpha: false });
    this.pen = over.getContext("2d");
    this.tiny = document.createElement("canvas");
    this.haze = document.createElement("canvas");
    this.columns = this.rows = 0;
    this.turn = -1;
    this.state = null;
    this.hover = -1;
    this.signs = false; // whether letters say what blinks
    this.paper = false; // whether it is drawn for print
    this.number = 0;
    this.shape(22, 16, 0);
    const sized = new ResizeObserver(() => this.fit());
    for (const one of [element.parentElement.parentElement, document.getElementById("standing")]) sized.observe(one);
    addEventListener("resize", () => this.fit());
  }

  // The game's board, turned as it lies on the table.
  shape(columns, rows, turn) {
    if (columns === this.columns && rows === this.rows && turn === this.turn) return;
    Object.assign(this, { columns, rows, turn });
    const quarter = turn & 3;
    this.across = quarter & 1 ? rows : columns;
    this.down = quarter & 1 ? columns : rows;
    this.place = new Int32Array(columns * rows);
    this.space = new Int32Array(columns * rows);
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        const [x, y] = this.turned(c, r, 0);
        this.place[r * columns + c] = y * this.across + x;
        this.space[y * this.across + x] = r * columns + c;
      }
    }
    this.tiny.width = this.across;
    this.tiny.height = this.down;
    this.thin = this.tiny.getContext("2d");
    this.image = this.thin.createImageData(this.across, this.down);
    this.haze.width = this.across;
    this.haze.height = this.down;
    this.mist = this.haze.getContext("2d");
    this.shed = this.mist.createImageData(this.across, this.down);
    for (let i = 0; i < columns * rows; i++) {
      this.image.data.set([...UNLIT, 0], 4 * i);
      this.shed.data.set([...UNLIT, 255], 4 * i);
    }
    this.cells = new Uint8Array(columns * rows);
    this.fit(true);
  }

  // Where the north-west corner of a block of `size` spaces lies on the table.
  turned(c, r, last) {
    if (this.turn & 4) c = this.columns - 1 - c - last;
    const right = this.columns - 1 - c - last;
    const below = this.rows - 1 - r - last;
    return [[c, r], [below, c], [right, below], [r, right]][this.turn & 3];
  }

  side(facing) {
    if (this.turn & 4) facing = (4 - facing) & 3;
    return (facing + (this.turn & 3)) & 3;
  }

  // As large as there is room for, a space a whole number of the screen's dots.
  // What lies beside it may need more height once it is that wide: then it is fitted into what is left, `most`.
  fit(anew = false, most = Infinity) {
    const page = document.getElementById("page");
    const single = getComputedStyle(page).display === "block";
    if (!single) page.style.setProperty("--board", "minmax(0, 1fr)");
    this.element.style.height = "";
    const dot = Math.max(1, Math.min(3, devicePixelRatio || 1));
    const width = this.element.clientWidth;
    let height = single ? Infinity : Math.min(most, this.element.clientHeight);
    if (single) height = Math.max(240, innerHeight * 0.62);
    const rim = Math.max(12, Math.min(26, Math.round(Math.min(width, innerHeight) / 36)));
    const cell = Math.max(6, Math.floor(Math.min((width - rim - 6) / this.across, (height - rim - 6) / this.down) * dot));
    const far = Math.round((rim / 3) * dot);
    const made = { cell, dot, rim: Math.round(rim * dot), far };
    if (single) {
      made.rim = Math.max(made.rim, Math.floor((width * dot - cell * this.across) * 0.62));
      made.far = Math.floor(width * dot) - cell * this.across - made.rim;
    }
    made.width = made.rim + cell * this.across + made.far;
    made.height = made.rim + cell * this.down + made.far;
    Object.assign(this.element.dataset, { space: cell / dot, rim: made.rim / dot }); // in CSS pixels, for whoever measures
    if (!single) {
      page.style.setProperty("--board", `${Math.ceil(made.width / dot)}px`);
      const left = this.element.clientHeight;
      if (left < made.height / dot - 1 && left < most) return this.fit(anew, left);
    }
    const same = this.size && Object.keys(made).every((key) => made[key] === this.size[key]);
    this.size = made;
    this.element.style.height = single ? `${made.height / dot}px` : "";
    if (same && !anew) return;
    for (const canvas of [this.lights, this.over]) {
      canvas.width = made.width;
      canvas.height = made.height;
      canvas.style.width = `${made.width / dot}px`;
      canvas.style.height = `${made.height / dot}px`;
      canvas.style.left = single ? `${Math.max(0, Math.floor((width - made.width / dot) / 2))}px` : "0";
    }
    this.shade = this.diffuser(cell);
    this.glow(0, 0, this.across, this.down);
    this.draw();
  }

  // What lies over the lights: a rounded pane for every space, clearest in its middle; between them nearly nothing comes through.
  diffuser(cell) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = cell;
    const pen = tile.getContext("2d");
    pen.fillStyle = `rgba(${SLAB}, 0.9)`;
    pen.fillRect(0, 0, cell, cell);
    pen.globalCompositeOperation = "destination-out";
    const through = pen.createRadialGradient(cell / 2, cell / 2, cell * 0.05, cell / 2, cell / 2, cell * 0.66);
    through.addColorStop(0, "rgba(0,0,0,1)");
    through.addColorStop(0.42, "rgba(0,0,0,0.97)");
    through.addColorStop(0.75, "rgba(0,0,0,0.8)");
    through.addColorStop(1, "rgba(0,0,0,0.5)");
    pen.fillStyle = through;
    const gap = Math.max(0.75, cell * 0.055);
    pen.beginPath();
    pen.roundRect(gap, gap, cell - 2 * gap, cell - 2 * gap, cell * 0.2);
    pen.fill();
    return this.light.createPattern(tile, "repeat");
  }

  // A frame: its number, when it was sent, columns and rows, and for every space red, green, blue and the board's own byte.
  frame(buffer) {
    const head = new DataView(buffer);
    const columns = head.getUint16(12, true);
    const rows = head.getUint16(14, true);
    if (columns * rows * 4 + HEAD !== buffer.byteLength) return;
    if (columns !== this.columns || rows !== this.rows) this.shape(columns, rows, this.turn);
    const bytes = new Uint8Array(buffer, HEAD);
    const data = this.image.data;
    let left = this.across, top = this.down, right = -1, bottom = -1, other = false;
    for (let space = 0; space < this.place.length; space++) {
      const at = this.place[space];
      const from = 4 * space, to = 4 * at;
      const r = Math.max(bytes[from], UNLIT[0]), g = Math.max(bytes[from + 1], UNLIT[1]), b = Math.max(bytes[from + 2], UNLIT[2]);
      if (this.cells[space] !== bytes[from + 3]) {
        this.cells[space] = bytes[from + 3];
        other = true;
      }
      if (data[to] !== r || data[to + 1] !== g || data[to + 2] !== b) {
        data[to] = r;
        data[to + 1] = g;
        data[to + 2] = b;
        data[to + 3] = bytes[from] + bytes[from + 1] + bytes[from + 2] ? 255 : 0;
        const x = at % this.across, y = (at / this.across) | 0;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
    if (right >= 0) this.glow(left - 3, top - 3, right - left + 7, bottom - top + 7);
    if (other && (this.signs || this.paper)) this.draw();
    this.number = head.getUint32(0, true);
    const sent = head.getFloat64(4, true);
    this.lights.dispatchEvent(new CustomEvent("frame", { detail: { number: this.number, sent, drawn: performance.timeOrigin + performance.now() } }));
  }

  // Draws a part of the lights: what is shed on dark spaces, each lit one its very own, and the panes over all.
  glow(x, y, width, height) {
    const { cell, rim } = this.size;
    const pen = this.light;
    if (this.paper) {
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, this.size.width, this.size.height);
      return;
    }
    width = Math.min(this.across, x + width);
    height = Math.min(this.down, y + height);
    x = Math.max(0, x);
    y = Math.max(0, y);
    width -= x;
    height -= y;
    this.spread(x, y, width, height);
    this.thin.putImageData(this.image, 0, 0);
    this.mist.putImageData(this.shed, 0, 0);
    const all = width >= this.across && height >= this.down;
    if (all) {
      pen.fillStyle = `rgb(${SLAB})`;
      pen.fillRect(0, 0, this.size.width, this.size.height);
    }
    pen.save();
    pen.beginPath();
    pen.rect(rim + x * cell, rim + y * cell, width * cell, height * cell);
    pen.clip();
    pen.imageSmoothingEnabled = true;
    pen.drawImage(this.haze, rim, rim, this.across * cell, this.down * cell);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.tiny, rim, rim, this.across * cell, this.down * cell);
    pen.translate(rim, rim);
    pen.fillStyle = this.shade;
    pen.fillRect(x * cell, y * cell, width * cell, height * cell);
    pen.restore();
  }

  // What every space sheds on those around it: the nearest catch most, two spaces away there is a breath of it.
  spread(x0, y0, width, height) {
    const from = this.image.data, to = this.shed.data;
    for (let y = y0; y < y0 + height; y++) {
      for (let x = x0; x < x0 + width; x++) {
        let r = 0, g = 0, b = 0;
        for (let j = Math.max(0, y - 2); j <= Math.min(this.down - 1, y + 2); j++) {
          for (let i = Math.max(0, x - 2); i <= Math.min(this.across - 1, x + 2); i++) {
            const part = SHED[Math.abs(j - y)] * SHED[Math.abs(i - x)];
            const at = 4 * (j * this.across + i);
            r += part * (from[at] - UNLIT[0]);
            g += part * (from[at + 1] - UNLIT[1]);
            b += part * (from[at + 2] - UNLIT[2]);
          }
        }
        const at = 4 * (y * this.across + x);
        to[at] = UNLIT[0] + r;
        to[at + 1] = UNLIT[1] + g;
        to[at + 2] = UNLIT[2] + b;
      }
    }
  }

  show(state) {
    this.state = state;
    this.shape(state.columns, state.rows, state.turn);
    this.draw();
  }

  // Who stands there, the coordinates, the cursor: everything over the lights.
  draw() {
    const pen = this.pen;
    const { cell, rim, width, height, dot } = this.size;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    this.coordinates();
    pen.translate(rim, rim);
    if (this.paper) this.printed();
    const state = this.state;
    if (!state) return;
    for (const [space] of state.terrain) this.terrain(space);
    if (state.monster) this.monster(state.monster);
    for (const one of state.survivors) if (one.at !== null) this.survivor(one);
    if (this.signs) this.lettered();
    if (state.cursor >= 0) this.frameOf(state.cursor, state.base, CHALK, Math.max(1.5, cell * 0.06));
    if (this.hover >= 0 && this.hover !== state.cursor) this.frameOf(this.hover, state.base, "rgba(255, 244, 226, 0.65)", dot);
  }

  font(size, bold = true) {
    return `${bold ? 600 : 400} ${Math.round(size)}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
  }

  coordinates() {
    const pen = this.pen;
    const { cell, rim } = this.size;
    const quarter = this.turn & 3;
    pen.font = this.font(Math.max(7 * this.size.dot, Math.min(rim * 0.5, cell * 0.44)), false);
    pen.fillStyle = this.paper ? "#444" : RIM;
    const step = cell / this.size.dot < 22 ? 5 : 1;
    for (let x = 0; x < this.across; x++) {
      const space = this.space[x];
      const told = quarter & 1 ? (space / this.columns) | 0 : space % this.columns;
      if (told % step === 0) pen.fillText(told, rim + (x + 0.5) * cell, rim * 0.55);
    }
    for (let y = 0; y < this.down; y++) {
      const space = this.space[y * this.across];
      const told = quarter & 1 ? space % this.columns : (space / this.columns) | 0;
      if (told % step === 0) pen.fillText(told, rim * 0.52, rim + (y + 0.5) * cell);
    }
  }

  middle(space) {
    const at = this.place[space];
    return [((at % this.across) + 0.5) * this.size.cell, (((at / this.across) | 0) + 0.5) * this.size.cell];
  }

  survivor({ at, label, lying, colour }) {
    const pen = this.pen;
    const cell = this.size.cell;
    const [x, y] = this.middle(at);
    const ring = Math.max(1.5, cell * 0.085);
    pen.save();
    pen.translate(x, y);
    if (lying) pen.rotate(Math.PI / 2);
    pen.beginPath();
    if (lying) pen.ellipse(0, 0, cell * 0.26, cell * 0.4, 0, 0, 2 * Math.PI);
    else pen.arc(0, 0, cell * 0.35, 0, 2 * Math.PI);
    pen.fillStyle = this.paper ? "#fff" : PLATE;
    pen.fill();
    pen.lineWidth = ring;
    pen.strokeStyle = this.paper ? "#000" : colour;
    if (lying) pen.setLineDash([cell * 0.16, cell * 0.1]);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = this.paper ? "#000" : CHALK;
    pen.font = this.font(cell * (lying ? 0.4 : 0.44));
    pen.fillText(label, 0, cell * 0.02);
    pen.restore();
  }

  monster({ x, y, size, facing, label, down }) {
    const pen = this.pen;
    const cell = this.size.cell;
    const [left, top] = this.turned(x, y, size - 1);
    const wide = size * cell;
    const half = wide / 2 - cell * 0.26;
    pen.save();
    pen.translate(left * cell + wide / 2, top * cell + wide / 2);
    pen.rotate((this.side(facing) * Math.PI) / 2);
    pen.beginPath();
    pen.roundRect(-half, -half, 2 * half, 2 * half, cell * 0.22);
    pen.fillStyle = this.paper ? "#fff" : "rgba(14, 11, 8, 0.8)";
    pen.fill();
    pen.lineWidth = Math.max(1, cell * 0.05);
    pen.strokeStyle = this.paper ? "#000" : "rgba(240, 180, 90, 0.5)";
    if (down) pen.setLineDash([cell * 0.18, cell * 0.12]);
    pen.stroke();
    pen.setLineDash([]);
    // The front: a bar along it and a point that looks ahead.
    const bar = Math.max(2, cell * 0.13);
    const point = Math.min(half * 0.55, cell * 0.5);
    pen.fillStyle = this.paper ? "#000" : AMBER;
    pen.beginPath();
    pen.roundRect(-half * 0.86, -half, half * 1.72, bar, bar / 2);
    pen.fill();
    pen.beginPath();
    pen.moveTo(-point, -half + bar * 0.6);
    pen.lineTo(0, -half - cell * 0.3);
    pen.lineTo(point, -half + bar * 0.6);
    pen.closePath();
    pen.fill();
    pen.rotate((-this.side(facing) * Math.PI) / 2 + (down ? Math.PI / 2 : 0));
    pen.fillStyle = this.paper ? "#000" : CHALK;
    pen.font = this.font(Math.min(size, 3) * cell * 0.44);
    pen.fillText(label, 0, cell * 0.04);
    pen.restore();
  }

  terrain(space) {
    const pen = this.pen;
    const cell = this.size.cell;
    const [x, y] = this.middle(space);
    pen.strokeStyle = this.paper ? "#000" : "rgba(200, 184, 160, 0.5)";
    pen.lineWidth = Math.max(1, cell * 0.05);
    pen.beginPath();
    for (let k = -1; k <= 1; k++) {
      pen.moveTo(x - cell * 0.3 + Math.max(0, k) * cell * 0.3, y + cell * 0.3 + Math.min(0, k) * cell * 0.3);
      pen.lineTo(x + cell * 0.3 + Math.min(0, k) * cell * 0.3, y - cell * 0.3 + Math.max(0, k) * cell * 0.3);
    }
    pen.stroke();
  }

  frameOf(space, base, colour, line) {
    const pen = this.pen;
    const cell = this.size.cell;
    const [x, y] = this.turned(space % this.columns, (space / this.columns) | 0, base - 1);
    pen.beginPath();
    pen.roundRect(x * cell + line, y * cell + line, base * cell - 2 * line, base * cell - 2 * line, cell * 0.2);
    pen.strokeStyle = this.paper ? "#000" : colour;
    pen.lineWidth = line;
    pen.stroke();
  }

  // For eyes without colour or movement: the letter of what blinks or breathes.
  lettered() {
    const pen = this.pen;
    const cell = this.size.cell;
    const letters = new Map(this.state.legend.filter((one) => one.pattern !== "steady" && one.pattern !== "edge").map((one) => [one.meaning, one.letter]));
    pen.font = this.font(cell * 0.34);
    for (let space = 0; space < this.cells.length; space++) {
      const letter = letters.get(this.cells[space] & 31);
      if (!letter || this.under(space)) continue;
      const [x, y] = this.middle(space);
      pen.fillStyle = "rgba(0, 0, 0, 0.55)";
      pen.beginPath();
      pen.arc(x + cell * 0.3, y - cell * 0.3, cell * 0.2, 0, 2 * Math.PI);
      pen.fill();
      pen.fillStyle = CHALK;
      pen.fillText(letter, x + cell * 0.3, y - cell * 0.29);
    }
  }

  // Whether the monster stands on a space: its own sign says so.
  under(space) {
    const monster = this.state.monster;
    if (!monster) return false;
    const x = (space % this.columns) - monster.x, y = ((space / this.columns) | 0) - monster.y;
    return x >= 0 && y >= 0 && x < monster.size && y < monster.size;
  }

  // On paper: black on white, every light by its letter.
  printed() {
    const pen = this.pen;
    const cell = this.size.cell;
    const letters = new Map((this.state?.legend ?? []).map((one) => [one.meaning, one]));
    pen.font = this.font(cell * 0.5);
    pen.lineWidth = 1;
    for (let space = 0; space < this.cells.length; space++) {
      const [x, y] = this.middle(space);
      const one = letters.get(this.cells[space] & 31);
      pen.strokeStyle = "#ccc";
      pen.strokeRect(x - cell / 2 + 0.5, y - cell / 2 + 0.5, cell - 1, cell - 1);
      if (!one) continue;
      pen.fillStyle = one.colour + "55";
      pen.fillRect(x - cell / 2 + 1, y - cell / 2 + 1, cell - 2, cell - 2);
      pen.fillStyle = "#000";
      pen.fillText(one.letter, x, y);
    }
  }

  print(on) {
    this.paper = on;
    this.glow(0, 0, this.across, this.down);
    this.draw();
  }

  // The space under a point of the element, -1 beside the board; and how far that is from the middle of others.
  at(event) {
    const box = this.over.getBoundingClientRect();
    const { cell, rim, dot } = this.size;
    const x = ((event.clientX - box.left) * dot - rim) / cell;
    const y = ((event.clientY - box.top) * dot - rim) / cell;
    return { x, y, inside: x >= 0 && y >= 0 && x < this.across && y < this.down };
  }

  // Which of `spaces` (each `base` wide) a touch means: the one under it, else the nearest within a finger's width.
  hit(event, spaces, base) {
    const { x, y } = this.at(event);
    const finger = Math.max(0.25, (event.pointerType === "mouse" ? 4 : 22) / (this.size.cell / this.size.dot));
    let best = -1;
    let least = Infinity;
    for (const space of spaces) {
      const [left, top] = this.turned(space % this.columns, (space / this.columns) | 0, base - 1);
      const aside = Math.max(left - x, 0, x - left - base);
      const above = Math.max(top - y, 0, y - top - base);
      const away = Math.hypot(aside, above);
      const middle = Math.hypot(left + base / 2 - x, top + base / 2 - y);
      if (away <= finger && away * 1000 + middle < least) {
        best = space;
        least = away * 1000 + middle;
      }
    }
    return best;
  }
}
