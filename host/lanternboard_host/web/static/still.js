// What lies under a finger stays there: while something is pressed nothing is drawn anew by what others do, or the press would be lost. And
// what somebody has the focus in keeps it, and its caret, where it is drawn anew.

const AFTER = 60; // milliseconds from the end of a touch to its click
const MOST = 3000; // that something is held at most: the end of a press may come to nobody

let held = null;
let free = () => {};
let timer = 0;

function hold() {
  held ??= new Promise((done) => (free = done));
  later(MOST);
}

function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    held = null;
    free();
  }, wait);
}

const end = () => held && later(AFTER);
const space = (event) => event.key === " " && !event.target.closest?.("input, textarea");
addEventListener("pointerdown", hold, true);
addEventListener("keydown", (event) => space(event) && hold(), true);
for (const what of ["pointerup", "pointercancel"]) addEventListener(what, end, true);
addEventListener("blur", end); // the window's own
addEventListener("keyup", (event) => event.key === " " && end(), true);

// Resolves when nothing is pressed.
export const still = () => held;

// Draws a box anew by `draw`; what of it has the focus and stays keeps it, with its caret. Whether the focus was inside, and is nowhere now.
export function keeping(box, draw) {
  const active = document.activeElement;
  const inside = box.contains(active) && active !== box;
  const { selectionStart, selectionEnd, scrollTop } = active ?? {};
  draw();
  if (!inside) return false;
  if (!active.isConnected) return true;
  active.focus({ preventScroll: true });
  if (typeof selectionStart === "number") active.setSelectionRange(selectionStart, selectionEnd);
  active.scrollTop = scrollTop;
  return false;
}
