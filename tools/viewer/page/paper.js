// The board on paper at true scale: cut into sheets that fit on A4 and on Letter.

/** What one sheet shows, in millimetres; with its caption it fits on both papers inside their margins. */
const SHEET = { w: 180, h: 232 };

/** Give the numbers of the rows of sheets that any of *spans* reaches: a table may be wider than anybody can count. */
function touched(spans, size, count) {
  const found = new Set();
  for (const [from, to] of spans) {
    for (let at = Math.max(0, Math.floor(from / size)); at <= to / size && at < count; at += 1) found.add(at);
  }
  return [...found].sort((a, b) => a - b);
}

/** Give the sheets on which something stands, in reading order: {x, y, w, h, words}; *things* are {x, y, r}. */
export function sheetsOf(box, things) {
  const columns = Math.ceil(box.w / SHEET.w);
  const rows = Math.ceil(box.h / SHEET.h);
  const found = [];
  const inColumns = touched(things.map((one) => [one.x - one.r - box.x, one.x + one.r - box.x]), SHEET.w, columns);
  for (const row of touched(things.map((one) => [one.y - one.r - box.y, one.y + one.r - box.y]), SHEET.h, rows)) {
    for (const column of inColumns) {
      const [x, y] = [box.x + column * SHEET.w, box.y + row * SHEET.h];
      if (things.some((one) => one.x + one.r > x && one.x - one.r < x + SHEET.w && one.y + one.r > y && one.y - one.r < y + SHEET.h)) {
        found.push({ x, y, ...SHEET, words: `Sheet in row ${row + 1} of ${rows}, column ${column + 1} of ${columns}` });
      }
    }
  }
  return found;
}
