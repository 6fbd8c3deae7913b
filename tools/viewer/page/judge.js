// The judge's layer: notes, disputes and rulings, pinned to what they are about.

import { addressButton } from "./addresses.js";
import { h, put } from "./dom.js";
import { CORRECTIONS, DISPUTES, kindOf, PENALTIES, RULINGS } from "./kinds.js";
import { dayAndClock, fieldName, plainly, valueText } from "./words.js";

/** Give the judge's marks of a log: [{seq, number, type, event, about, status}]. */
export function judgeMarks(log) {
  if (log.marked?.count !== log.entries.length) log.marked = { count: log.entries.length, marks: marksIn(log) };
  return log.marked.marks;
}

function marksIn(log) {
  const settled = new Map();
  for (const entry of log.entries) for (const event of entry.events) if (event.type === "DisputeSettled") settled.set(event.about, [entry.seq, event]);
  const ruled = ({ seq, event }) => log.entries.find((entry) => entry.seq > seq && !log.gone.has(entry.seq) && entry.events.some((e) => e.type === "ResultRuled" && e.game === event.game));
  return log.entries.flatMap((entry) => entry.events.map((event, number) => ({ entry, seq: entry.seq, number, event }))
    .filter(({ event }) => kindOf(event) === "judge" || ["TakenBack", "Restored"].includes(event.type)))
    .map((mark) => ({ ...mark, about: mark.event.about || null, answer: mark.event.type === "DisputeRaised" ? settled.get(mark.event.about) || null : null, ruled: mark.event.type === "ResultDisputed" ? ruled(mark) || null : null }));
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
    const { audit, event } = player.log;
    const jump = (text, test) => h("button", { onclick: () => { player.view = "play"; player.jump(test); player.changed(); } }, text);
    put(this, h("h2", null, "The judge’s layer"),
      h("div", { class: "jumps" }, event ? null : [jump("Next roll", (m) => m.rolls), jump("Next hull loss", (m) => m.kind === "hull")], jump("Next ruling or note", (m) => m.kind === "judge")),
      this.group("Disputes", of(...DISPUTES), "No dispute was raised.", (m) => this.answer(m)),
      this.group("Rulings", of(...RULINGS), event ? "The judge ruled nothing." : "The judge changed nothing.", (m) => (m.event.type === "RulingMade" ? h("ul", null, m.event.changes.map((c) => h("li", null, h("b", null, this.where(c.path)), `: ${valueText(c.before)} → ${valueText(c.after)}`))) : null)),
      event ? [this.group("Corrections", of(...CORRECTIONS), "No result was corrected.", () => null), this.group("Penalties", of(...PENALTIES), "No penalty was given.", () => null)] : null,
      this.group("Notes", of("NoteMade"), "Nobody wrote a note.", () => null),
      this.group("Take-backs", of("TakenBack", "Restored"), "Nothing was taken back.", (m) => (m.event.agreed ? `Agreed by ${player.log.name(m.event.agreed, player.state)}.` : m.entry.by === "judge" ? "By ruling." : "Entries of the same player, without a roll.")),
      audit ? this.audit(audit) : null);
  }

  /** Say what became of a dispute. */
  answer(m) {
    if (m.ruled) return [h("span", { class: "badge" }, "ruled"), " (entry ", this.address(String(m.ruled.seq)), ")"];
    if (!m.answer) return h("span", { class: "badge rare" }, "open");
    const [seq, { outcome, rule, reason }] = m.answer;
    return [h("span", { class: "badge" }, `settled: ${plainly(outcome)}`), " rule ", h("b", null, rule), reason ? `: ${reason}` : "", " (entry ", this.address(String(seq)), ")"];
  }

  /** Give a path of the state in words: the unit by its name, then the field. */
  where(path) {
    const parts = path.split(".");
    return parts[0] === "units" ? `${this.player.log.name(parts[1], this.player.log.after(this.player.log.entries.length - 1))}, ${parts.slice(2).map(fieldName).join(", ")}` : parts.map(fieldName).join(", ");
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
