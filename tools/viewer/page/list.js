// Every event in words, searched and filtered.

import { h, put } from "./dom.js";
import { KINDS } from "./kinds.js";
import { percent, plainly } from "./words.js";

const MOST_ROWS = 400;

class List extends HTMLElement {
  watch(player) {
    this.player = player;
    this.wanted = { text: "", unit: "", kind: "", by: "", result: "", rare: false };
    this.form = h("form", { class: "filter", role: "search", onsubmit: (e) => e.preventDefault() });
    this.count = h("p", { class: "hint", role: "status" });
    this.found = h("ol", { class: "events long" });
    this.append(h("h2", null, "Every event"), this.form, this.count, this.found);
    player.addEventListener("grown", () => { this.drawn = null; });
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { player } = this;
    if (player.view !== "log") return;
    if (this.drawn !== player.stops) {
      this.drawn = player.stops;
      this.drawForm();
      this.search();
    }
    for (const row of this.found.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    const now = this.found.querySelector(`[data-index="${player.index}"]`);
    if (now) {
      now.setAttribute("aria-current", "step");
      now.scrollIntoView({ block: "nearest" });
    }
  }

  drawForm() {
    const { player, wanted } = this;
    const state = player.log.after(player.stops[player.stops.length - 1].seq) || {};
    const results = new Set(player.stops.flatMap(({ event }) => ["row", "result", "outcome"].map((n) => event[n]).filter((v) => typeof v === "string")));
    const choice = (name, label, options) => h("label", null, label, h("select", { onchange: (e) => { wanted[name] = e.target.value; this.search(); } },
      h("option", { value: "" }, "any"), options.map(([value, text]) => h("option", { value, selected: wanted[name] === value }, text))));
    this.box = h("input", { type: "search", value: wanted.text, autocomplete: "off", spellcheck: "false", oninput: (e) => { wanted.text = e.target.value; this.search(); } });
    put(this.form,
      h("label", { class: "grow" }, "Search", this.box),
      player.log.isEvent ? null : choice("unit", "Unit", Object.entries(state.units || {}).map(([id, u]) => [id, u.name || id])),
      choice("kind", "Kind", KINDS.map(([id, name]) => [id, name])),
      choice("by", "Asked by", [...new Set(player.stops.map((stop) => stop.entry.by))].map((id) => [id, player.log.name(id, state)])),
      results.size ? choice("result", "Result", [...results].sort().map((r) => [r, plainly(r)])) : null,
      player.log.isEvent ? null : h("label", { class: "check" }, h("input", { type: "checkbox", checked: wanted.rare, onchange: (e) => { wanted.rare = e.target.checked; this.search(); } }), "Rolls under 3 %"));
  }

  fits(stop, mark) {
    const { wanted } = this;
    const text = wanted.text.trim().toLowerCase();
    return (!text || stop.entry.said[stop.number].toLowerCase().includes(text) || stop.address.startsWith(text) || stop.event.type.toLowerCase().includes(text) || stop.entry.asked.toLowerCase().includes(text))
      && (!wanted.unit || mark.units.includes(wanted.unit))
      && (!wanted.kind || mark.kind === wanted.kind || (wanted.kind === "roll" && mark.rolls))
      && (!wanted.by || stop.entry.by === wanted.by)
      && (!wanted.result || ["row", "result", "outcome"].some((n) => stop.event[n] === wanted.result))
      && (!wanted.rare || (mark.rare !== null && mark.rare < 0.03));
  }

  search() {
    const { player } = this;
    const marks = player.marks;
    const found = player.stops.map((stop, i) => [stop, marks[i], i]).filter(([stop, mark]) => this.fits(stop, mark));
    const near = Math.max(0, Math.min(found.length - MOST_ROWS, found.findIndex(([, , i]) => i >= player.index) - MOST_ROWS / 2));
    const shown = found.length > MOST_ROWS ? found.slice(near, near + MOST_ROWS) : found;
    this.count.textContent = `${found.length} of ${player.stops.length} events${shown.length < found.length ? `, ${shown.length} of them shown; narrow the search to see others` : ""}`;
    put(this.found, shown.map(([stop, mark, i]) => h("li", { class: stop.gone ? "gone" : null },
      stop.number === 0 || shown[0][2] === i ? h("p", { class: "asked" }, stop.entry.asked) : null,
      h("button", { class: "quiet", "data-index": i, onclick: () => { player.view = "play"; player.go(i); player.changed(); } },
        h("span", { class: "address" }, stop.address), ` ${stop.entry.said[stop.number]}`, stop.gone ? h("em", null, " withdrawn") : null,
        mark.rare !== null && mark.rare < 0.03 ? h("span", { class: "badge rare" }, percent(mark.rare)) : null))));
  }

  /** Put the cursor into the search box. */
  focusBox() {
    this.box.focus();
    this.box.select();
  }
}

customElements.define("rb-list", List);
export const listElement = "rb-list";
