// The part of the table that units ever stood on, in any state of the log.

/** Millimetres in the thousandth of an inch. */
export const MM = 25.4 / 1000;
const PAD = 130;

/** Give {x, y, w, h} in mm around every place and base that the steps from state to state set; w is 0 where there is none. */
export function extentOf(log) {
  const across = { low: Infinity, high: -Infinity };
  const down = { low: Infinity, high: -Infinity };
  let widest = 0;
  const widen = (range, value) => {
    range.low = Math.min(range.low, value);
    range.high = Math.max(range.high, value);
  };
  const see = (name, value) => {
    if (value !== null && typeof value === "object") for (const [inner, held] of Object.entries(value)) see(inner, held);
    else if (typeof value !== "number") return;
    else if (name === "x_milli") widen(across, value * MM);
    else if (name === "y_milli") widen(down, -value * MM);
    else if (name === "base_mm") widest = Math.max(widest, value);
  };
  for (const { command, patches } of log.entries) {
    if (command.do === "add_unit") for (const size of [command.base_mm].flat()) see("base_mm", size);
    for (const steps of patches) for (const [path, ...set] of steps) if (set.length && (path === "" || /^units(\.|$)/.test(path))) see(path.slice(path.lastIndexOf(".") + 1), set[0]);
  }
  if (across.low > across.high || down.low > down.high) return { x: 0, y: 0, w: 0, h: 0 };
  const pad = Math.max(PAD, widest / 2 + 40);
  return { x: across.low - pad, y: down.low - pad, w: across.high - across.low + 2 * pad, h: down.high - down.low + 2 * pad };
}
