// The dice tray and the odds strip of one event.

import { rollsIn } from "./kinds.js";
import { svgTag, tag } from "./sketch.js";
import { fieldName, fraction, percent, plainly, shellWord, valueText } from "./words.js";

const PIPS = {
  1: [[5, 5]], 2: [[2.6, 2.6], [7.4, 7.4]], 3: [[2.4, 2.4], [5, 5], [7.6, 7.6]],
  4: [[2.6, 2.6], [7.4, 2.6], [2.6, 7.4], [7.4, 7.4]],
  5: [[2.4, 2.4], [7.6, 2.4], [5, 5], [2.4, 7.6], [7.6, 7.6]],
  6: [[2.6, 2.2], [7.4, 2.2], [2.6, 5], [7.4, 5], [2.6, 7.8], [7.4, 7.8]],
};
const COUNTED = new Set(["to_hit", "to_wound", "to_hit_reroll", "armour_save", "cover_save"]);
const GRADES = {
  proved: "These faces follow from commitments made before the roll.",
};

/** Draw one die: pips for six sides, a figure for others. */
export function die(face, sides, look = "") {
  const pips = sides === 6 && PIPS[face];
  return svgTag("svg", { viewBox: "0 0 10 10", class: `die ${look}`, role: "img", "aria-label": `${face === null ? "void" : face}${look ? ` (${look})` : ""}` },
    svgTag("rect", { x: 0.4, y: 0.4, width: 9.2, height: 9.2, rx: 1.8 }),
    pips ? pips.map(([x, y]) => svgTag("circle", { cx: x, cy: y, r: 0.95 })) : svgTag("text", { x: 5, y: 7, "text-anchor": "middle" }, face === null ? "?" : String(face)),
    look === "void" ? svgTag("path", { d: "M1 1 9 9M9 1 1 9", class: "cross" }) : null);
}

function lookOf(event, roll, face) {
  const needed = event.needed;
  if (typeof needed !== "number" || !COUNTED.has(roll.purpose)) return "";
  return face >= needed ? "success" : "failure";
}

function facts(event, roll, odds) {
  const found = [];
  const say = (name, value) => found.push([name, value]);
  if (typeof event.needed === "number") say("needed", `${event.needed} or more on each`);
  if (event.strength !== undefined) say("strength", event.strength);
  if (event.toughness !== undefined) say("toughness", event.toughness);
  if (event.armour !== undefined) say(event.side ? `armour, ${event.side}` : "armour", event.armour);
  if (event.value !== undefined && event.value !== null) say("against", event.value);
  for (const [name, value] of Object.entries(event.modifiers || {})) say(`modifier: ${plainly(name)}`, value > 0 ? `+${value}` : value);
  if (event.total !== undefined) say("total", event.total);
  else if (odds && odds.value !== undefined && roll.faces.length > 1 && !["hits", "wounds", "saved"].some((n) => typeof event[n] === "number")) say("reading", odds.value);
  for (const name of ["hits", "wounds", "saved"]) if (typeof event[name] === "number") say(fieldName(name), event[name]);
  for (const name of ["row", "result", "outcome", "winner"]) if (event[name]) say(name === "row" ? "row of the table" : fieldName(name), valueText(event[name]));
  if (typeof event.passed === "boolean") say("passed", event.passed ? "yes" : "no");
  return found;
}

function badges(player, stop) {
  const { entry } = stop;
  const dice = entry.dice;
  if (!dice) return [];
  const graded = player.log.audit && player.log.audit.rolls[stop.address];
  const badge = (name, text, why) => tag("span", { class: `badge ${name}`, title: why }, text);
  return [
    badge("source", `Dice: ${plainly(dice.source)}`, `Rolled by ${player.log.name(dice.rolled_by, player.state)}`),
    tag("span", { class: "badge" }, `Rolled by ${player.log.name(dice.rolled_by, player.state)}`),
    graded ? badge("grade", `Grade: ${plainly(graded[0])}`, GRADES[graded[0]] || graded[1]) : null,
    dice.kept ? badge("kept", `${dice.kept} of its faces fell in entry ${dice.kept_from}`) : null,
  ];
}

