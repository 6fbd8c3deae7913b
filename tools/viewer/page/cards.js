// Unit cards: pips, skills, weapons by arc, statuses; what changed flashes once.

import { changesOf } from "./now.js";
import { passenger } from "./places.js";
import { renew, svgTag, tag } from "./sketch.js";
import { fieldName, fieldText, plainly } from "./words.js";

const HEADING = new Set(["kind", "owner", "name", "status", "position", "weapons", "models", "models_start", "hull", "hull_start", "armor", "armor_start", "passengers"]);
const MARKS = {
  battle_shocked_until: (v) => `battle-shocked to the end of round ${v}`,
  shaken_until: (v) => `shaken until turn ${v}`,
  stunned_until: (v) => `stunned until turn ${v}`,
  pinned_until: (v) => `pinned until turn ${v}`,
  immobilised: () => "immobilised",
  smoke_active: () => "in smoke",
  falling_back: () => "falling back",
  helpless: () => "helpless",
  combat: (v) => `in combat ${v}`,
  aboard: (v) => `aboard ${v}`,
  inside: (v) => `inside ${v}`,
  squadron: (v) => `squadron ${v}`,
  ram: (v) => `ram ${v}`,
};
const FIRST = ["armour_value", "toughness", "movement", "ws", "bs", "ws_melee", "ws_shooting", "strength", "initiative", "attacks", "grit", "sagacity", "leadership", "save", "wounds"];
const SHORT = { ws_melee: "WS melee", ws_shooting: "WS shooting", ws: "WS", bs: "BS", armour_value: "armour F/S/R", toughness: "toughness" };

/** Draw pips: what is left is filled, what is gone is hollow. */
export function pips(kind, left, start) {
  const size = start > 14 ? 7 : 10;
  const shape = kind === "hull" ? "M1 1h8L5 9.4z" : kind === "armour" ? "M1 1h8v4.4L5 9.4 1 5.4z" : "M5 1a4 4 0 1 0 .01 0z";
  return svgTag("svg", { class: `pips ${kind}`, width: (size + 2) * start, height: size, viewBox: `0 0 ${12 * start} 10`, "aria-hidden": "true" },
    Array.from({ length: start }, (_, i) => svgTag("path", { d: shape, transform: `translate(${i * 12 + 1} 0)`, class: i < left ? "left" : "lost" })));
}

function value(player, id, path, text, changed, label) {
  const full = `units.${id}.${path}`;
  return tag("button", {
    key: changed.has(full) ? player.stop.address : undefined, class: `value${changed.has(full) ? " flash" : ""}`, "data-path": full, "aria-label": label ? `${label} ${text}: show the events that made it so` : null,
    onclick: () => player.why(full, `${player.log.name(id, player.state)}: ${label || fieldName(path)}`),
  }, text);
}

function pipLine(player, id, unit, kind, field, changed) {
  const start = unit[`${field}_start`];
  if (typeof start !== "number" || !start) return null;
  return tag("div", { class: "pip-line" }, tag("span", { class: "label" }, fieldName(field)), start <= 20 ? pips(kind, unit[field], start) : null,
    value(player, id, field, `${unit[field]} of ${start}`, changed, fieldName(field)));
}

function modelLine(player, id, unit, changed) {
  if (typeof unit.models === "number") return pipLine(player, id, unit, "model", "models", changed);
  if (!unit.models) return null;
  return tag("ul", { class: "models" }, Object.entries(unit.models).map(([name, model]) =>
    tag("li", { class: model.status === "active" ? null : "lost" }, tag("span", null, name),
      model.wounds_start > 1 ? pips("model", model.wounds, model.wounds_start) : null,
      value(player, id, `models.${name}`, model.status === "active" ? `${model.wounds}${model.aboard ? `, aboard ${player.log.name(model.aboard, player.state)}` : ""}` : model.status, changed, name))));
}

function isMark(name, v) {
  return Object.hasOwn(MARKS, name) && v !== null && v !== false && v !== undefined;
}

function statuses(player, id, unit, changed) {
  const marks = Object.entries(unit).filter(([name, v]) => isMark(name, v));
  const whole = unit.status === "active" && !marks.length;
  return tag("div", { class: "statuses" },
    unit.status === "active" && !changed.has(`units.${id}.status`) ? null : value(player, id, "status", unit.status, changed, "status"),
    marks.map(([name, v]) => value(player, id, name, MARKS[name](typeof v === "string" ? player.log.name(v, player.state) : v), changed, fieldName(name))),
    whole ? tag("span", { class: "ready" }, "in play") : null);
}

function weapons(player, id, unit, changed) {
  const list = Object.entries(unit.weapons || {});
  if (!list.length) return null;
  return tag("ul", { class: "weapons" }, list.map(([name, w]) => {
    const ammo = unit.ammo_hits && typeof w.shots === "number" ? Math.max(0, w.shots - unit.ammo_hits) : w.shots;
    const facts = [w.mount, typeof ammo === "number" && w.kind !== "melee" ? `${ammo} shot${ammo === 1 ? "" : "s"}${ammo === w.shots ? "" : ` of ${w.shots}`}` : null,
      w.strength === null || w.strength === undefined ? null : `S ${w.strength}`, w.damage > 1 ? `damage ${w.damage}` : null, w.ap ? `AP ${w.ap}` : null];
    return tag("li", { class: w.destroyed ? "lost" : null },
      value(player, id, `weapons.${name}`, plainly(name), changed, plainly(name)),
      tag("span", null, facts.filter(Boolean).join(" · ")),
      w.destroyed ? tag("em", null, "destroyed") : w.fired ? tag("em", { class: "fired" }, "fired") : null);
  }));
}

