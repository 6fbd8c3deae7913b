// The judge's layer: notes, disputes and rulings, pinned to what they are about.

import { addressButton } from "./addresses.js";
import { h, put } from "./dom.js";
import { CORRECTIONS, DISPUTES, kindOf, PENALTIES, RULINGS } from "./kinds.js";
import { placeWords, valueWords } from "./places.js";
import { dayAndClock, plainly } from "./words.js";

/** What ends the dispute of a result: the events that do, and in which words. */
const ENDS = {
  ResultRuled: [(event, game) => event.game === game, "ruled"],
  RoundWithdrawn: [(event, game) => new RegExp(`^r${event.round}[a-z]?-`).test(game), "withdrawn with its round"],
  PairingsChanged: [(event, game) => event.removed.includes(game), "taken apart: the game was not played"],
};

function endOf(log, { seq, event: { game } }) {
  for (const entry of log.entries.slice(seq + 1).filter((one) => !log.gone.has(one.seq))) {
    for (const event of entry.events) {
      if (Object.hasOwn(ENDS, event.type) && ENDS[event.type][0](event, game)) return { seq: entry.seq, words: ENDS[event.type][1] };
    }
  }
  return null;
}

/** Give the judge's marks of a log: [{seq, number, event, entry, about, answer, end}]. */
export function judgeMarks(log) {
  if (log.marked?.count !== log.entries.length) log.marked = { count: log.entries.length, marks: marksIn(log) };
  return log.marked.marks;
}

function marksIn(log) {
  const settled = new Map();
  for (const entry of log.entries) for (const event of entry.events) if (event.type === "DisputeSettled" && !log.gone.has(entry.seq)) settled.set(event.about, [entry.seq, event]);
  return log.entries.flatMap((entry) => entry.events.map((event, number) => ({ entry, seq: entry.seq, number, event }))
    .filter(({ event }) => kindOf(event) === "judge" || ["TakenBack", "Restored"].includes(event.type)))
    .map((mark) => ({ ...mark, about: mark.event.about || null, answer: mark.event.type === "DisputeRaised" ? settled.get(mark.event.about) || null : null, end: mark.event.type === "ResultDisputed" ? endOf(log, mark) : null }));
}

class Judge extends HTMLElement {
  watch(player) {
    this.player = player;
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  address(text) {
    return addressButton(this.player, text);
  }

  draw() {
    const { player } = this;
    if (player.view !== "judge") return;
    const marks = judgeMarks(player.log);
    const of = (...types) => marks.filter((m) => types.includes(m.event.type));
    const { audit, isEvent } = player.log;
    const jump = (text, test) => h("button", { onclick: () => { player.view = "play"; player.jump(test); player.changed(); } }, text);
    put(this, h("h2", null, "The judge’s layer"),
      h("div", { class: "jumps" }, isEvent ? null : [jump("Next roll", (m) => m.rolls), jump("Next hull loss", (m) => m.kind === "hull")], jump("Next ruling or note", (m) => m.kind === "judge")),
      this.group("Disputes", of(...DISPUTES), "No dispute was raised.", (m) => this.answer(m)),
      this.group("Rulings", of(...RULINGS), isEvent ? "The judge ruled nothing." : "The judge changed nothing.", (m) => (m.event.type === "RulingMade" ? h("ul", null, m.event.changes.map((c) => this.change(c, player.log.after(m.seq)))) : null)),
      isEvent ? [this.group("Corrections", of(...CORRECTIONS), "No result was corrected.", () => null), this.group("Penalties", of(...PENALTIES), "No penalty was given.", () => null)] : null,
      this.group("Notes", of("NoteMade"), "Nobody wrote a note.", () => null),
      this.group("Take-backs", of("TakenBack", "Restored"), "Nothing was taken back.", (m) => (m.event.agreed ? `Agreed by ${player.log.name(m.event.agreed, player.state)}.` : m.entry.by === "judge" ? "By ruling." : "Entries of the same player, without a roll.")),
      audit ? this.audit(audit) : null);
  }

  /** Say what became of a dispute. */
  answer(m) {
    if (m.end) return [h("span", { class: "badge" }, m.end.words), " (entry ", this.address(String(m.end.seq)), ")"];
    if (!m.answer && this.player.log.gone.has(m.seq)) return h("span", { class: "badge" }, "taken back");
    if (!m.answer) return h("span", { class: "badge rare" }, "open");
    const [seq, { outcome, rule, reason }] = m.answer;
    return [h("span", { class: "badge" }, `settled: ${plainly(outcome)}`), " rule ", h("b", null, rule), reason ? `: ${reason}` : "", " (entry ", this.address(String(seq)), ")"];
  }

  /** Say what a ruling set. */
  change({ path, before, after }, state) {
    const { log } = this.player;
    const { who, name, last } = placeWords(log, state, path);
    return h("li", null, h("b", null, `${who}, ${name}`), `: ${valueWords(log, state, last, before)} → ${valueWords(log, state, last, after)}`);
  }

  group(title, marks, none, more) {
    return h("section", null, h("h3", null, title), marks.length ? h("ul", { class: "marks" }, marks.map((m) => h("li", { class: this.player.log.gone.has(m.seq) ? "gone" : null },
      h("div", { class: "where" }, this.address(`${m.seq}.${m.number}`), m.about ? ["about ", this.address(m.about)] : null, h("span", null, this.player.log.name(m.entry.by, this.player.state)), h("time", null, dayAndClock(m.entry.at))),
      h("p", null, m.event.type === "RulingMade" ? m.event.reason || "No reason was given." : m.entry.said[m.number]), more(m)))) : h("p", { class: "hint" }, none));
  }

  audit(audit) {
    return h("section", null, h("h3", null, "Audit by the rules"), this.player.log.stale ? h("p", { class: "stale" }, this.player.log.stale) : null, h("p", null, audit.findings.length ? `${audit.findings.length} findings.` : "Every entry was decided again from its recorded dice, and gave the same events."),
      h("ul", { class: "marks" }, audit.findings.map((f) => h("li", null, this.address(f.address || String(f.entry ?? "")), ` ${f.words || f.message || f.code}`))),
      [["again", "Taken back and rolled again"], ["given_up", "Held rolls given up"], ["owed", "Still owed"]].map(([name, title]) => (audit[name] && audit[name].length ? [h("h4", null, title), h("ul", { class: "marks" }, audit[name].map((l) => h("li", null, this.address(l.address), ` ${l.words}`)))] : null)));
  }
}

customElements.define("rb-judge", Judge);
export const judgeElement = "rb-judge";
