// The table at true scale: one unit of the drawing is a millimetre, north is up.

import { baseOf } from "./bases.js";
import { h } from "./dom.js";
import { MM, extentOf } from "./extent.js";
import { placeLabels, textBox } from "./labels.js";
import { sheetsOf } from "./paper.js";
import { renew, svgTag, tag } from "./sketch.js";
import { degrees, milli, plainly } from "./words.js";

/** The size of letters on paper, in millimetres. */
const PRINTED = 5;
const ARC_NAMES = [["front", 0], ["side", 90], ["rear", 180], ["side", 270]];

const turn = (facing) => (facing / 10) * (Math.PI / 180);
const at = (p) => ({ x: p.x_milli * MM, y: -p.y_milli * MM, facing: turn(p.facing_decideg) });
const ahead = (p, angle, length) => ({ x: p.x + Math.sin(angle) * length, y: p.y - Math.cos(angle) * length });

function shapeOf(base, extra = 0) {
  const [w, l] = base.size.map((v) => v + extra);
  return base.oval ? svgTag("ellipse", { rx: w / 2, ry: l / 2 }) : svgTag("rect", { x: -w / 2, y: -l / 2, width: w, height: l, rx: 4 });
}

function arcs(unit, base) {
  const numbers = unit.armour_value || (Array.isArray(unit.toughness) ? unit.toughness : null);
  // Infantry is as tough from every side.
  if (!numbers) return null;
  const reach = Math.max(...base.size) / 2 + 38;
  const lines = [45, 135, 225, 315].map((deg) => `M0 0 ${(Math.sin((deg * Math.PI) / 180) * reach).toFixed(1)} ${(-Math.cos((deg * Math.PI) / 180) * reach).toFixed(1)}`).join("");
  return svgTag("g", { class: "arcs" }, svgTag("path", { d: lines }),
    ARC_NAMES.map(([name, deg]) => {
      const number = numbers[Math.min(numbers.length - 1, ["front", "side", "rear"].indexOf(name))];
      const spot = ahead({ x: 0, y: 0 }, (deg * Math.PI) / 180, base.size[deg % 180 ? 0 : 1] / 2 + 34);
      return svgTag("text", { x: spot.x, y: spot.y + 5, transform: `rotate(${-unit.position.facing_decideg / 10} ${spot.x} ${spot.y})` }, `${name[0].toUpperCase()} ${number}`);
    }));
}

