// The tree of timelines, and two of them held against each other.

import { h, put, s } from "./dom.js";
import { placeWords, valueWords } from "./places.js";
import { shellWord } from "./words.js";

/** Entries of each side that are set beside each other; more take too long. */
const MOST_ALIGNED = 1500;

/** Give every field in which two states differ: [path, left, right]. */
export function differences(left, right, path = "") {
  if (left === right) return [];
  const whole = (v) => v === null || typeof v !== "object" || Array.isArray(v);
  if (whole(left) || whole(right)) return JSON.stringify(left) === JSON.stringify(right) ? [] : [[path, left, right]];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) => differences(
    Object.hasOwn(left, name) ? left[name] : undefined, Object.hasOwn(right, name) ? right[name] : undefined, path ? `${path}.${name}` : name));
}

class Tree extends HTMLElement {
  watch(player) {
    this.player = player;
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { player } = this;
    if (player.view !== "tree") return;
    const { log } = player;
    const { names, heads, openings, kinds, withdrawn } = log.timelines;
    const forkOf = (name) => log.entries[openings[name]].parent;
    const goneBy = new Map();
    for (const [seq, by] of Object.entries(withdrawn)) goneBy.set(by, [...(goneBy.get(by) || []), Number(seq)]);
    put(this, h("h2", null, "Timelines"), h("div", { class: "wide" }, this.picture(names)),
      h("ul", { class: "lines" }, names.map((name) => h("li", { class: name === player.line ? "now" : null },
        h("button", { onclick: () => player.toLine(name), "aria-pressed": name === player.line ? "true" : "false" }, name),
        h("span", null, forkOf(name) === null ? "from the beginning" : ["forks at ", this.jump(forkOf(name))], ", head ", this.jump(heads[name]), `, ${log.path(name).length} entries`, kinds[name] === "simulated" ? ", simulated" : ""),
        name === player.line ? null : h("button", { class: "quiet", onclick: () => { player.other = name; player.setView("diff"); } }, `Compare with ${player.line}`)))),
      goneBy.size ? [h("h3", null, "Withdrawn, and by which entry"), h("ul", { class: "marks" }, [...goneBy].map(([by, seqs]) =>
        h("li", null, h("i", { class: "hatched", "aria-hidden": "true" }), " ", seqs.length > 1 ? ["Entries ", this.jump(seqs[0]), " to ", this.jump(seqs[seqs.length - 1])] : ["Entry ", this.jump(seqs[0])], ", by entry ", this.jump(by), `: ${log.entries[by].said[0]}`)))] : h("p", { class: "hint" }, "Nothing was withdrawn."));
  }

  jump(seq) {
    return h("button", { class: "address", onclick: () => { this.player.view = "play"; this.player.show(seq); } }, String(seq));
  }

  /** Draw the timelines as lanes: the trunk that they share is drawn once. */
  picture(names) {
    const { log, line, stop } = this.player;
    const wide = 900;
    const high = names.length * 34 + 18;
    const last = Math.max(1, log.entries.length - 1);
    const x = (seq) => 12 + (seq / last) * (wide - 24);
    const y = (name) => 30 + names.indexOf(name) * 34;
    const lanes = names.map((name) => {
      const opening = log.timelines.openings[name];
      const from = log.entries[opening].parent;
      const joint = from === null ? "" : `M${x(from)} ${y(log.entries[from].timeline)}C${x(from) + 14} ${y(log.entries[from].timeline)} ${x(from)} ${y(name)} ${x(from) + 16} ${y(name)}H${x(opening)}`;
      return s("g", { class: `line ${name === line ? "now" : ""}` },
        s("path", { d: `${joint}M${x(opening)} ${y(name)}H${x(log.timelines.heads[name])}` }), s("circle", { cx: x(log.timelines.heads[name]), cy: y(name), r: 5 }),
        s("text", { x: from === null ? x(opening) : x(from) + 22, y: y(name) - 7 }, name));
    });
    const gone = [...log.gone].map((seq) => s("rect", { x: x(seq) - 2, y: y(log.entries[seq].timeline) - 5, width: 4, height: 10, class: "gone" }));
    return s("svg", { viewBox: `0 0 ${wide} ${high}`, class: "tree", role: "img", "aria-label": `${names.length} timelines; the list below says the same` }, lanes, gone, s("path", { class: "here", d: `M${x(stop.seq)} 0V${high}` }));
  }
}

class Diff extends HTMLElement {
  watch(player) {
    this.player = player;
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { player } = this;
    if (player.view !== "diff") return;
    const { log } = player;
    const names = log.timelines.names;
    const other = names.includes(player.other) && player.other !== player.line ? player.other : names.find((n) => n !== player.line);
    if (!other) {
      put(this, h("h2", null, "Compare timelines"), h("p", null, "This log has one timeline. A fork opens another: ", h("code", null, `rollbook fork ${shellWord(log.about.name)} --at ${player.stop.seq} what-if`)));
      return;
    }
    const common = log.common(player.line, other);
    const choose = (label, chosen, take) => h("label", null, label, h("select", { onchange: (e) => take(e.target.value) }, names.map((n) => h("option", { value: n, selected: n === chosen }, n))));
    put(this, h("h2", null, "Compare timelines"),
      h("div", { class: "filter" }, choose("Left", player.line, (n) => { if (n === other) player.other = player.line; player.toLine(n); }), choose("Right", other, (n) => { player.other = n; player.changed(); }),
        h("button", { onclick: () => player.copy(this.text(player.line, other, common), "The comparison is copied.") }, "Copy as text")),
      this.states(player.line, other), this.entries(player.line, other, common));
  }

