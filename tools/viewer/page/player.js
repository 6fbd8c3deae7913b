// Where the reader is in the log: a timeline, a stop on it, a view; and everything that moves it.

import { Log } from "./fold.js";
import { kindOf, rollsIn, unitsIn } from "./kinds.js";
import { readLink, writeLink } from "./links.js";

const SPEEDS = [0.5, 1, 2, 4];

/** The one place that knows what is shown; views listen to it. */
export class Player extends EventTarget {
  constructor(data, live = false) {
    super();
    this.live = live;
    this.log = new Log(data);
    this.view = this.log.event ? "event" : "play";
    this.unit = null;
    this.other = null;
    this.playing = false;
    this.speed = 1;
    this.strange = "";
    this.named = null;
    this.setLine(this.log.timelines.default);
    this.index = Math.max(0, this.stops.findIndex((stop) => stop.event.type === "GameStarted"));
    this.follow(location.hash, true);
  }

  get stop() {
    return this.stops[this.index];
  }

  get atEnd() {
    return this.index === this.stops.length - 1;
  }

  get state() {
    return this.log.at(this.stop.seq, this.stop.number);
  }

  get previous() {
    return this.log.before(this.stop.seq, this.stop.number);
  }

  setLine(name) {
    this.line = name;
    this.stops = this.log.stops(name);
    this.facts = null;
  }

  /** Give for every stop: kind, rare (chance), units, round and phase. */
  get marks() {
    if (!this.facts) {
      this.facts = this.stops.map((stop) => {
        const state = this.log.at(stop.seq, stop.number) || {};
        const odds = this.odds(stop);
        return {
          kind: kindOf(stop.event),
          rolls: rollsIn(stop.event).length > 0,
          rare: odds.length ? Math.min(...odds.map((o) => o.rare)) : null,
          units: unitsIn(stop.event),
          round: state.round ?? 0,
          phase: state.phase ?? null,
          active: state.active_player ?? null,
        };
      });
    }
    return this.facts;
  }

  /** Give the odds of the rolls of a stop. */
  odds(stop) {
    const found = [];
    for (let part = 1; part < 64; part += 1) {
      const odds = this.log.rolls[part === 1 ? stop.address : `${stop.address}/${part}`];
      if (!odds) break;
      found.push(odds);
    }
    return found;
  }

  /** Go to a stop by its place; nothing happens beyond the ends. */
  go(index) {
    const to = Math.max(0, Math.min(this.stops.length - 1, index));
    if (to !== this.index) {
      this.index = to;
      this.changed();
    }
  }

  /** Go to an address; gives whether it is on this timeline. */
  goTo(seq, number = null) {
    const last = this.log.entries[seq] ? this.log.entries[seq].events.length - 1 : 0;
    const at = this.stops.findIndex((s) => s.seq === seq && s.number === (number ?? last));
    if (at < 0) return false;
    this.index = at;
    this.changed();
    return true;
  }

  /** Go to an address wherever it is, on its own timeline if need be. */
  show(seq, number = null) {
    if (!this.goTo(seq, number)) {
      this.setLine(this.log.entries[seq].timeline);
      if (!this.goTo(seq, number)) this.go(0);
    }
  }

  /** Step over withdrawn events, unless one of them is shown now. */
  step(by) {
    let at = this.index + by;
    while (!this.stop.gone && this.stops[at] && this.stops[at].gone) at += by;
    this.go(at);
  }

  /** Go to the next stop in a direction that starts something new. */
  toNext(by, isBorder) {
    const marks = this.marks;
    let at = this.index + by;
    while (at > 0 && at < this.stops.length - 1 && !(isBorder(marks[at], marks[at - 1] || {}) && !this.stops[at].gone)) at += by;
    this.go(at);
  }

  phase(by) {
    this.toNext(by, (a, b) => a.phase !== b.phase || a.round !== b.round || a.active !== b.active);
  }

  round(by) {
    this.toNext(by, (a, b) => a.round !== b.round);
  }

  /** Go to the next event of a kind, from the last one around to the first; gives whether there is one. */
  jump(test) {
    const marks = this.marks;
    const count = this.stops.length;
    for (let i = 1; i <= count; i += 1) {
      const at = (this.index + i) % count;
      if (test(marks[at]) && !this.stops[at].gone) {
        this.go(at);
        return true;
      }
    }
    return false;
  }

  /** Go to another timeline, as near as can be to where we are. */
  changeLine(by) {
    const names = this.log.timelines.names;
    const name = names[(names.indexOf(this.line) + by + names.length) % names.length];
    if (name !== this.line) this.toLine(name);
  }

  toLine(name) {
    const { seq, number } = this.stop;
    this.setLine(name);
    const same = this.stops.findIndex((s) => s.seq === seq && s.number === number);
    const behind = this.stops.findIndex((s) => s.seq > seq);
    this.index = same >= 0 ? same : behind >= 0 ? behind : this.stops.length - 1;
    this.changed();
  }

  setView(view) {
    this.view = view;
    this.changed();
  }

  setUnit(unit) {
    this.unit = unit === this.unit ? null : unit;
    this.changed();
  }

  setSpeed(by) {
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + by))];
    this.changed();
  }

  /** Play on, or stop. */
  play(on = !this.playing) {
    clearTimeout(this.timer);
    this.playing = on && this.index < this.stops.length - 1;
    if (this.playing) {
      this.timer = setTimeout(() => {
        this.step(1);
        this.play(true);
      }, 1200 / this.speed);
    }
    this.changed();
  }

  get link() {
    return this.linkTo(this.stop.address);
  }

  /** Give the link that the address bar keeps: at the end of a live page it names no event, so that it leads to the end again. */
  get kept() {
    return this.linkTo(this.live && this.atEnd ? null : this.stop.address);
  }

  linkTo(address) {
    return writeLink({
      address, line: this.line, view: this.view, unit: this.unit, other: this.other, game: this.log.about.id,
    });
  }

  /** Follow a link; what does not fit this log is said. */
  follow(hash, first = false) {
    const to = readLink(hash);
    const log = this.log;
    this.strange = "";
    if (to.named) this.named = to.named;
    if (to.game && !log.about.id.startsWith(to.game)) {
      this.strange = "This link belongs to another log. Here is the beginning of this one.";
    } else {
      const known = to.line !== null && log.timelines.names.includes(to.line);
      if (to.line !== null && !known) this.strange = `This log has no timeline ${to.line}.`;
      if (known) this.setLine(to.line);
      if (to.view) this.view = to.view;
      this.unit = to.unit;
      this.other = log.timelines.names.includes(to.with) ? to.with : null;
      if (to.seq !== null) {
        if (!log.entries[to.seq] || (to.number ?? 0) >= log.entries[to.seq].events.length) {
          this.strange = `This log has no entry ${to.seq}${to.number === null ? "" : `.${to.number}`}; it ends at ${log.entries.length - 1}.`;
        } else {
          this.show(to.seq, to.number);
        }
      } else if (this.live) {
        this.index = this.stops.length - 1;
      }
    }
    if (!first) this.changed();
  }

  /** Take entries that were written after this page was made. */
  grow(more) {
    const { atEnd } = this;
    const { seq, number } = this.stop;
    Object.assign(this.log.rolls, more.rolls);
    this.log.about = more.log;
    if (more.event) this.log.event = more.event;
    this.log.take(more.entries, more.timelines);
    this.setLine(this.line);
    this.index = Math.max(0, this.stops.findIndex((s) => s.seq === seq && s.number === number));
    if (atEnd) this.index = this.stops.length - 1;
    this.dispatchEvent(new Event("grown"));
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}