function skills(player, id, unit, changed) {
  const names = FIRST.filter((n) => unit[n] !== undefined && unit[n] !== null);
  const show = (n) => (Array.isArray(unit[n]) ? unit[n].join("/") : fieldText(n, unit[n])) + (n === "save" ? "+" : "") + (n === "movement" && unit.movement_start !== unit[n] ? ` of ${unit.movement_start}` : "");
  const driver = unit.driver ? Object.entries(unit.driver).map(([n, v]) => [`driver.${n}`, `driver ${SHORT[n] || fieldName(n)}`, v]) : [];
  return tag("dl", { class: "skills" },
    names.map((n) => tag("div", null, tag("dt", null, SHORT[n] || fieldName(n)), tag("dd", null, value(player, id, n, show(n), changed, SHORT[n] || fieldName(n))))),
    driver.map(([path, label, v]) => tag("div", null, tag("dt", null, label), tag("dd", null, value(player, id, path, String(v), changed, label)))));
}

function rest(player, id, unit, changed) {
  const names = Object.keys(unit).filter((n) => !HEADING.has(n) && !FIRST.includes(n) && n !== "driver" && !isMark(n, unit[n]));
  return tag("dl", { class: "skills all" },
    unit.position ? tag("div", null, tag("dt", null, "position"), tag("dd", null, value(player, id, "position", fieldText("position", unit.position), changed, "position"))) : null,
    unit.passengers && unit.passengers.length ? tag("div", null, tag("dt", null, "passengers"), tag("dd", null, value(player, id, "passengers", unit.passengers.map((one) => passenger(player.log, player.state, one)).join(", "), changed, "passengers"))) : null,
    names.map((n) => tag("div", null, tag("dt", null, fieldName(n)), tag("dd", null, value(player, id, n, fieldText(n, unit[n]), changed, fieldName(n))))));
}

class Cards extends HTMLElement {
  watch(player) {
    this.player = player;
    this.opened = new Set();
    this.kept = new Map();
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { player } = this;
    if (player.view !== "play") return;
    const { state, log } = player;
    if (!state || !state.units || (log.isEvent && !Object.keys(state.units).length)) {
      renew(this, log.isEvent ? null : tag("p", { class: "hint" }, "No units yet."));
      return;
    }
    const changed = new Set(changesOf(player).map((c) => c.path));
    for (const path of [...changed]) {
      const parts = path.split(".");
      for (let length = 3; length < parts.length; length += 1) changed.add(parts.slice(0, length).join("."));
    }
    const named = new Set(player.marks[player.index].units);
    const owners = Object.keys(state.players || {});
    renew(this, owners.map((owner, i) => {
      const units = Object.entries(state.units).filter(([, unit]) => unit.owner === owner);
      return tag("section", { class: "side" }, tag("h2", null, tag("i", { class: `swatch p${i}`, "aria-hidden": "true" }), log.name(owner, state)),
        units.length ? units.map(([id, unit]) => this.card(id, unit, i, changed, named)) : tag("p", { class: "hint" }, "No units yet."));
    }));
  }

  /** Skills and weapons: folded away on a narrow screen, unless the event is about the unit. */
  body(id, wanted, ...parts) {
    const key = `${id} body`;
    if (!matchMedia("(max-width: 760px)").matches || wanted) return parts;
    return tag("details", { open: this.opened.has(key), ontoggle: (e) => (e.target.open ? this.opened.add(key) : this.opened.delete(key)) }, tag("summary", null, "Skills and weapons"), parts);
  }

  /** Give the card of a unit: the one sketched before, if nothing of it is another. */
  card(id, unit, side, changed, named) {
    const touched = [...changed].some((path) => path.startsWith(`units.${id}.`) || path === `units.${id}`);
    const look = `${side} ${named.has(id)} ${this.player.unit === id}`;
    const kept = this.kept.get(id);
    if (kept && kept.unit === unit && kept.look === look && !kept.touched && !touched) return kept.card;
    const card = this.drawn(id, unit, side, changed, named);
    this.kept.set(id, { unit, look, touched, card });
    return card;
  }

  drawn(id, unit, side, changed, named) {
    const { player } = this;
    const out = unit.status !== "active";
    const chosen = player.unit === id;
    return tag("article", { class: `card p${side}${named.has(id) ? " named" : ""}${out ? " out" : ""}${chosen ? " chosen" : ""}`, key: id, "data-unit": id },
      tag("header", null,
        tag("button", { class: "name quiet", "aria-pressed": chosen ? "true" : "false", title: "Follow this unit on the board", onclick: () => player.setUnit(id) }, unit.name || id),
        tag("small", null, plainly(unit.kind), unit.weight ? `, ${unit.weight}` : "")),
      pipLine(player, id, unit, "hull", "hull", changed), pipLine(player, id, unit, "armour", "armor", changed), modelLine(player, id, unit, changed),
      statuses(player, id, unit, changed), this.body(id, named.has(id) || chosen, skills(player, id, unit, changed), weapons(player, id, unit, changed)),
      tag("details", { open: this.opened.has(id), ontoggle: (e) => (e.target.open ? this.opened.add(id) : this.opened.delete(id)) },
        tag("summary", null, "Everything recorded"), rest(player, id, unit, changed)));
  }
}

customElements.define("rb-cards", Cards);
export const cardsElement = "rb-cards";