/** Give the tray of a stop: every die, what was needed, what it came to; null without dice. */
export function tray(player) {
  const { stop } = player;
  const rolls = rollsIn(stop.event);
  if (!rolls.length) return null;
  const odds = player.odds(stop);
  const voids = (stop.entry.dice && stop.entry.dice.void) || [];
  return tag("section", { class: "tray", "aria-label": "Dice of this event" },
    rolls.map(([, roll], i) => tag("div", { class: "roll" },
      tag("h3", null, plainly(roll.purpose), " ", tag("small", null, `${roll.faces.length} d${roll.sides}`)),
      tag("div", { class: "dice" }, roll.faces.map((face) => die(face, roll.sides, lookOf(stop.event, roll, face)))),
      tag("dl", { class: "facts" }, facts(stop.event, roll, odds[i]).map(([name, value]) => tag("div", null, tag("dt", null, name), tag("dd", null, value)))))),
    voids.length ? tag("div", { class: "voids" }, voids.map((one) => tag("span", null, die(one.face, 6, "void"), `void: ${one.reason}`))) : null,
    tag("div", { class: "badges" }, badges(player, stop)));
}

function bars(title, chances, now) {
  const rows = Object.entries(chances).map(([name, text]) => [name, fraction(text), text]);
  const most = Math.max(...rows.map((row) => row[1]));
  return tag("table", { class: "odds" }, tag("caption", null, title),
    tag("thead", { class: "unseen" }, tag("tr", null, tag("th", { scope: "col" }, "Result"), tag("th", { scope: "col" }, "Chance"))),
    tag("tbody", null, rows.map(([name, chance, text]) => tag("tr", { class: name === now ? "now" : null },
      tag("th", { scope: "row" }, plainly(name), name === now ? tag("span", { class: "unseen" }, " (this one)") : null),
      tag("td", null, tag("div", { class: "chance" },
        svgTag("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, svgTag("rect", { width: Math.max(0.8, (chance / most) * 100), height: 8 })),
        tag("span", { class: "percent", title: text.length < 16 ? text : null }, percent(chance))))))));
}

/** Give the chance of what a roll came to: of the row of its table where it has one, else of its number. */
export function chanceOf(odds) {
  return fraction(odds.results && Object.hasOwn(odds.results, odds.result) ? odds.results[odds.result] : odds.p);
}

function words(odds) {
  const parts = [`This result had a chance of ${percent(chanceOf(odds))}`];
  if (chanceOf(odds) !== fraction(odds.p)) parts.push(`the number ${odds.value} alone ${percent(fraction(odds.p))}`);
  if (odds.good && odds.better !== "neither") parts.push(`at least this good ${percent(fraction(odds.good))}`, `at least this bad ${percent(fraction(odds.bad))}`);
  return `${parts.join("; ")}.`;
}

/** Give the command line that plays on from the roll of a stop with other faces: all at their highest, or at one if they were. */
function whatIf({ stop, log }) {
  const [[, { faces, sides }]] = rollsIn(stop.event);
  const other = faces.map(() => (faces.every((face) => face === sides) ? 1 : sides));
  return `rollbook whatif ${shellWord(log.about.name)} ${stop.address} --faces ${other.join(",")} --simulate 1 -o what-if.rbk`;
}

/** Give the odds of the rolls of a stop; null where none are known. */
export function strip(player) {
  const { stop } = player;
  const odds = player.odds(stop);
  if (!odds.length) return null;
  return tag("details", { class: "strip", open: player.oddsOpen, ontoggle: (e) => { if (e.target.open !== Boolean(player.oddsOpen)) { player.oddsOpen = e.target.open; player.changed(); } } },
    tag("summary", null, "Odds", tag("span", { class: "short" }, ` ${percent(chanceOf(odds[0]))}`)),
    !player.oddsOpen ? null : odds.map((one) => [
      tag("p", null, words(one)),
      tag("div", { class: "odds-tables" },
        one.results && Object.keys(one.results).length > 1 ? bars("Results", one.results, one.result) : null,
        one.expected && Object.keys(one.expected).length > 1 && Object.keys(one.expected).length <= 24 ? bars(one.better === "neither" ? "Numbers" : plainly(one.purpose), one.expected, String(one.value)) : null),
    ]),
    !player.oddsOpen ? null : tag("p", { class: "hint" }, "What if? ", tag("code", null, whatIf(player)), " forks here: it plays on as if these faces had fallen, with simulated dice where others are needed, on a timeline of its own in a new log."));
}
