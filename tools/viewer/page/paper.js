// The board on paper at true scale: cut into sheets that fit on A4 and on Letter.

/** What one sheet shows, in millimetres; with its caption it fits on both papers inside their margins. */
const SHEET = { w: 180, h: 232 };

/** Give the sheets on which something stands, in reading order: {x, y, w, h, words}; *things* are {x, y, r}. */
export function sheetsOf(box, things) {
  const columns = Math.ceil(box.w / SHEET.w);
  const rows = Math.ceil(box.h / SHEET.h);
  const found = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [box.x + column * SHEET.w, box.y + row * SHEET.h];
      if (things.some((one) => one.x + one.r > x && one.x - one.r < x + SHEET.w && one.y + one.r > y && one.y - one.r < y + SHEET.h)) {
        found.push({ x, y, ...SHEET, words: `Sheet in row ${row + 1} of ${rows}, column ${column + 1} of ${columns}` });
      }
    }
  }
  return found;
}
