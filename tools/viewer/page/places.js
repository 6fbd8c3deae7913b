// Where in the state a value stands, and what it is, in words: units, players, rounds and games by their names.

import { fieldName, fieldText, plainly } from "./words.js";

const NAMED = new Set(["by", "player", "winner", "owner", "active_player", "unit", "target", "fired_at", "aboard", "inside", "a", "b"]);
const SIDED = { score_a: ["score of", "a"], score_b: ["score of", "b"], bonus_a: ["bonus of", "a"], bonus_b: ["bonus of", "b"] };
const MOST_LETTERS = 160;

/** What it means that a whole thing comes or goes. */
const WHOLES = {
  units: ["enters the game", "leaves the game"],
  entered: ["is entered", "is entered no more"],
  rounds: ["is paired", "counts no more"],
  withdrawn: ["is kept as it was withdrawn", "is kept no more"],
  penalties: ["is given", "is gone"],
  drops: ["drops", "is back"],
  games: ["is set", "is taken out of the round"],
  gone: ["is kept as taken apart", "is kept no more"],
};

function pairedGame(state, [round, key, part, id]) {
  const held = state && state[round] && state[round][key] && state[round][key][part];
  return held && Object.hasOwn(held, id) ? held[id] : null;
}

/** Give a path of the state in words: {who, name, last, wholes}; *name* is empty where the path leads to a whole thing. */
export function placeWords(log, state, path) {
  const parts = path.split(".");
  const [top, key] = parts;
  const place = (who, from, whole) => {
    const rest = parts.slice(from);
    return { who, name: rest.map(fieldName).join(", "), last: rest[rest.length - 1] || "", wholes: WHOLES[whole] };
  };
  if (top === "units" && key !== undefined) return place(log.name(key, state), 2, top);
  if (!log.isEvent || key === undefined || !(Object.hasOwn(WHOLES, top) || top === "players")) {
    const words = (part) => (log.name(part, state) === part ? fieldName(part) : log.name(part, state));
    return { ...place(log.isEvent ? "Event" : "Game", 0, "units"), name: parts.map(words).join(", ") };
  }
  if (top === "players") return { ...place(log.name(key, state), 2, "entered"), name: "name", last: "name" };
  if (top === "entered" || top === "drops") return place(log.name(key, state), 2, top);
  if (top === "penalties") return place(`Penalty ${key}`, 2, top);
  if (parts.length < 4 || !(parts[2] === "games" || parts[2] === "gone")) return place(`Round ${parseInt(key, 10)}`, 2, top);
  const game = pairedGame(state, parts);
  const found = place(game ? `${log.name(game.a, state)} against ${game.b === null ? "a bye" : log.name(game.b, state)} (${parts[3]})` : parts[3], 4, parts[2]);
  const side = game && Object.hasOwn(SIDED, found.last) ? SIDED[found.last] : null;
  return side ? { ...found, name: `${side[0]} ${log.name(game[side[1]], state)}` } : found;
}

/** A passenger is a unit, or one of its models. */
export function passenger(log, state, id) {
  const [unit, model] = id.split("/");
  return model === undefined ? log.name(unit, state) : `${log.name(unit, state)} ${model}`;
}

/** Give a value of the state in words, by the last name of its path. */
export function valueWords(log, state, last, value) {
  if (typeof value === "string" && NAMED.has(last)) return log.name(value, state);
  if (last === "pending" && Array.isArray(value) && value.length) return value.map((o) => `${plainly(o.do)} (${log.name(o.unit, state)})`).join("; ");
  if (last === "passengers" && Array.isArray(value) && value.length) return value.map((one) => passenger(log, state, one)).join(", ");
  if (value && typeof value === "object" && last === "result") {
    return `${value.score_a === null ? plainly(value.how) : `${value.score_a} : ${value.score_b}`}, by ${log.name(value.by, state)}`;
  }
  if (value && typeof value === "object" && last === "link") return `log ${value.game_id} of ${value.size} entries`;
  const text = fieldText(last, value);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text;
}
