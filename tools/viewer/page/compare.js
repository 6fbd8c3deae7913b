// What the page shows, held against what the bytes of its log say.

import { clean } from "./dom.js";

const SHOWN = ["parent", "timeline", "at", "by", "key", "command", "events", "dice"];

/** Give where two plain values first differ, as {path, a, b}; null where they are equal. */
export function difference(a, b, path = []) {
  if (a === b) return null;
  const both = [a, b].every((value) => value !== null && typeof value === "object");
  if (!both || Array.isArray(a) !== Array.isArray(b)) return { path, a, b };
  for (const name of new Set([...Object.keys(b), ...Object.keys(a)])) {
    const own = (value) => (Object.hasOwn(value, name) ? value[name] : undefined);
    const found = difference(own(a), own(b), [...path, name]);
    if (found) return found;
  }
  return null;
}

function brief(value) {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function inWords(found) {
  return `the page shows ${found.path.join(" ")} as ${brief(found.a)}, its bytes say ${brief(found.b)}`;
}

/** Follows the entries of a log as they are read, and says where the page tells otherwise. */
export class Comparison {
  constructor(log) {
    this.log = log;
    this.skipped = 0;
    this.lines = [];
    this.parents = [];
    this.timelines = { names: [], heads: Object.create(null), openings: Object.create(null), kinds: Object.create(null), default: "main" };
  }

  /** Give what is wrong with the page's form of one entry, or null. */
  entry(read) {
    const recorded = { ...read, timeline: this.place(read) };
    const shown = this.log.entries[read.seq];
    // More entries than the page tells of: counted when all are read.
    if (!shown) return null;
    if (read.seq === 0) {
      const found = this.beginning(read);
      if (found) return inWords(found);
    }
    const unlike = this.log.about.unlike.some((name) => read.types.has(name));
    if (unlike) this.skipped += 1;
    for (const name of unlike ? ["parent", "timeline", "at", "by", "key"] : SHOWN) {
      const found = difference(shown[name], recorded[name], [name]);
      if (found) return inWords(found);
    }
    return null;
  }

  beginning({ prev, command }) {
    const { id, rules, players } = this.log.about;
    return difference({ id, rules: clean(rules), players }, { id: prev.slice(0, 32), rules: clean(command.rules), players: command.players });
  }

  /** Give the name of the timeline that an entry goes on, and move its head there. */
  place({ seq, parent, events }) {
    const { names, heads, openings, kinds } = this.timelines;
    const [mover] = events;
    const forks = mover.type === "TimelineForked";
    const moves = mover.type === "TakenBack" || mover.type === "Restored";
    const name = forks ? mover.name : moves ? mover.timeline : parent === null ? "main" : this.lines[parent];
    if (!Object.hasOwn(heads, name)) {
      names.push(name);
      openings[name] = seq;
      kinds[name] = forks ? mover.kind : "played";
      if (forks && mover.copy !== null) this.timelines.default = name;
    }
    heads[name] = seq;
    this.lines.push(name);
    this.parents.push(parent);
    return name;
  }

  /** Give what is wrong with the page's timelines, once all entries are read, or null. */
  end() {
    const kept = new Set();
    for (let at of Object.values(this.timelines.heads)) for (; at !== null && !kept.has(at); at = this.parents[at]) kept.add(at);
    const gone = this.lines.map((_, seq) => seq).filter((seq) => !kept.has(seq));
    const { withdrawn: _, ...shown } = this.log.timelines;
    const found = difference(shown, { ...this.timelines, gone }, ["timelines"]);
    return found ? inWords(found) : null;
  }
}
