// Where the names of units stand on the board: near their unit, over no other name and, if it can be, over no unit.

const WIDE = 0.62;
const HIGH = 1.15;
const RINGS = [0, 0.9, 1.9, 3, 4.4, 6];
// Below first: there a reader looks for it.
const SIDES = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.8, 0.8], [-0.8, 0.8], [0.8, -0.8], [-0.8, -0.8]];

/** Give the box of a text of a size whose middle is at a place. */
export function textBox(text, size, x, y) {
  return { x, y, w: text.length * size * WIDE, h: size * HIGH };
}

function shared(a, b) {
  const wide = (a.w + b.w) / 2 - Math.abs(a.x - b.x);
  const high = (a.h + b.h) / 2 - Math.abs(a.y - b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function outside(box, frame) {
  return Math.max(0, frame.x - (box.x - box.w / 2), box.x + box.w / 2 - frame.x - frame.w)
    + Math.max(0, frame.y - (box.y - box.h / 2), box.y + box.h / 2 - frame.y - frame.h);
}

/**
 * Give the box of each label, in the order of *units* ({text, x, y, r}, *r* how far it is to be kept off).
 *
 * *taken* are boxes of other texts; a label that had to go further off has *lead*, the end of a line to its unit.
 */
export function placeLabels(units, size, frame, taken) {
  const texts = [...taken];
  const bases = units.map(({ x, y, r }) => ({ x, y, w: r * 1.7, h: r * 1.7 }));
  return units.map(({ text, x, y, r }) => {
    let best = null;
    for (const [ring, off] of RINGS.entries()) {
      for (const [side, [dx, dy]] of SIDES.entries()) {
        const box = textBox(text, size, x, y);
        box.x += dx * (r + off * size + (Math.abs(dx) === 1 ? box.w / 2 + size * 0.3 : box.w * 0.3 * Math.abs(dx)));
        box.y += dy * (r + off * size + size * 0.75);
        const cost = ring * 4 + side * 0.5 + ((outside(box, frame) ? 200 : 0) + outside(box, frame)
          + texts.reduce((sum, other) => sum + shared(box, other), 0) * 12 / size
          + bases.reduce((sum, other) => sum + shared(box, other), 0) * 3 / size);
        if (!best || cost < best.cost) best = { ...box, cost, lead: ring > 1 ? { x: x + dx * r * 0.5, y: y + dy * r * 0.5 } : null };
      }
    }
    texts.push(best);
    return best;
  });
}
