// The audit sheet: everything a judge signs, for paper.

import { chanceOf } from "./dice.js";
import { h, put, s } from "./dom.js";
import { rollsIn } from "./kinds.js";
import { ending, standingsText } from "./now.js";
import { judgeMarks } from "./judge.js";
import { clock, dayAndClock, percent, plainly, valueText } from "./words.js";

/** Give the signed checkpoints in words, or nothing. */
export function signedText(log) {
  const words = log.signed.map((c) => `${c.size} entries by ${c.by.join(", ")}`).join("; ");
  return words && `${words} (signatures not checked by this page)`;
}

class Sheet extends HTMLElement {
  watch(player) {
    this.player = player;
    player.addEventListener("grown", () => { this.drawn = null; });
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { player } = this;
    if (player.view !== "sheet" || (this.drawn === player.stops && this.proof === player.proof)) return;
    this.drawn = player.stops;
    this.proof = player.proof;
    put(this, h("div", { class: "sheet-tools" }, h("button", { onclick: () => window.print() }, "Print"), h("span", { class: "hint" }, "For A4 and Letter.")), this.header(), this.signatures(), this.luck(), this.rulings(), this.withdrawn(), this.rolls(), this.events());
  }

  header() {
    const { log, proof } = this.player;
    const { about } = log;
    const rows = [
      log.event ? ["Event", `${log.event.name}, ${log.event.rows.length} players`] : log.isEvent ? ["Event", about.name] : ["Players", Object.values(about.players).join(" against ")], ["Rules", `${about.rules} ${about.rules_version}${about.tables ? `, own tables ${about.tables.slice(0, 16)}` : ""}`],
      ["Played", `${dayAndClock(log.entries[0].at)} to ${dayAndClock(log.entries[log.entries.length - 1].at)}`], ["Log", `${about.name}, ${about.entries} entries, ${about.bytes} bytes`], ["Game id", about.id], ["Root of the tree", about.root], ["SHA-256 of the file", about.sha256],
      ["Verified", proof ? (proof.ok ? `by this page: every entry matches${proof.skipped ? " its hash" : ""}, ${proof.leaves.length} of them${proof.skipped ? `; ${proof.skipped} were not compared with what is shown` : ""}` : `NO: ${proof.entry === null ? "" : `entry ${proof.entry}, `}${proof.reason}`) : "not yet"],
      ["Signed checkpoints", signedText(log) || "none beside the log"],
      ["Result", ending(log, log.after(log.timelines.heads[log.timelines.default])) || `the ${log.isEvent ? "event" : "game"} is not over`],
      log.event ? [`Standings after round ${log.event.round}`, standingsText(log.event)] : null,
    ];
    return h("section", { class: "sheet-head" }, h("h2", null, "Audit sheet"), log.stale ? h("p", { class: "stale" }, `Luck and the code of the checkpoint are left out. ${log.stale}`) : null, log.qr && !log.stale ? s("svg", { viewBox: `0 0 ${log.qr.size} ${log.qr.size}`, class: "qr", role: "img", "aria-label": "Code of the checkpoint of this log" }, s("rect", { width: log.qr.size, height: log.qr.size, class: "qr-ground" }), s("path", { d: log.qr.path })) : null,
      h("dl", { class: "head" }, rows.filter(Boolean).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
      log.isEvent ? null : [h("h3", null, "House rules"), h("p", { class: "small" }, Object.entries(about.house_rules).map(([k, v]) => `${plainly(k)}: ${valueText(v)}`).join("; ") || "none")]);
  }

  rolls() {
    const { log } = this.player;
    const all = log.entries.flatMap((entry) => entry.events.flatMap((event, i) => rollsIn(event).map(([, roll], part) => ({ entry, event, i, roll, part }))));
    if (!all.length) return null;
    return h("section", null, h("h3", null, `Rolls (${all.length})`), h("div", { class: "wide" }, h("table", { class: "small" }, h("thead", null, h("tr", null, ["At", "By", "For", "Faces", "Came to", "Chance", "Source", "Grade"].map((n) => h("th", { scope: "col" }, n)))),
      h("tbody", null, all.map(({ entry, event, i, roll, part }) => {
        const address = `${entry.seq}.${i}`;
        const odds = log.rolls[part ? `${address}/${part + 1}` : address];
        const grade = log.audit && log.audit.rolls[address];
        const came = ["row", "result", "outcome"].map((n) => event[n]).find((v) => typeof v === "string") ?? (odds && odds.value);
        return h("tr", { class: log.gone.has(entry.seq) ? "gone" : null }, h("td", null, address), h("td", null, log.name(entry.dice ? entry.dice.rolled_by : entry.by, null)), h("td", null, plainly(roll.purpose)), h("td", null, roll.faces.join(" ")), h("td", null, came === undefined ? "" : plainly(came)), h("td", null, odds ? percent(chanceOf(odds)) : ""), h("td", null, entry.dice ? plainly(entry.dice.source) : ""), h("td", null, grade ? plainly(grade[0]) : ""));
      })))));
  }

  luck() {
    const { luck } = this.player.log;
    if (!luck || this.player.log.stale) return null;
    const said = Object.values(luck.players).filter((p) => p.luck.length);
    return said.length ? h("section", null, h("h3", null, "Luck"), said.map((p) => h("p", { class: "small" }, p.luck[0].sentence))) : null;
  }

  rulings() {
    const marks = judgeMarks(this.player.log).filter((m) => !["TakenBack", "Restored"].includes(m.event.type));
    return h("section", null, h("h3", null, this.player.log.isEvent ? "Rulings, disputes, corrections, penalties, notes" : "Rulings, disputes, notes"), marks.length ? h("ul", { class: "small" }, marks.map((m) => h("li", null, `${m.seq}.${m.number}${m.about ? ` about ${m.about}` : ""}: ${m.entry.said[m.number]}`))) : h("p", { class: "small" }, "None."));
  }

  withdrawn() {
    const { log } = this.player;
    const gone = [...log.gone].sort((a, b) => a - b);
    const consent = (by) => {
      const entry = log.entries[by];
      const agreed = entry && entry.events[0].agreed;
      return entry ? `by entry ${by}, ${agreed ? `agreed by ${log.name(agreed, null)}` : entry.by === "judge" ? "by ruling" : `by ${log.name(entry.by, null)} alone`}` : "";
    };
    return h("section", null, h("h3", null, "Withdrawn entries"), gone.length ? h("ul", { class: "small" }, gone.map((seq) => h("li", null, `${seq}: ${log.entries[seq].asked} (${consent(log.timelines.withdrawn[seq])})`))) : h("p", { class: "small" }, "None."));
  }

  events() {
    const { log } = this.player;
    const groups = [];
    for (const seq of log.path(log.timelines.default)) {
      const round = (log.after(seq) || {}).round || 0;
      const last = groups[groups.length - 1];
      if (last && last.round === round) last.seqs.push(seq);
      else groups.push({ round, seqs: [seq] });
    }
    return h("section", { class: "rounds" }, h("h3", null, "Events by round"), groups.map(({ round, seqs }) => h("section", null, h("h4", null, round ? `Round ${round}` : "Before the first round"),
      h("ol", { class: "small plain" }, seqs.map((seq) => h("li", null, h("b", null, `${seq} `), h("time", null, clock(log.entries[seq].at)), ` ${log.entries[seq].asked}`, h("ul", null, log.entries[seq].said.map((said, i) => h("li", null, `${seq}.${i} ${said}`)))))))));
  }

  signatures() {
    const { about } = this.player.log;
    return h("section", { class: "signatures" }, h("h3", null, "Signatures"), h("div", null, [...Object.values(about.players), "Judge"].map((name) => h("div", { class: "box" }, h("span", null, name), h("span", null, "Date")))));
  }
}

customElements.define("rb-sheet", Sheet);
export const sheetElement = "rb-sheet";
