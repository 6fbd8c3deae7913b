// An event: its standings with the rule of every key, and who met whom.

import { h, put } from "./dom.js";
import { gameOf, roundElements, shortLink } from "./games.js";

const OUTCOMES = {
  W: "won", D: "drawn", L: "lost", "+": "won without play", "=": "drawn without play", "-": "lost without play",
  B: "bye, a win", H: "bye, a draw", Z: "bye, nothing", "?": "open", x: "counts for nobody", ".": "not paired", d: "lost after a drop",
};

function wide(label, table) {
  return h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": label }, table);
}

class Standings extends HTMLElement {
  watch(player) {
    this.player = player;
    window.addEventListener("beforeprint", () => { for (const part of this.querySelectorAll("details")) part.open = true; });
    player.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { player } = this;
    const { event } = player.log;
    if (player.view !== "event" || !event) return;
    const names = new Map(event.rows.map((row) => [row.player, row.name]));
    const places = new Map(event.crosstable.map((row, i) => [row.player, i + 1]));
    put(this, h("h2", null, `Standings after round ${event.round}`), this.standings(event), h("h2", null, "Who met whom"), this.cross(event, names, places),
      h("h2", null, "Games"), roundElements(event, names),
      h("details", null, h("summary", null, "How they are ranked"), h("dl", { class: "head" }, event.keys.map((key) => h("div", null, h("dt", null, key.name), h("dd", null, key.definition || key.rule))))));
  }

  standings(event) {
    return wide("Standings", h("table", { class: "standings" }, h("thead", null, h("tr", null, ["Place", "Player", "Won", "Drawn", "Lost", ...event.keys.map((key) => key.name)].map((n) => h("th", { scope: "col" }, n)))),
      h("tbody", null, event.rows.map((row) => h("tr", null, h("td", null, `${row.rank}${row.tied ? " =" : ""}`), h("th", { scope: "row" }, this.who(row.player, row.name), row.dropped ? h("em", null, " dropped") : null),
        h("td", null, row.wins), h("td", null, row.draws), h("td", null, row.losses), event.keys.map((key) => h("td", null, row.values[key.id])))))));
  }

  cross(event, names, places) {
    const rounds = Array.from({ length: event.round }, (_, i) => i + 1);
    return wide("Who met whom", h("table", { class: "cross" }, h("thead", null, h("tr", null, ["Place", "Player", ...rounds.map((n) => `Round ${n}`)].map((n) => h("th", { scope: "col" }, n)))),
      h("tbody", null, event.crosstable.map((row) => h("tr", null, h("td", null, places.get(row.player)), h("th", { scope: "row" }, names.get(row.player)),
        rounds.map((n) => {
          const cell = row.cells.find(([round]) => round === n);
          if (!cell) return h("td", null, "");
          const [, mark, other, own, theirs, open] = cell;
          return h("td", null, h("span", { class: `outcome ${mark === "W" ? "won" : mark === "L" ? "lost" : ""}` }, OUTCOMES[mark] || mark), own === null || other === null ? null : h("span", { class: "points" }, ` ${own} : ${theirs}`),
            open ? h("em", null, " not confirmed") : null, other === null ? null : h("small", null, names.get(other) || other), shortLink(gameOf(event, n, row.player)));
        }))))));
  }

  /** A name that leads to everything that happened to the player. */
  who(id, name) {
    const { player } = this;
    return h("button", { class: "quiet", onclick: () => {
      player.setView("log");
      const list = document.querySelector("rb-list");
      list.wanted.text = name;
      list.drawForm();
      list.search();
    } }, name || id);
  }
}

customElements.define("rb-standings", Standings);
export const standingsElement = "rb-standings";