class Board extends HTMLElement {
  watch(player) {
    this.player = player;
    this.zoom = 1;
    this.ends = ["", ""];
    player.addEventListener("grown", () => { this.frame = null; });
    this.picture = h("div", { class: "picture", tabindex: "0", role: "group", "aria-label": "Board; a table of all positions follows" });
    this.tools = h("div", { class: "tools" });
    this.below = h("div", { class: "below" });
    this.paper = h("div", { class: "paper" });
    this.append(this.tools, this.picture, this.below, this.paper);
    this.wide = 0;
    new ResizeObserver(() => {
      const wide = this.clientWidth;
      if (wide === this.wide) return;
      this.wide = wide;
      this.draw();
    }).observe(this);
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  /** Give the part of the table that anything ever stood on, so that the picture keeps still. */
  get extent() {
    this.frame ??= extentOf(this.player.log);
    return this.frame;
  }

  draw() {
    const { player } = this;
    if (player.view !== "play") return;
    const { state } = player;
    const units = Object.entries((state && state.units) || {});
    const there = units.filter(([, unit]) => unit.position && unit.status !== "removed");
    const bench = units.filter(([, unit]) => !unit.position && unit.status !== "removed");
    const removed = units.filter(([, unit]) => unit.status === "removed");
    const box = this.extent;
    this.hidden = !units.length;
    this.parentElement.classList.toggle("alone", this.hidden);
    renew(this.tools, this.toolbar(box));
    if (box.w && there.length) {
      renew(this.picture, this.svg(box, there));
      this.picture.hidden = false;
      this.picture.classList.toggle("fitted", this.zoom === 1);
      this.scroll(box, there);
    } else {
      renew(this.picture);
      this.picture.hidden = true;
    }
    renew(this.below, this.bench(bench, "No position recorded"), this.bench(removed, "Out of the game"), there.length ? [there.some(([id, unit]) => !this.base(id, unit).known) ? tag("p", { class: "hint" }, "A broken outline: the size of the base was not recorded, a usual one is drawn.") : null, this.ruler(there), this.table(units)] : null);
  }

  toolbar(box) {
    const zoom = (by) => { this.zoom = Math.max(1, Math.min(6, this.zoom * by)); this.draw(); };
    if (!box.w) return [];
    return [
      tag("h2", null, "Table"),
      tag("span", { class: "hint" }, `${Math.round(box.w)} by ${Math.round(box.h)} mm shown`),
      tag("button", { "aria-label": "Zoom out", onclick: () => zoom(1 / 1.5) }, "−"), tag("button", { "aria-label": "Zoom in", onclick: () => zoom(1.5) }, "+"),
      tag("button", { onclick: () => player100(this) }, "Print at 100 %"),
    ];
  }

  /** Draw the table, or the part of it that is on one *sheet* of paper. */
  svg(box, there, sheet = null) {
    const { player } = this;
    const named = new Set(player.marks[player.index].units);
    const size = sheet ? PRINTED : 13 * Math.max(box.w / (Math.max(200, this.wide - 40) * this.zoom), this.zoom === 1 ? box.h / (innerHeight * 0.64) : 0);
    this.captions = [];
    const traces = this.traces();
    for (const one of this.captions) one.x = Math.min(Math.max(one.x, box.x + textBox(one.text, size).w / 2), box.x + box.w - textBox(one.text, size).w / 2);
    const part = sheet || box;
    return svgTag("svg", {
      viewBox: `${part.x} ${part.y} ${part.w} ${part.h}`, role: "img", "aria-label": `Board with ${there.length} units; the table below says where each stands`,
      style: { "--letters": `${size.toFixed(1)}px`, ...(sheet ? { width: `${sheet.w}mm`, height: `${sheet.h}mm` } : { width: `${this.zoom * 100}%` }) },
    }, this.grid(box), this.scale(box), traces, there.map(([id, unit]) => this.unit(id, unit, named)), this.labels(there, named, size, box),
      this.captions.map(({ text, x, y }) => svgTag("g", { class: "blast" }, svgTag("text", { x, y, dy: "-0.5em" }, text))), this.ends.every((id) => there.some(([other]) => other === id)) ? this.measure() : null);
  }

  /** Draw the table on sheets of paper, each with the place that it has in the whole. */
  onPaper() {
    const { player } = this;
    const there = Object.entries(player.state.units).filter(([, unit]) => unit.position && unit.status !== "removed");
    const things = there.map(([id, unit]) => ({ ...at(unit.position), r: Math.max(...this.base(id, unit).size) / 2 + PRINTED * 2 }));
    renew(this.paper, sheetsOf(this.extent, things).map((sheet) => tag("figure", null,
      tag("figcaption", null, `${sheet.words}, 1 mm is 1 mm. ${player.log.about.name} ${player.stop.address}: ${player.stop.entry.said[player.stop.number]}`),
      this.svg(this.extent, there, sheet))));
  }

  grid(box) {
    let step = 6 * 25.4;
    // A place may be as far off as a number can say.
    while (Math.max(box.w, box.h) > step * 400) step *= 2;
    const lines = [];
    for (let x = Math.ceil(box.x / step) * step; x < box.x + box.w; x += step) lines.push(`M${x.toFixed(1)} ${box.y}v${box.h}`);
    for (let y = Math.ceil(box.y / step) * step; y < box.y + box.h; y += step) lines.push(`M${box.x} ${y.toFixed(1)}h${box.w}`);
    return [svgTag("rect", { x: box.x, y: box.y, width: box.w, height: box.h, class: "field" }), svgTag("path", { d: lines.join(""), class: "grid" })];
  }

  scale(box) {
    const x = box.x + 14;
    const y = box.y + box.h - 14;
    return svgTag("g", { class: "scale" }, svgTag("path", { d: `M${x} ${y - 8}v8h152.4v-8` }), svgTag("text", { x: x + 4, y: y - 13 }, "6 in = 152.4 mm"),
      svgTag("path", { d: `M${box.x + box.w - 22} ${box.y + 40}v-26l-6 8m6-8 6 8` }), svgTag("text", { x: box.x + box.w - 27, y: box.y + 46, "dominant-baseline": "hanging" }, "N"));
  }

  base(id, unit) {
    return baseOf(this.player.log, this.player.stop.seq, id, unit);
  }

  side(unit) {
    return Object.keys(this.player.state.players || {}).indexOf(unit.owner);
  }

  unit(id, unit, named) {
    const place = at(unit.position);
    const base = this.base(id, unit);
    const chosen = this.player.unit === id;
    const deg = unit.position.facing_decideg / 10;
    const nose = base.size[1] / 2;
    return svgTag("g", { class: `unit p${this.side(unit)} ${unit.kind} ${unit.status}${named.has(id) ? " named" : ""}${chosen ? " chosen" : ""}${base.known ? "" : " guessed"}`, transform: `translate(${place.x.toFixed(2)} ${place.y.toFixed(2)}) rotate(${deg})`, key: id, "data-unit": id, onclick: () => this.player.setUnit(id) },
      chosen || named.has(id) ? arcs(unit, base) : null,
      shapeOf(base), svgTag("path", { d: `M0 ${-nose - 12}l8 13h-16z`, class: "nose" }),
      unit.status !== "active" ? svgTag("path", { d: `M${-nose * 0.6} ${-nose * 0.6}L${nose * 0.6} ${nose * 0.6}M${nose * 0.6} ${-nose * 0.6}L${-nose * 0.6} ${nose * 0.6}`, class: "wrecked" }) : null,
      this.declared(unit, base));
  }

  /** The turn that was declared for this move: how much of it is left to either side. */
  declared(unit, base) {
    if (!unit.move || !unit.move.declared_decideg) return null;
    const left = Math.max(0, unit.move.declared_decideg - unit.move.turned_decideg);
    if (!left) return null;
    const r = base.size[1] / 2 + 22;
    const a = turn(Math.min(left, 1799));
    const from = ahead({ x: 0, y: 0 }, -a, r);
    const to = ahead({ x: 0, y: 0 }, a, r);
    return svgTag("path", { class: "declared", d: `M${from.x} ${from.y}A${r} ${r} 0 ${a > Math.PI / 2 ? 1 : 0} 1 ${to.x} ${to.y}` }, svgTag("title", null, `Turn declared, ${degrees(left)} left`));
  }

  /** The names, each near its unit and over no other; those that had to go further off with a line. */
  labels(there, named, size, box) {
    const wanted = there.map(([id, unit]) => {
      const clear = named.has(id) || this.player.unit === id ? 42 : 0;
      const { x, y } = at(unit.position);
      return { text: unit.name || id, x, y, r: Math.max(...this.base(id, unit).size) / 2 + clear };
    });
    const taken = this.captions.map(({ text, x, y }) => textBox(text, size, x, y - size * 0.9));
    return placeLabels(wanted, size, box, taken).map(({ x, y, lead }, i) => svgTag("g", { key: there[i][0] },
      lead ? svgTag("path", { class: "lead", d: `M${x} ${y}L${lead.x} ${lead.y}` }) : null,
      svgTag("text", { x, y: y + size * 0.35, class: `label${named.has(there[i][0]) ? " named" : ""}` }, wanted[i].text)));
  }

  /** What the event did on the table: ghosts of moves, shots, explosions, falls. */
  traces() {
    const { player } = this;
    const { event } = player.stop;
    const { state, previous } = player;
    const found = [];
    const spot = (id, from = state) => {
      const unit = from && from.units && Object.hasOwn(from.units, id) ? from.units[id] : null;
      return unit && unit.position ? { unit, place: at(unit.position), base: this.base(id, unit) } : null;
    };
    for (const [id, unit] of Object.entries((state && state.units) || {})) {
      const was = spot(id, previous);
      const is = spot(id);
      if (was && (!is || JSON.stringify(was.unit.position) !== JSON.stringify(unit.position))) {
        found.push(svgTag("g", { class: `ghost p${this.side(unit)}`, transform: `translate(${was.place.x} ${was.place.y}) rotate(${was.unit.position.facing_decideg / 10})` }, shapeOf(was.base)));
        if (is && Math.hypot(is.place.x - was.place.x, is.place.y - was.place.y) > 4) found.push(svgTag("path", { class: "moved", d: `M${was.place.x} ${was.place.y}L${is.place.x} ${is.place.y}`, "marker-end": "url(#arrow)" }));
      }
    }
    const from = spot(event.unit) || spot(event.unit, previous);
    const target = spot(event.target);
    if (event.type === "WeaponFired" && from && target) found.push(svgTag("path", { class: "shot", d: `M${from.place.x} ${from.place.y}L${target.place.x} ${target.place.y}`, "marker-end": "url(#arrow)" }));
    const radius = event.radius !== undefined ? event.radius * 25.4 : event.radius_milli !== undefined ? event.radius_milli * MM : null;
    if (radius && from) this.blast(found, event, from, radius);
    if (event.fall_decideg !== undefined && from) {
      const tall = from.base.size[1] * 2;
      const end = ahead(from.place, turn(event.fall_decideg), tall);
      found.push(svgTag("path", { class: "fall", d: `M${from.place.x} ${from.place.y}L${end.x} ${end.y}`, "stroke-width": from.base.size[0] * 0.6 }), svgTag("path", { class: "scatter", d: `M${from.place.x} ${from.place.y}L${end.x} ${end.y}`, "marker-end": "url(#arrow)" }));
    }
    return found;
  }

  /** An explosion: its circle, and above all else how far it reaches. */
  blast(found, event, from, radius) {
    const r = radius + Math.max(...from.base.size) / 2;
    const unit = this.player.log.about.rules === "hull-points" ? " yards" : "″";
    found.push(svgTag("g", { class: "blast" }, svgTag("circle", { cx: from.place.x, cy: from.place.y, r })));
    const [text, x, y] = [`${event.radius ?? milli(event.radius_milli)}${unit} from the base`, from.place.x, from.place.y + r];
    this.captions.push({ text, x, y });
  }

  /** The ruler laid onto the picture, once somebody has chosen what to measure. */
  measure() {
    const [a, b] = this.ends.map((id) => at(this.player.state.units[id].position));
    return svgTag("g", { class: "measure" }, svgTag("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }), svgTag("text", { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 8 }, `${Math.hypot(a.x - b.x, a.y - b.y).toFixed(0)} mm`));
  }

  scroll(box, there) {
    if (this.zoom === 1) return;
    const { player } = this;
    const wanted = player.unit || player.marks[player.index].units[0];
    const one = there.find(([id]) => id === wanted);
    if (!one) return;
    const place = at(one[1].position);
    const wide = this.picture.scrollWidth;
    this.picture.scrollTo(((place.x - box.x) / box.w) * wide - this.picture.clientWidth / 2, ((place.y - box.y) / box.w) * wide - this.picture.clientHeight / 2);
  }

  bench(units, title) {
    if (!units.length) return null;
    const { player } = this;
    return tag("section", { class: "bench" }, tag("h3", null, title), tag("ul", null, units.map(([id, unit]) => {
      const base = this.base(id, unit);
      const [w, l] = base.size;
      return tag("li", null, tag("button", { class: "quiet", "aria-pressed": player.unit === id ? "true" : "false", onclick: () => player.setUnit(id) },
        svgTag("svg", { viewBox: "-65 -65 130 130", width: 44, height: 44, "aria-hidden": "true", class: "board-unit" }, svgTag("g", { class: `unit p${this.side(unit)} ${unit.status} ${base.known ? "" : "guessed"}` }, shapeOf({ ...base, size: [Math.min(w, 120), Math.min(l, 120)] }))),
        tag("span", null, unit.name || id)));
    })));
  }

  ruler(there) {
    const { player } = this;
    const names = there.map(([id, unit]) => [id, unit.name || id]);
    const known = new Set(names.map(([id]) => id));
    const usual = [...player.marks[player.index].units.filter((id) => known.has(id)), ...known];
    const from = known.has(this.ends[0]) ? this.ends[0] : usual[0];
    const to = known.has(this.ends[1]) ? this.ends[1] : usual.find((id) => id !== from) || from;
    const choice = (i, label, chosen) => tag("select", { "aria-label": label, value: chosen, onchange: (e) => { this.ends[i] = e.target.value; this.draw(); } }, names.map(([id, name]) => tag("option", { value: id }, name)));
    const read = (id) => {
      const unit = player.state.units[id];
      return { place: at(unit.position), base: this.base(id, unit) };
    };
    const [a, b] = [read(from), read(to)];
    const centres = Math.hypot(a.place.x - b.place.x, a.place.y - b.place.y);
    const edges = Math.max(0, centres - Math.max(...a.base.size) / 2 - Math.max(...b.base.size) / 2);
    const say = (mm) => `${mm.toFixed(0)} mm = ${(mm / 25.4).toFixed(1)} in${player.log.about.rules === "hull-points" ? ` = ${(mm / 25.4).toFixed(1)} yards of the game` : ""}`;
    return tag("section", { class: "ruler" }, tag("h3", null, "Ruler"), tag("div", null, choice(0, "Measure from", from), " to ", choice(1, "Measure to", to)),
      tag("p", null, "Centre to centre ", tag("b", null, say(centres)), tag("br"), "Base to base about ", tag("b", null, say(edges))));
  }

  table(units) {
    const { player } = this;
    return tag("details", { class: "behind", open: this.tableOpen, ontoggle: (e) => { if (e.target.open !== Boolean(this.tableOpen)) { this.tableOpen = e.target.open; this.draw(); } } }, tag("summary", null, "Positions as a table"),
      !this.tableOpen ? null : tag("div", { class: "wide" }, tag("table", null, tag("thead", null, tag("tr", null, ["Unit", "Side", "Status", "x", "y", "Facing", "Base, mm"].map((n) => tag("th", { scope: "col" }, n)))),
        tag("tbody", null, units.map(([id, unit]) => {
          const base = this.base(id, unit);
          const p = unit.position;
          return tag("tr", null, tag("th", { scope: "row" }, unit.name || id), tag("td", null, player.log.name(unit.owner, player.state)), tag("td", null, plainly(unit.status)),
            tag("td", null, p ? milli(p.x_milli) : "–"), tag("td", null, p ? milli(p.y_milli) : "–"), tag("td", null, p ? degrees(p.facing_decideg) : "–"), tag("td", null, base.known ? [...new Set(base.size)].join(" by ") : "not recorded"));
        })))));
  }
}

function player100(board) {
  document.body.dataset.print = "board";
  board.onPaper();
  const done = () => {
    delete document.body.dataset.print;
    renew(board.paper);
  };
  window.addEventListener("afterprint", done, { once: true });
  window.print();
  board.draw();
}

customElements.define("rb-board", Board);
export const boardElement = "rb-board";
