// The bar: one tick an event, a lane a player, bands for rounds and phases, a line of heat.

import { h, put, s } from "./dom.js";
import { KINDS } from "./kinds.js";
import { percent, plainly } from "./words.js";

const LANE = 22;
const TOP = 20;
const HEAT = 16;
// Behind the last event there is room for its marker.
const END = 7;
const ALWAYS = new Set(["explosion", "judge", "takeback"]);

function runs(marks, same) {
  const found = [];
  marks.forEach((mark, i) => {
    const last = found[found.length - 1];
    if (last && same(last.mark, mark)) last.to = i + 1;
    else found.push({ mark, from: i, to: i + 1 });
  });
  return found;
}

class Timeline extends HTMLElement {
  connectedCallback() {
    this.zoom = 1;
    this.left = 0;
    this.pointers = new Map();
    this.svg = s("svg", { role: "slider", tabindex: "0", "aria-label": "Timeline of events" });
    this.svg.addEventListener("pointerdown", (e) => this.down(e));
    this.svg.addEventListener("pointermove", (e) => this.move(e));
    for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, (e) => this.pointers.delete(e.pointerId));
    this.svg.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.legend = h("div", { class: "legend" });
    this.append(this.svg, this.legend);
    this.wide = 0;
    new ResizeObserver(() => {
      this.wide = this.svg.getBoundingClientRect().width;
      if (this.player) this.draw();
    }).observe(this.svg);
  }

  /** Tie the bar to a player. */
  watch(player) {
    this.player = player;
    player.addEventListener("grown", () => { this.drawn = null; });
    player.addEventListener("change", () => (this.drawn === player.stops ? this.place() : this.draw()));
    this.draw();
  }

  get lanes() {
    const players = Object.keys(this.player.log.about.players);
    return [...players, null];
  }

  /** The width in which the names of the lanes stand. */
  get gutter() {
    return this.wide > 700 ? 104 : 64;
  }

  get room() {
    return Math.max(120, this.wide - this.gutter - END);
  }

  x(index) {
    return (index / this.player.stops.length) * this.room * this.zoom - this.left;
  }

  draw() {
    const { player } = this;
    this.drawn = player.stops;
    const marks = player.marks;
    const lanes = this.lanes;
    const height = TOP + lanes.length * LANE + HEAT;
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("viewBox", `${-this.gutter} 0 ${this.room + this.gutter + END} ${height}`);
    this.svg.setAttribute("aria-valuemin", 0);
    this.svg.setAttribute("aria-valuemax", player.stops.length - 1);
    const step = this.x(1) - this.x(0);
    this.shape = s("g");
    this.shape.append(...this.bands(marks, lanes.length), ...this.lanesDrawn(lanes));
    this.shape.append(...this.ticks(marks, lanes, step), this.heat(marks, lanes.length, step), this.names(lanes, height));
    this.cursor = s("g", { class: "cursor" }, s("rect", { x: -1, y: 0, width: Math.max(2, step), height }), s("path", { d: "M-6 0h12l-6 8z" }));
    put(this.svg, this.shape, this.cursor);
    this.drawLegend(marks);
    this.place();
  }

  bands(marks, lanes) {
    const height = TOP + lanes * LANE;
    const rounds = runs(marks, (a, b) => a.round === b.round).map((run, i) => [
      s("rect", { x: this.x(run.from), y: 0, width: this.x(run.to) - this.x(run.from), height, class: i % 2 ? "band odd" : "band" }),
      this.x(run.to) - this.x(run.from) > 24
        ? s("text", { x: this.x(run.from) + 4, y: 12, class: "round" }, run.mark.round ? (this.x(run.to) - this.x(run.from) > 70 ? `Round ${run.mark.round}` : `${run.mark.round}`) : this.x(run.to) - this.x(run.from) > 50 ? (this.player.log.isEvent ? "Before" : "Muster") : "")
        : null,
    ]);
    const phases = runs(marks, (a, b) => a.phase === b.phase && a.round === b.round && a.active === b.active).map((run) =>
      s("line", { x1: this.x(run.from), x2: this.x(run.from), y1: TOP - 4, y2: height, class: "phase" }, s("title", null, plainly(run.mark.phase ?? "between rounds"))));
    return [...rounds.flat(), ...phases].filter(Boolean);
  }

  lanesDrawn(lanes) {
    return lanes.map((_, i) => s("line", { x1: 0, x2: this.room, y1: TOP + (i + 0.5) * LANE, y2: TOP + (i + 0.5) * LANE, class: "lane" }));
  }

  /** The names stand on ground of their own, so that a zoomed bar slides under them. */
  names(lanes, height) {
    const { log } = this.player;
    const letters = Math.floor(this.gutter / 7);
    const short = (name) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);
    return s("g", null, s("rect", { x: -this.gutter, y: 0, width: this.gutter - 2, height, class: "names-ground" }),
      lanes.map((id, i) => s("text", { x: -this.gutter + 2, y: TOP + (i + 0.5) * LANE + 4, class: `lane-name p${id === null ? "none" : i}` }, id === null ? "Table" : short(log.name(id)), s("title", null, id === null ? "The judge and the program" : log.name(id)))),
      log.isEvent ? null : s("text", { x: -this.gutter + 2, y: TOP + lanes.length * LANE + HEAT - 4 }, this.gutter > 80 ? "Unlikely rolls" : "Unlikely"));
  }

  ticks(marks, lanes, step) {
    const shapes = new Map(KINDS.map(([id, , path]) => [id, path]));
    const plain = new Map();
    const found = [];
    this.player.stops.forEach((stop, i) => {
      const x = this.x(i);
      if (x < -10 || x > this.room + 10) return;
      const lane = Math.max(0, lanes.indexOf(lanes.includes(stop.entry.by) ? stop.entry.by : null));
      const y = TOP + lane * LANE;
      const who = stop.gone ? "gone" : lanes[lane] === null ? "table" : `p${lane}`;
      const kind = marks[i].kind;
      if (stop.gone) found.push(s("rect", { x, y: y + 1, width: Math.max(1.5, step), height: LANE - 2, fill: "url(#hatch)" }));
      if (kind === "plain" || (step < 2.4 && !ALWAYS.has(kind))) {
        const tall = kind === "plain" ? 6 : 14;
        plain.set(who, `${plain.get(who) || ""}M${(x + step / 2).toFixed(1)} ${y + (LANE - tall) / 2}v${tall}`);
      } else {
        const size = Math.min(12, Math.max(7, step * 1.6)) / 10;
        found.push(s("path", { d: shapes.get(kind), class: `mark ${who} ${kind}`, transform: `translate(${(x + step / 2 - 5 * size).toFixed(1)} ${y + LANE / 2 - 5 * size}) scale(${size.toFixed(2)})` }));
      }
    });
    const lines = [...plain].map(([who, d]) => s("path", { d, class: `tick ${who}` }));
    return [...lines, ...found];
  }

  heat(marks, lanes, step) {
    const base = TOP + lanes * LANE + HEAT - 2;
    const bars = marks.map((mark, i) => {
      if (mark.rare === null || mark.rare > 0.5) return "";
      const tall = Math.min(HEAT - 3, Math.max(1.5, -Math.log2(mark.rare) * 1.6));
      return `M${(this.x(i) + step / 2).toFixed(1)} ${base}v${-tall.toFixed(1)}`;
    });
    return s("g", null,
      s("line", { x1: 0, x2: this.room, y1: base, y2: base, class: "lane" }),
      s("path", { d: bars.join("") || "M0 0", class: "heat", "stroke-width": Math.max(2, Math.min(5, step)) }));
  }

  drawLegend(marks) {
    const there = new Set(marks.map((mark) => mark.kind));
    put(this.legend,
      KINDS.filter(([id]) => there.has(id)).map(([id, name, path]) =>
        h("span", null, s("svg", { viewBox: "0 0 10 10", width: 10, height: 10, "aria-hidden": "true" }, s("path", { d: path, class: `mark ${id}` })), name)),
      this.player.stops.some((stop) => stop.gone) ? h("span", null, h("i", { class: "hatched", "aria-hidden": "true" }), "Withdrawn") : null,
      marks.some((mark) => mark.rare !== null) ? h("span", null, h("i", { class: "hot", "aria-hidden": "true" }), "The taller, the less likely the roll") : null);
  }

  place() {
    const { player } = this;
    const x = this.x(player.index);
    if (this.zoom > 1 && (x < 0 || x > this.room)) {
      this.left = Math.max(0, Math.min(this.room * (this.zoom - 1), this.left + x - this.room / 2));
      this.draw();
      return;
    }
    this.cursor.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
    const mark = player.marks[player.index];
    this.svg.setAttribute("aria-valuenow", player.index);
    this.svg.setAttribute("aria-valuetext", `${player.stop.address}: ${player.stop.entry.said[player.stop.number]}${mark.rare === null ? "" : `, chance ${percent(mark.rare)}`}`);
  }

  down(event) {
    this.pointers.set(event.pointerId, event.clientX);
    this.svg.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) {
      // The first finger of a pinch meant no event.
      this.player.go(this.picked);
      return;
    }
    this.picked = this.player.index;
    this.pick(event);
  }

  move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    if (this.pointers.size === 2) {
      const [a, b] = [...this.pointers.values()];
      this.pointers.set(event.pointerId, event.clientX);
      const [c, d] = [...this.pointers.values()];
      const before = Math.abs(a - b) || 1;
      this.rescale(Math.abs(c - d) / before, (c + d) / 2 - this.svg.getBoundingClientRect().left - this.gutter);
      return;
    }
    this.pointers.set(event.pointerId, event.clientX);
    this.pick(event);
  }

  pick(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - this.gutter + this.left) / (this.room * this.zoom);
    this.player.go(Math.floor(share * this.player.stops.length));
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.rescale(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX - this.svg.getBoundingClientRect().left - this.gutter);
  }

  /** Zoom by a factor around a place on the bar, in pixels. */
  rescale(factor, around) {
    const zoom = Math.max(1, Math.min(40, this.zoom * factor));
    this.left = Math.max(0, Math.min(this.room * (zoom - 1), (this.left + around) * (zoom / this.zoom) - around));
    this.zoom = zoom;
    this.draw();
  }
}

customElements.define("rb-timeline", Timeline);
export const timelineElement = "rb-timeline";
