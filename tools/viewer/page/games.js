// The games of an event, round by round: results, and the page of each game whose log is there.

import { h } from "./dom.js";
import { writeGameLink } from "./links.js";
import { plainly } from "./words.js";

/** What became of a linked log: good, in a few words, in a sentence. */
const STATES = {
  same: [true, "linked log", "This is the log that the result names: same entries, same root."],
  grown: [true, "linked log, longer now", "All that the result names is there, unchanged; more was written behind it."],
  shorter: [false, "shorter than linked", "Its log has fewer entries than were linked."],
  different: [false, "not the linked log", "Its log has the same id but another root than the result names."],
  missing: [null, "log not here", "A log was linked; it was not there when this page was made."],
  unseen: [null, "log not in this page", "A log was linked; this page was made without the logs of the games."],
};

function wrong(status) {
  return [false, `log is ${plainly(status)}`, "Its log is not whole."];
}

/** Give the game of a player in a round. */
export function gameOf(event, round, player) {
  return event.games.find((game) => game.round === round && (game.a === player || game.b === player));
}

function address(log) {
  // A served page hands its own token on.
  const query = document.documentElement.dataset.mode === "follow" ? location.search : "";
  return `${log.page}${query}${writeGameLink(log)}`;
}

/** Give a link to a game's page, for a small place; null without one. */
export function shortLink(game) {
  if (!game || !game.log || !game.log.page) return null;
  const [good] = STATES[game.log.status] || wrong(game.log.status);
  return h("a", { class: good ? "watch" : "watch bad", href: address(game.log), "aria-label": `Watch ${game.title}${good ? "" : ", whose log is not as it was linked"}` }, good ? "watch" : "watch ✗");
}

/** Give what can be said of a game's log: whether it is the one that the result names, and a link. */
export function gameLog(game) {
  const { log } = game;
  if (!log) return h("span", { class: "hint" }, game.b === null ? "" : "no log linked");
  const [good, short, sentence] = STATES[log.status] || wrong(log.status);
  const ends = log.ends && game.score && (log.ends[0] !== game.score[0] || log.ends[1] !== game.score[1]);
  return h("div", { class: "log" },
    log.page ? h("a", { class: "button", href: address(log), "aria-label": `Watch ${game.title}` }, "Watch") : null,
    h("span", { class: `badge ${good === null ? "" : good ? "good" : "bad"}`, title: sentence }, good === null ? "" : good ? "✓ " : "✗ ", short),
    !log.page && good !== null ? h("span", { class: "hint" }, "no page was made of it") : null,
    ends ? h("span", { class: "badge bad" }, `its log ends ${log.ends.join(" : ")}`) : null);
}

const HOWS = { played: null, bye: "bye" };

function score(game) {
  if (game.b === null) return "bye";
  if (!game.score || game.score[0] === null) return game.score ? plainly(game.how) : "";
  return game.score.join(" : ");
}

function line(game, names) {
  const won = (side) => (game.winner === side ? "winner" : null);
  const how = game.b === null || !game.score || game.score[0] === null ? null : HOWS[game.how] === undefined && game.how ? plainly(game.how) : null;
  return h("tr", null, h("td", { class: "place" }, game.table ?? ""),
    h("th", { scope: "row" }, h("span", { class: won("a") }, names.get(game.a) || game.a), game.b === null ? null : [h("span", { class: "versus" }, " v "), h("span", { class: won("b") }, names.get(game.b) || game.b)]),
    h("td", { class: "number" }, score(game), how ? h("small", null, ` ${how}`) : null),
    h("td", null, game.b === null ? "" : h("span", { class: `badge ${game.status === "disputed" ? "bad" : ""}` }, game.status)),
    h("td", null, gameLog(game)));
}

/** Give the rounds of an event, the newest first and open. */
export function roundElements(event, names) {
  const numbers = [...new Set(event.games.map((game) => game.round))].sort((a, b) => b - a);
  return numbers.map((number) => {
    const games = event.games.filter((game) => game.round === number);
    const logs = games.filter((game) => game.log).length;
    return h("details", { class: "round", open: number === numbers[0] || logs > 0 },
      h("summary", null, h("b", null, `Round ${number}`), ` ${games.length} games${logs ? `, ${logs} with ${logs === 1 ? "its log" : "their logs"}` : ""}`),
      h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": `Games of round ${number}` },
        h("table", { class: "games" }, h("thead", null, h("tr", null, ["Table", "Players", "Result", "Status", "Game"].map((n) => h("th", { scope: "col" }, n)))),
          h("tbody", null, games.map((game) => line(game, names))))));
  });
}
