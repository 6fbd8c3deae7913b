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
  // The order of players decides who has which side.
  const [first, second] = [a, b].map((value) => Object.keys(value));
  return first.some((name, i) => name !== second[i]) ? { path: [...path, "order"], a: first, b: second } : null;
}

// What the words of a page write out beyond what all of it does.
const STRANGE = /[\p{Cs}\p{Co}\p{Cn}]/gu;

function written(text) {
  return clean(text).replace(STRANGE, (c) => {
    const number = c.codePointAt(0).toString(16);
    return number.length > 4 ? `\\U${number.padStart(8, "0")}` : `\\u${number.padStart(4, "0")}`;
  });
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
    this.takers = [];
    this.timelines = { names: [], heads: Object.create(null), openings: Object.create(null), kinds: Object.create(null), default: "main" };
  }

  /** Give what is wrong with the page's form of one entry, or null. */
  entry(read) {
    const shown = this.log.entries[read.seq];
    // More entries than the page tells of: counted when all are read.
    if (!shown) return null;
    const recorded = { ...read, timeline: this.place(read) };
    if (read.seq === 0) {
      const found = this.beginning(read);
      if (found) return inWords(found);
    }
    const unlike = this.isUnlike(read.types);
    if (unlike) this.skipped += 1;
    for (const name of unlike ? ["parent", "timeline", "at", "by", "key"] : SHOWN) {
      const found = difference(shown[name], recorded[name], [name]);
      if (found) return inWords(found);
    }
    return null;
  }

  /** Hold what the page says of the whole log against its first entry. */
  beginning({ prev, command, events, types }) {
    const { id, rules, players, rules_version, tables, writer, house_rules } = this.log.about;
    const found = difference({ id, rules, players }, { id: prev.slice(0, 32), rules: written(command.rules), players: command.players });
    if (found || this.isUnlike(types)) return found;
    const [opened] = events;
    const told = events.find((event) => Object.hasOwn(event, "house_rules"));
    return difference({ rules_version, tables, writer, house_rules }, { rules_version: written(opened.rules_version), tables: opened.tables_hash, writer: written(opened.writer), house_rules: told ? told.house_rules : {} });
  }

  isUnlike(types) {
    return this.log.about.unlike.some((name) => types.has(name));
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
    this.withdraw(seq, mover, heads[name]);
    heads[name] = seq;
    this.lines.push(name);
    this.parents.push(parent);
    return name;
  }

  /** Note what the first event of an entry takes off its timeline, which ended at *head*. */
  withdraw(seq, mover, head) {
    const [to, from] = mover.type === "TakenBack" ? [mover.to, mover.head] : mover.type === "Restored" ? [this.common(mover.entry, head), head] : [0, 0];
    for (let at = from; at > to; at = this.parents[at]) this.takers[at] = seq;
  }

  /** Give the last entry on the paths to both *a* and *b*. */
  common(a, b) {
    while (a !== b && a !== undefined && b !== undefined) {
      if (a > b) a = this.parents[a];
      else b = this.parents[b];
    }
    return a;
  }

  /** Give what is wrong with the page's timelines, once all entries are read, or null; *leaf* is the last. */
  end(leaf) {
    const kept = new Set();
    for (let at of Object.values(this.timelines.heads)) for (; at !== null && !kept.has(at); at = this.parents[at]) kept.add(at);
    const gone = this.lines.map((_, seq) => seq).filter((seq) => !kept.has(seq));
    const { names, heads, openings, kinds, default: first, withdrawn, gone: left } = this.log.timelines;
    const unlike = this.isUnlike(new Set(["TakenBack", "Restored"]));
    const takers = Object.fromEntries(gone.filter((seq) => this.takers[seq] !== undefined).map((seq) => [seq, this.takers[seq]]));
    const found = difference({ names, heads, openings, kinds, default: first, gone: left, withdrawn }, { ...this.timelines, gone, withdrawn: unlike ? withdrawn : takers }, ["timelines"])
      || difference({ leaf: this.log.about.leaf }, { leaf });
    return found ? inWords(found) : null;
  }
}
