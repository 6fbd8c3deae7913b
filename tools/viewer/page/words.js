// How numbers and names are written.

/** Give thousandths as a decimal number. */
export function milli(value) {
  return (value / 1000).toFixed(3).replace(/\.?0+$/, "");
}

/** Give tenths of a degree as degrees. */
export function degrees(value) {
  return `${(value / 10).toFixed(1).replace(/\.0$/, "")}°`;
}

/** Give a fraction like "5/36" as a number. */
export function fraction(text) {
  const [over, under] = text.split("/");
  return Number(over) / Number(under || 1);
}

/** Give a chance in percent, never rounded to certain or never. */
export function percent(chance) {
  if (chance === 0 || chance === 1) return `${chance * 100} %`;
  if (chance < 0.0001) return "< 0.01 %";
  if (chance > 0.9999) return "> 99.99 %";
  return `${(chance * 100).toFixed(chance < 0.1 ? 2 : 1)} %`;
}

/** Give a word as a command line takes it: the name of a file may hold anything. */
export function shellWord(text) {
  if (/^[\w./@%+=:,][\w./@%+=:,-]*$/.test(text)) return text;
  return `'${(text.startsWith("-") ? `./${text}` : text).replaceAll("'", "'\\''")}'`;
}

/** Give a name of the rules as people write it. */
export function plainly(word) {
  return String(word).replaceAll("_", " ");
}

/** Give a plain value as text. */
export function valueText(value) {
  if (value === null || value === undefined) return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.length ? value.map(valueText).join(", ") : "none";
  if (typeof value === "object") {
    if ("x_milli" in value) return `${milli(value.x_milli)} / ${milli(value.y_milli)}, facing ${degrees(value.facing_decideg)}`;
    return Object.entries(value).map(([k, v]) => `${fieldName(k)} ${fieldText(k, v)}`).join(", ") || "none";
  }
  return typeof value === "string" ? plainly(value) : String(value);
}

/** Give the value of a field of a unit, its unit of measure taken into account. */
export function fieldText(name, value) {
  if (typeof value === "number" && name.endsWith("_milli")) return milli(value);
  if (typeof value === "number" && name.endsWith("_decideg")) return degrees(value);
  return valueText(value);
}

/** Give the name of a field as people write it. */
export function fieldName(name) {
  return plainly(name.replace(/_(milli|decideg)$/, "").replace(/_mm$/, " (mm)"));
}

// To make one takes longer than all else that is shown of an event.
const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Give a time as the clock of this reader shows it. */
export function clock(micros) {
  return CLOCK.format(new Date(micros / 1000));
}

/** Give a day and time. */
export function dayAndClock(micros) {
  return new Date(micros / 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
