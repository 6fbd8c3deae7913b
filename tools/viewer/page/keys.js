// What each key does, and the dialog that says so.

import { h, isTyping } from "./dom.js";

const SCROLLED = new Set(["log", "sheet", "luck"]);

/** Key, what it does in words, the deed, and whether a view that scrolls keeps it. */
const KEYS = [
  ["ArrowRight", "Next event", (a) => a.player.step(1)],
  ["ArrowLeft", "Event before", (a) => a.player.step(-1)],
  ["Shift+ArrowRight", "Next phase", (a) => a.player.phase(1)],
  ["Shift+ArrowLeft", "Phase before", (a) => a.player.phase(-1)],
  ["PageDown", "Next round", (a) => a.player.round(1), true],
  ["PageUp", "Round before", (a) => a.player.round(-1), true],
  ["Home", "First event", (a) => a.player.go(0), true],
  ["End", "Last event", (a) => a.player.go(Infinity), true],
  ["ArrowUp", "Timeline before", (a) => a.player.changeLine(-1), true],
  ["ArrowDown", "Next timeline", (a) => a.player.changeLine(1), true],
  ["d", "Next roll", (a) => a.jump((m) => m.rolls, "roll")],
  ["h", "Next hull loss", (a) => a.jump((m) => m.kind === "hull", "hull loss")],
  ["g", "Next ruling, dispute or note", (a) => a.jump((m) => m.kind === "judge", "ruling, dispute or note")],
  ["x", "Compare timelines", (a) => a.player.setView("diff")],
  ["t", "Tree of timelines", (a) => a.player.setView("tree")],
  ["o", "Odds of this event", (a) => a.toggleOdds()],
  ["p", "Audit sheet, to print", (a) => a.printSheet()],
  ["/", "Search", (a) => a.search()],
  ["c", "Copy a link to this event", (a) => a.player.copyLink()],
  [" ", "Play or stop", (a) => a.player.play()],
  ["<", "Slower", (a) => a.player.setSpeed(-1)],
  [">", "Faster", (a) => a.player.setSpeed(1)],
  ["Escape", "Back to the game", (a) => a.player.setView("play")],
  ["?", "This help", (a) => a.help.showModal()],
];

const NAMES = { " ": "Space", ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓" };

function pressable(target) {
  return target instanceof HTMLElement && target.closest("button, a, summary, [role=slider], label");
}

/** Tie the keys to an app. */
export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === " " && pressable(event.target) && !event.target.closest("[role=slider]")) return;
    const arrow = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const found = KEYS.find(([key]) => key === arrow || (arrow.length === 1 && key === arrow.toLowerCase()));
    if (!found || (found[3] && SCROLLED.has(app.player.view))) return;
    event.preventDefault();
    found[2](app);
  });
}

/** Make the dialog that lists the keys. */
export function helpDialog() {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title", tabindex: "-1", autofocus: true }, "Keys and touch"),
    h("dl", null, KEYS.map(([key, text]) => h("div", null, h("dt", null, key.split("+").map((k) => h("kbd", null, NAMES[k] || k))), h("dd", null, text)))),
    h("p", null, "On a touch screen: swipe over the event to step, drag along the timeline, pinch it to zoom. Every value on a unit card says which events made it so."),
    h("form", { method: "dialog" }, h("button", null, "Close")));
  return dialog;
}
