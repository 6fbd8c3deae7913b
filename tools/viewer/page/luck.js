// The luck of each player: one plain sentence, and the numbers behind it.

import { addressButton } from "./addresses.js";
import { h, put, s } from "./dom.js";
import { fraction, percent, plainly } from "./words.js";

/** Rolls that count the other way named one by one. */
const MOST_LISTED = 12;

function chart(running, side, name) {
  if (running.length < 2) return null;
  const wide = 600;
  const high = 130;
  const most = Math.max(1, ...running.map(([, luck, deviation]) => Math.max(Math.abs(luck), 2 * deviation)));
  const x = (i) => (i / (running.length - 1)) * wide;
  const y = (v) => high / 2 - (v / most) * (high / 2 - 4);
  const edge = (sign, list) => list.map(([i, deviation]) => `${x(i).toFixed(1)} ${y(sign * deviation).toFixed(1)}`).join("L");
  const band = running.map(([, , deviation], i) => [i, deviation]);
  const area = (k) => `M${edge(k, band)}L${edge(-k, [...band].reverse())}z`;
  return s("svg", { viewBox: `0 0 ${wide} ${high}`, class: "luck-chart", role: "img", "aria-label": `Running luck of ${name}; the table below has the numbers` },
    s("path", { d: area(2), class: "band two" }), s("path", { d: area(1), class: "band one" }), s("path", { d: `M0 ${y(0)}H${wide}`, class: "lane" }),
    s("text", { x: 8, y: y(0) - 5, class: "axis" }, "as expected"),
    s("path", { d: `M${running.map(([, luck], i) => `${x(i).toFixed(1)} ${y(luck).toFixed(1)}`).join("L")}`, class: `run p${side}` }));
}

class Luck extends HTMLElement {
  watch(player) {
    this.player = player;
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { player } = this;
    const { luck } = player.log;
    if (player.view !== "luck" || !luck) return;
    const order = Object.values(player.log.about.players);
    const side = (name) => Math.max(0, order.findIndex((n) => name.startsWith(n)));
    const players = Object.entries(luck.players).sort(([a], [b]) => side(a) - side(b));
    put(this, h("h2", null, "Luck"), h("p", { class: "lead" }, "What the dice did, against what they were expected to do. It says nothing about who threw them."),
      player.log.stale ? h("p", { class: "stale" }, player.log.stale) : null,
      this.meanings(),
      players.map(([name, one]) => this.player_(name, one, side(name))), this.unlikely(luck), h("p", { class: "hint" }, luck.causes));
  }

  player_(name, one, side) {
    const all = one.luck[0];
    return h("section", { class: `luck p${side}` }, h("h3", null, h("i", { class: `swatch p${side}`, "aria-hidden": "true" }), name),
      h("p", { class: "sentence" }, all ? all.sentence : `${name} threw no dice that could be lucky.`),
      chart(one.running, side, name), one.running.length > 1 ? h("p", { class: "hint" }, "The line is what fell beyond expectation, roll by roll; the bands are one and two standard deviations of chance.") : null,
      this.running(one.running, name),
      one.luck.length ? h("div", { class: "wide" }, h("table", null, h("thead", null, h("tr", null, ["Rolls for", "Rolls", "Expected", "Actual", "Luck", "This far out"].map((n) => h("th", { scope: "col" }, n)))),
        h("tbody", null, one.luck.map((l) => h("tr", null, h("th", { scope: "row" }, l.kind === null ? "all together" : plainly(l.kind)), h("td", null, l.rolls), h("td", null, l.expected.toFixed(1)), h("td", null, l.actual), h("td", null, (l.luck > 0 ? "+" : "") + l.luck.toFixed(1)), h("td", null, percent(l.tail))))))) : null,
      h("details", null, h("summary", null, "Are these dice fair?"), h("p", null, one.faces.sentence), h("p", null, one.rates.sentence), h("p", null, one.order.sentence)));
  }

  /** What each column of the tables means, and which rolls count the other way. */
  meanings() {
    const { log } = this.player;
    const low = Object.entries(log.rolls).filter(([, odds]) => odds.better === "low");
    const listed = low.slice(0, MOST_LISTED).flatMap(([address, odds], i) => [i ? ", " : null, `${plainly(odds.purpose)} `, addressButton(this.player, address)]);
    return h("details", { class: "meanings", open: true }, h("summary", null, "How to read the numbers"), h("dl", { class: "head" }, [
      ["Rolls", "how often the player rolled for this, rolls taken back included; only rolls that can go well or badly for somebody count."],
      ["Expected", "what these rolls come to on average: hits, wounds and passed tests are counted one by one, a contest by the difference of both sides."],
      ["Actual", "what they came to."],
      ["Luck", "how much better for the player than expected: more is always better. A test that the enemy’s unit takes is the roll of whoever threw the dice: its failure counts for them."],
      low.length ? ["Counted the other way", ["rolls of which less is better for the player, such as damage to a unit of their own: ", listed, low.length > MOST_LISTED ? ` and ${low.length - MOST_LISTED} more` : null, ". There the luck is what fell below expectation."]] : null,
      ["This far out", "the chance that fair dice go at least this far to the same side; near 50 % is usual, below 5 % is rare, and among twenty rows one such is to be expected."],
      ["All together", "points of unlike things added up: no more than a summary."],
    ].filter(Boolean).map(([name, text]) => h("div", null, h("dt", null, name), h("dd", null, text)))));
  }

  /** The numbers of the picture, roll by roll. */
  running(rolls, name) {
    if (rolls.length < 2) return null;
    return h("details", null, h("summary", null, "Roll by roll as a table"), h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": `Running luck of ${name}` }, h("table", null,
      h("thead", null, h("tr", null, ["After", "Luck", "Standard deviation"].map((n) => h("th", { scope: "col" }, n)))),
      h("tbody", null, rolls.map(([address, luck, deviation]) => h("tr", null, h("th", { scope: "row" }, addressButton(this.player, address)), h("td", null, `${luck > 0 ? "+" : ""}${luck.toFixed(1)}`), h("td", null, deviation.toFixed(1))))))));
  }

  unlikely(luck) {
    if (!luck.unlikely.length) return null;
    return h("section", null, h("h3", null, `The least likely of ${luck.rated} rolls`), h("ol", { class: "marks" }, luck.unlikely.map((u) => h("li", null, addressButton(this.player, u.address),
        ` ${u.player}, ${plainly(u.kind)}: ${u.faces.join(", ")}, reading ${u.value}; this ${u.lower ? "low or lower" : "high or higher"} ${percent(fraction(u.tail))}`))));
  }
}

customElements.define("rb-luck", Luck);
export const luckElement = "rb-luck";