  states(left, right) {
    const { log } = this.player;
    const [a, b] = [left, right].map((name) => log.after(log.timelines.heads[name]));
    const found = differences(a, b);
    return h("section", null, h("h3", null, `State at both heads: ${found.length} values differ`),
      found.length ? h("div", { class: "wide" }, h("table", { class: "diff" }, h("thead", null, h("tr", null, ["Value", left, right].map((n) => h("th", { scope: "col" }, n)))),
        h("tbody", null, found.map(([path, l, r]) => h("tr", null, h("th", { scope: "row" }, this.label(path, a, b)), h("td", null, this.shown(path, l, a, b)), h("td", null, this.shown(path, r, a, b))))))) : null);
  }

  label(path, a, b) {
    const { who, name } = this.place(path, a, b);
    return name === "" ? who : ["Game", "Event"].includes(who) ? name : `${who}: ${name}`;
  }

  /** Give a path in words, as that one of both states knows it that has it. */
  place(path, a, b) {
    const has = (state) => path.split(".").slice(0, 2).reduce((v, part) => v && typeof v === "object" && Object.hasOwn(v, part) && v[part], state) !== false;
    return placeWords(this.player.log, a && has(a) ? a : b, path);
  }

  shown(path, value, a, b) {
    const { name, last } = this.place(path, a, b);
    return value === undefined ? "not there" : name === "" ? "there" : valueWords(this.player.log, b || a, last, value);
  }

  /** Rows of both timelines after their common trunk; entries that asked and gave the same stand beside each other. */
  rows(left, right, common) {
    const { log } = this.player;
    const [a, b] = [left, right].map((name) => log.path(name).filter((seq) => seq > common).map((seq) => log.entries[seq]));
    const [keysA, keysB] = [a, b].map((entries) => entries.map((e) => JSON.stringify([e.command, e.events])));
    const long = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i -= 1) for (let j = b.length - 1; j >= 0; j -= 1) long[i][j] = keysA[i] === keysB[j] ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
    const rows = [];
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
      if (i < a.length && j < b.length && keysA[i] === keysB[j]) rows.push([a[i++], b[j++], true]);
      else if (i < a.length && (j === b.length || long[i + 1][j] >= long[i][j + 1])) rows.push([a[i++], null, false]);
      else rows.push([null, b[j++], false]);
    }
    return rows;
  }

  tooLong(left, right, common) {
    const { log } = this.player;
    return [left, right].some((name) => log.path(name).length - log.path(name).indexOf(common) > MOST_ALIGNED);
  }

  entries(left, right, common) {
    const { log } = this.player;
    const cell = (entry) => h("td", null, entry ? [h("button", { class: "address", onclick: () => { this.player.view = "play"; this.player.show(entry.seq); } }, String(entry.seq)), ` ${entry.asked}`, h("ul", null, entry.said.map((said) => h("li", null, said)))] : null);
    return h("section", null, h("h3", null, "What happened"), h("p", { class: "hint" }, `The first ${log.path(left).indexOf(common) + 1} entries, to entry ${common}, are common to both and folded away.`),
      this.tooLong(left, right, common) ? h("p", null, "The rest is too long to set side by side here: rollbook diff does that.") : h("div", { class: "wide" }, h("table", { class: "diff" }, h("thead", null, h("tr", null, [left, right].map((n) => h("th", { scope: "col" }, n)))),
        h("tbody", null, this.rows(left, right, common).map(([a, b, same]) => h("tr", { class: same ? "same" : null }, cell(a), cell(b)))))));
  }

  text(left, right, common) {
    const { log } = this.player;
    const [a, b] = [left, right].map((name) => log.after(log.timelines.heads[name]));
    return [`${left} against ${right}, common to entry ${common}`, "",
      ...differences(a, b).map(([path, l, r]) => `${this.label(path, a, b)}: ${this.shown(path, l, a, b)} | ${this.shown(path, r, a, b)}`), "",
      ...(this.tooLong(left, right, common)
        ? ["The entries are too long to set side by side here: rollbook diff does that."]
        : this.rows(left, right, common).map(([x, y, same]) => (same ? `= ${x.seq} ${x.asked}` : x ? `< ${x.seq} ${x.asked}` : `> ${y.seq} ${y.asked}`))),
    ].join("\n");
  }
}

customElements.define("rb-tree", Tree);
customElements.define("rb-diff", Diff);
export const branchElements = ["rb-tree", "rb-diff"];
