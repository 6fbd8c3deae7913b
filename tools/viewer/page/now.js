// The event that is shown: in words, with its dice, its odds, and what it changed.

import { strip, tray } from "./dice.js";
import { judgeMarks } from "./judge.js";
import { placeWords, valueWords } from "./places.js";
import { renew, tag } from "./sketch.js";
import { clock, fieldName, fieldText, plainly, valueText } from "./words.js";

/** Give the differences that an event made, in words: [{path, unit, name, before, after}]. */
export function changesOf(player) {
  const { stop, log } = player;
  const before = player.previous;
  const after = player.state;
  const read = (state, path) => path.split(".").reduce((v, name) => (v && typeof v === "object" && Object.hasOwn(v, name) ? v[name] : undefined), state);
  return stop.entry.patches[stop.number].filter(([path]) => path !== "").map(([path]) => {
    const was = read(before, path);
    const is = read(after, path);
    return { path, ...placeWords(log, is === undefined ? before : after, path), before: was, after: is };
  });
}

function changeLine(player, change) {
  const { log, state } = player;
  const whole = change.name === "";
  const words = (value) => valueWords(log, state, change.last, value);
  const text = whole
    ? [tag("b", null, change.who), ` ${change.wholes[change.after === undefined ? 1 : 0]}`]
    : [tag("b", null, change.who), `: ${change.name} `,
      change.before === undefined ? null : [tag("s", null, words(change.before)), " → "],
      change.after === undefined ? "gone" : tag("strong", null, words(change.after))];
  return tag("li", null, tag("button", { class: "quiet", onclick: () => player.why(change.path, whole ? change.who : `${change.who}: ${change.name}`) }, text));
}

function head(player) {
  const { stop, log, state } = player;
  const { entry } = stop;
  const round = state && state.round ? `Round ${state.round}` : "Before the first round";
  const by = log.timelines.withdrawn[entry.seq];
  return [
    tag("div", { class: "where" },
      tag("button", { class: "address", title: "Copy a link to this event", onclick: () => player.copyLink() }, stop.address),
      tag("span", null, round),
      state && state.phase ? tag("span", null, plainly(state.phase)) : null,
      state && state.active_player ? tag("span", null, `${log.name(state.active_player, state)}’s turn`) : null,
      tag("time", { datetime: new Date(entry.at / 1000).toISOString() }, clock(entry.at))),
    stop.gone ? tag("p", { class: "gone-note" }, by === undefined ? "Withdrawn: it is on no timeline any more." : ["Withdrawn by entry ", tag("button", { class: "quiet", onclick: () => player.show(by) }, String(by)), ". It stays in the record."]) : null,
    tag("h2", { class: "sentence" }, entry.said[stop.number]),
    tag("p", { class: "asked" }, entry.asked),
  ];
}

function others(player) {
  const { entry, number } = player.stop;
  if (entry.events.length < 2) return null;
  return tag("details", { class: "rest", open: player.restOpen, ontoggle: (e) => { player.restOpen = e.target.open; } },
    tag("summary", null, `All ${entry.events.length} events of this command`),
    tag("ol", { class: "events" }, entry.events.map((_, i) =>
      tag("li", { class: i === number ? "now" : null }, tag("button", { class: "quiet", "aria-current": i === number ? "step" : null, onclick: () => player.show(entry.seq, i) }, tag("span", { class: "address" }, `${entry.seq}.${i}`), ` ${entry.said[i]}`)))));
}

class Now extends HTMLElement {
  watch(player) {
    this.player = player;
    player.restOpen = true;
    const draw = () => this.draw();
    player.addEventListener("change", draw);
    draw();
  }

  draw() {
    const { player } = this;
    if (player.view !== "play") return;
    const changes = changesOf(player).filter((change) => change.path !== "over");
    const few = changes.slice(0, 12);
    renew(this, head(player), tray(player), strip(player),
      changes.length ? tag("section", null, tag("h3", null, "What changed"), tag("ul", { class: "changes" }, few.map((c) => changeLine(player, c)),
        changes.length > few.length ? tag("li", { class: "hint" }, `and ${changes.length - few.length} more values`) : null)) : null,
      pinned(player), others(player), owed(player), recorded(player));
    // Only after all has been drawn: to ask for sizes before lays the page out twice.
    this.waiting ??= requestAnimationFrame(() => { this.waiting = null; this.showCurrent(); });
  }

  /** Bring the event that is shown into sight in the list of its command. */
  showCurrent() {
    const line = this.querySelector(".rest .now");
    if (!line || line.parentElement.children.length < 5) return;
    line.parentElement.scrollTop = line.offsetTop + line.offsetHeight - line.parentElement.clientHeight;
  }
}

/** What the judge and the players wrote about this event, or about its entry. */
function pinned(player) {
  const { stop, log } = player;
  const marks = judgeMarks(log).filter((m) => m.about === stop.address || m.about === String(stop.seq));
  if (!marks.length) return null;
  return tag("section", { class: "pinned" }, tag("h3", null, "Written about this"), tag("ul", null, marks.map((m) => tag("li", null,
    tag("button", { class: "quiet", onclick: () => player.show(m.seq, m.number) }, tag("span", { class: "address" }, `${m.seq}.${m.number}`), ` ${log.name(m.entry.by, player.state)}: ${m.entry.said[m.number]}`)))));
}

function owed(player) {
  const { state, log } = player;
  if (!state || !state.pending || !state.pending.length) return null;
  return tag("p", { class: "owed" }, "Owed next: ", state.pending.map((o) => `${plainly(o.do)} (${log.name(o.unit, state)})`).join("; "));
}

/** The event as its log has it: the part of this page that Verify holds against the bytes. */
function recorded(player) {
  const rows = () => {
    const { type, ...fields } = player.stop.event;
    return [["Event", type], ...Object.entries(fields).map(([name, value]) => [fieldName(name), fieldText(name, value)])];
  };
  return tag("details", { class: "recorded", open: player.recordOpen, ontoggle: (e) => { if (e.target.open !== Boolean(player.recordOpen)) { player.recordOpen = e.target.open; player.changed(); } } }, tag("summary", null, "As recorded"),
    !player.recordOpen ? null : tag("dl", { class: "head" }, rows().map(([name, value]) => tag("div", null, tag("dt", null, name), tag("dd", null, value)))));
}

/** Give how a game ended, or null. */
export function ending(log, state) {
  if (!state || !state.over) return null;
  const { winner, scores, reason } = state.over;
  if (log.isEvent) return `The event is over${winner ? `: ${log.name(winner, state)} wins` : ""}${reason ? `. ${reason}` : ""}`;
  const points = Object.entries(scores || {}).map(([id, n]) => `${log.name(id, state)} ${valueText(n)}`).join(", ");
  return `Game over: ${winner ? `${log.name(winner, state)} wins` : "no winner"}${points ? ` (${points})` : ""}${reason ? `. ${reason}` : ""}`;
}

/** Give the standings of an event in one line: places, names, what they are ranked by first. */
export function standingsText(event) {
  const [key] = event.keys;
  return event.rows.map((row) => `${row.rank}${row.tied ? " =" : ""} ${row.name}${key ? ` (${key.name.toLowerCase()} ${row.values[key.id]})` : ""}`).join(", ") || "nobody is ranked yet";
}

customElements.define("rb-now", Now);
export const nowElement = "rb-now";
