// The shape of what a page carries: whatever was made or changed otherwise is refused at once, not half shown.

const text = (value) => typeof value === "string";
const whole = (value) => Number.isSafeInteger(value) && value >= 0;
const thing = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const maybe = (fits) => (value) => value === null || value === undefined || fits(value);
const list = (fits) => (value) => Array.isArray(value) && value.every(fits);
const map = (fits) => (value) => thing(value) && Object.values(value).every(fits);

const ABOUT = {
  name: text, id: text, rules: text, rules_version: text, tables: maybe(text), writer: text, players: map(text), house_rules: thing, unlike: list(text),
  entries: whole, bytes: whole, leaf: text, root: text, sha256: text, status: text, reason: text, offset: whole, broken: maybe(text),
};
const TIMELINES = { names: list(text), heads: map(whole), openings: map(whole), kinds: map(text), default: text, withdrawn: map(whole), gone: list(whole) };
const step = (value) => Array.isArray(value) && (value.length === 1 || value.length === 2) && text(value[0]);
const ENTRY = {
  parent: maybe(whole), timeline: text, at: Number.isSafeInteger, by: text, key: maybe(text), command: (value) => thing(value) && text(value.do), dice: maybe(thing),
  events: list((value) => thing(value) && text(value.type)), said: list(text), asked: text, patches: list(list(step)),
};
const REST = {
  rolls: maybe(map(thing)), luck: maybe(thing), audit: maybe((value) => thing(value) && thing(value.rolls)), event: maybe((value) => thing(value) && text(value.name) && [value.rows, value.keys, value.games].every(Array.isArray)),
  signed: maybe(list((value) => thing(value) && whole(value.size) && list(text)(value.by))), qr: maybe((value) => thing(value) && whole(value.size) && text(value.path)),
};

function need(held, what) {
  if (!held) throw new Error(`${what} is not as a page has it`);
}

function fields(value, kinds, what) {
  need(thing(value), what);
  for (const [name, fits] of Object.entries(kinds)) need(fits(value[name]), `${what} ${name}`);
}

/** Raise an error that names the first part of a page's data that no export can have. */
export function checkShape(data) {
  need(thing(data), "its data");
  fields(data.log, ABOUT, "log");
  fields(data, REST, "its");
  need(Array.isArray(data.entries) && data.entries.length, "entries");
  fields(data.timelines, TIMELINES, "timelines");
  const { timelines, entries } = data;
  const known = (seq) => seq < entries.length;
  const named = (name) => Object.hasOwn(timelines.heads, name) && Object.hasOwn(timelines.openings, name);
  need(timelines.names.every(named) && timelines.names.length === Object.keys(timelines.heads).length, "timelines names");
  need(timelines.names.includes(timelines.default), "timelines default");
  for (const part of ["heads", "openings", "withdrawn", "gone"]) need(Object.values(timelines[part]).every(known), `timelines ${part}`);
  const names = new Set(timelines.names);
  entries.forEach((entry, seq) => {
    const what = `entry ${seq}`;
    fields(entry, ENTRY, what);
    need(seq ? entry.parent !== null && entry.parent < seq : entry.parent === null, `${what} parent`);
    need(names.has(entry.timeline), `${what} timeline`);
    need(entry.events.length && [entry.said, entry.patches].every((one) => one.length === entry.events.length), `${what} events`);
  });
}
