// The log as the page holds it: entries, and the state after every event.

/** Give a copy of *value* with the steps of a patch applied; what did not change is shared. */
export function patched(value, steps) {
  let now = value;
  for (const step of steps) now = changed(now, step[0] === "" ? [] : step[0].split("."), 0, step);
  return now;
}

function changed(value, path, at, step) {
  if (at === path.length) return step[1];
  // No prototype: a unit may be called __proto__ or constructor.
  const copy = Object.assign(Object.create(null), value);
  const name = path[at];
  if (at === path.length - 1 && step.length === 1) delete copy[name];
  else copy[name] = changed(copy[name], path, at + 1, step);
  return copy;
}

/** A log: its entries and timelines, and states by address. */
export class Log {
  constructor(data) {
    this.about = data.log;
    this.entries = [];
    this.rolls = data.rolls || {};
    this.luck = data.luck || null;
    this.audit = data.audit || null;
    this.signed = data.signed || [];
    this.qr = data.qr || null;
    this.event = data.event || null;
    this.ends = [];
    this.typed = [];
    this.take(data.entries, data.timelines);
    this.made = this.entries.length;
  }

  /** Whether this is the log of an event, even where its tables could not be worked out. */
  get isEvent() {
    return this.about.rules === "tournament";
  }

  /** Words for what was worked out when the page was made, once entries came after that; else null. */
  get stale() {
    return this.entries.length > this.made ? `As of entry ${this.made - 1}; load the page again for what came after.` : null;
  }

  /** Add entries, in order, and how the timelines stand after them. */
  take(entries, timelines) {
    for (const entry of entries) {
      entry.seq = this.entries.length;
      this.entries.push(entry);
    }
    this.timelines = timelines;
    this.gone = new Set(timelines.gone);
    this.paths = new Map();
  }

  /** Give the state after entry *seq*; null before everything. */
  after(seq) {
    if (seq === null || seq === undefined) return null;
    const missing = [];
    for (let at = seq; at !== null && this.ends[at] === undefined; at = this.entries[at].parent) missing.push(at);
    for (const at of missing.reverse()) {
      this.ends[at] = this.entries[at].patches.reduce(patched, this.after(this.entries[at].parent));
    }
    return this.ends[seq];
  }

  /** Give the state after event *number* of entry *seq*: what `show --at seq.number` shows. */
  at(seq, number) {
    const entry = this.entries[seq];
    if (number === null || number >= entry.patches.length - 1) return this.after(seq);
    // Steps go from event to event: what one of an entry left as it was is the same object for the next.
    if (this.within === undefined || this.within.seq !== seq) this.within = { seq, states: [] };
    const { states } = this.within;
    for (let i = states.length; i <= number; i += 1) states.push(patched(i ? states[i - 1] : this.after(entry.parent), entry.patches[i]));
    return states[number];
  }

  /** Give the state before event *number* of entry *seq*. */
  before(seq, number) {
    return number ? this.at(seq, number - 1) : this.after(this.entries[seq].parent);
  }

  /** Give the numbers of the entries from the first to the head of a timeline. */
  path(name) {
    if (!this.paths.has(name)) {
      const path = [];
      for (let at = this.timelines.heads[name]; at !== null && at !== undefined; at = this.entries[at].parent) path.push(at);
      this.paths.set(name, path.reverse());
    }
    return this.paths.get(name);
  }

  /** Give every event to show on a timeline: its path, and what was withdrawn from it. */
  stops(name) {
    const path = new Set(this.path(name));
    const shown = this.entries.filter((e) => path.has(e.seq) || (e.timeline === name && this.gone.has(e.seq)));
    return shown.flatMap((entry) => entry.events.map((event, number) => ({
      seq: entry.seq, number, entry, event, gone: !path.has(entry.seq), address: `${entry.seq}.${number}`,
    })));
  }

  /** Give the last entry that lies on the paths to both timelines. */
  common(a, b) {
    const other = new Set(this.path(b));
    return this.path(a).filter((seq) => other.has(seq)).pop();
  }

  /** Give the events before and at a stop, on its own path, that touched the value at *path*. */
  makers(seq, number, path) {
    const found = [];
    const chain = [];
    for (let at = seq; at !== null; at = this.entries[at].parent) chain.push(at);
    for (const at of chain.reverse()) {
      const entry = this.entries[at];
      entry.patches.forEach((steps, i) => {
        if (at === seq && number !== null && i > number) return;
        if (steps.some(([p]) => p === path || p.startsWith(`${path}.`) || path.startsWith(`${p}.`))) {
          found.push({ seq: at, number: i, said: entry.said[i] });
        }
      });
    }
    return found;
  }

  /** Give the name that people know of a player or unit. */
  name(id, state) {
    const units = (state && state.units) || {};
    if (Object.hasOwn(units, id)) return units[id].name || id;
    if (Object.hasOwn(this.about.players, id)) return this.about.players[id] || id;
    if (state && state.players && Object.hasOwn(state.players, id)) return state.players[id] || id;
    const row = this.event && this.event.rows.find((one) => one.player === id);
    return row ? row.name : id;
  }
}
