// The page: header, tabs, timeline, views; links, copying, proof, and what is read aloud.

import { boardElement } from "./board.js";
import { branchElements } from "./branches.js";
import { cardsElement } from "./cards.js";
import { h, put, settle } from "./dom.js";
import { judgeElement } from "./judge.js";
import { helpDialog, listen } from "./keys.js";
import { listElement } from "./list.js";
import { luckElement } from "./luck.js";
import { ending, nowElement } from "./now.js";
import { patterns } from "./patterns.js";
import { sheetElement, signedText } from "./sheet.js";
import { standingsElement } from "./standings.js";
import { timelineElement } from "./timeline.js";
import { rootOf, verifyLog } from "./verify.js";
import { fieldText, plainly, shellWord } from "./words.js";

const PANES = [
  ["event", "Standings", [standingsElement]],
  ["play", "Game", [nowElement, boardElement, cardsElement]],
  ["log", "Events", [listElement]],
  ["tree", "Timelines", ["rb-tree"]],
  ["diff", "Compare", ["rb-diff"]],
  ["judge", "Judge", [judgeElement]],
  ["luck", "Luck", [luckElement]],
  ["sheet", "Audit sheet", [sheetElement]],
];

/** Everything on the page around one player. */
export class App {
  constructor(root, player, bytes) {
    this.root = root;
    this.player = player;
    this.bytes = bytes;
    this.help = helpDialog();
    this.dialog = h("dialog", { class: "why", "aria-labelledby": "why-title" });
    this.live = [0, 1].map(() => h("p", { class: "unseen", "aria-live": "polite", "aria-atomic": "true" }));
    this.turn = 0;
    this.toast = h("p", { class: "toast", role: "status", hidden: true });
    player.why = (path, title) => this.why(path, title);
    player.copy = (text, said) => this.copy(text, said);
    player.copyLink = () => this.copy(location.href.replace(/#.*/, "") + player.link, `The link to ${player.stop.address} is copied.`);
    this.build();
    listen(this);
    player.addEventListener("change", () => this.changed());
    window.addEventListener("hashchange", () => { if (location.hash !== player.kept) player.follow(location.hash); });
    this.changed();
    this.verify();
  }

  build() {
    const { player } = this;
    const { log } = player;
    const players = Object.entries(log.about.players);
    this.badge = h("button", { class: "proof", onclick: () => this.proofDialog() }, "Checking …");
    this.liveButton = h("button", { class: "live", hidden: !player.live, onclick: () => player.go(Infinity) });
    this.problem = h("div", { class: "problem", role: "alert", hidden: true });
    this.tabs = PANES.filter(([id]) => (id !== "luck" || log.luck) && (id !== "event" || log.event)).map(([id, name]) => h("button", { "data-view": id, onclick: () => player.setView(id) }, log.event && id === "play" ? "Step by step" : name));
    this.bar = document.createElement(timelineElement);
    this.end = h("p", { class: "ending", hidden: true });
    this.panes = PANES.map(([id, , names]) => h("div", { class: `view v-${id}`, "data-view": id }, names.map((name) => document.createElement(name))));
    this.lines = h("label", { class: "line" }, h("span", null, "Timeline"), this.lineChoice = h("select", { onchange: (e) => player.toLine(e.target.value) }));
    put(this.root, h("a", { class: "skip", href: "#main", onclick: (e) => { e.preventDefault(); this.main.focus(); } }, "Skip to the event"), patterns(),
      h("header", { class: "top" },
        h("h1", null, players.length ? players.map(([id], i) => [i ? h("span", { class: "versus" }, " against ") : null, h("span", { class: "who" }, h("i", { class: `swatch p${i}`, "aria-hidden": "true" }), log.name(id))]) : log.event ? log.event.name : log.about.name),
        h("p", { class: "sub" }, `${plainly(log.about.rules)} · ${log.about.name}`),
        h("div", { class: "actions" }, this.liveButton, this.badge, h("button", { "aria-label": "Keys and help", onclick: () => this.help.showModal() }, "?"))),
      this.problem, this.claim = h("p", { class: "claimed", role: "status", hidden: true }),
      h("nav", { class: "tabs", "aria-label": "Views" }, this.tabs),
      h("section", { class: "drive", "aria-label": "Timeline" }, this.bar, this.controls()),
      this.main = h("main", { id: "main", tabindex: "-1" }, this.end, this.panes),
      h("footer", null, h("span", null, `Recorded by ${log.about.writer}. `), this.saveLink()),
      this.live, this.toast, this.help, this.dialog);
    for (const element of this.root.querySelectorAll("rb-timeline, rb-now, rb-board, rb-cards, rb-list, rb-tree, rb-diff, rb-judge, rb-luck, rb-sheet, rb-standings")) element.watch(player);
    this.swipes(this.root.querySelector("rb-now"));
    if (log.about.status !== "ok") this.trouble(`This log is ${log.about.status} at byte ${log.about.offset} (${log.about.reason}); this page shows the ${log.about.entries} good entries before it.`);
    if (log.about.broken) this.trouble(`Not every entry fits the game before it: ${log.about.broken}. Its record is shown; its state is the last that could be.`);
  }

  controls() {
    const { player } = this;
    const button = (label, text, deed) => h("button", { "aria-label": label, title: label, onclick: deed }, text);
    this.playButton = button("Play", "▶", () => player.play());
    this.speed = h("span", { class: "speed" });
    return h("div", { class: "controls" },
      button("First event", "⇤", () => player.go(0)), button("Phase before", "«", () => player.phase(-1)), button("Event before", "‹", () => player.step(-1)),
      this.playButton, button("Next event", "›", () => player.step(1)), button("Next phase", "»", () => player.phase(1)), button("Last event", "⇥", () => player.go(Infinity)),
      this.speed, this.lines);
  }

  saveLink() {
    const name = this.player.log.about.name;
    return h("button", { class: "quiet", onclick: () => {
      const link = h("a", { href: URL.createObjectURL(new Blob([this.bytes])), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } }, "Save the log from this page");
  }

  swipes(element) {
    let start = null;
    element.addEventListener("touchstart", (e) => { start = e.touches.length === 1 ? [e.touches[0].clientX, e.touches[0].clientY] : null; }, { passive: true });
    element.addEventListener("touchend", (e) => {
      if (!start) return;
      const [x, y] = [e.changedTouches[0].clientX - start[0], e.changedTouches[0].clientY - start[1]];
      if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) this.player.step(x < 0 ? 1 : -1);
    }, { passive: true });
  }

  changed() {
    const { player } = this;
    const { stop, log } = player;
    if (this.seen !== player.view) this.turnTo(player.view);
    const [sign, word] = player.playing ? ["■", "Stop"] : ["▶", "Play"];
    if (this.playButton.textContent !== sign) put(this.playButton, sign).setAttribute("aria-label", word);
    settle(this.speed, { textContent: player.speed === 1 ? "" : `${player.speed}×` });
    const { names } = log.timelines;
    settle(this.lines, { hidden: names.length < 2 });
    if (this.lineChoice.options.length !== names.length) put(this.lineChoice, names.map((name) => h("option", { value: name }, name)));
    settle(this.lineChoice, { value: player.line });
    this.sayLive();
    const over = player.view === "play" ? ending(log, player.state) : null;
    settle(this.end, { hidden: !over, textContent: over || "" });
    if (player.strange) this.say(player.strange, 6000);
    player.strange = "";
    // Browsers count how often a page changes its address; while it plays fast, once is enough.
    clearTimeout(this.linkTimer);
    this.linkTimer = setTimeout(() => this.keepLink(), 120);
    if (this.read !== stop) {
      this.read = stop;
      // Two places take turns, and the address is part of it: equal events are both read.
      this.live[this.turn].textContent = "";
      this.turn = 1 - this.turn;
      this.live[this.turn].textContent = `${stop.address}: ${stop.entry.said[stop.number]}`;
    }
  }

  turnTo(view) {
    this.seen = view;
    for (const tab of this.tabs) {
      tab.setAttribute("aria-pressed", tab.dataset.view === view ? "true" : "false");
      if (tab.dataset.view === view) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    for (const pane of this.panes) pane.hidden = pane.dataset.view !== view;
    document.body.dataset.view = view;
  }

  /** Say whether new events are shown as they come. */
  sayLive() {
    const { atEnd } = this.player;
    settle(this.liveButton, {
      textContent: this.silent ? "Not live: no answer" : atEnd ? "● Live" : "○ Live: go to the end",
      title: this.silent ? "The server does not answer" : atEnd ? "New events are shown as they come" : "Go to the newest event, and follow",
    });
    this.liveButton.classList.toggle("following", atEnd && !this.silent);
  }

  /** Take note of whether the server answers. */
  hear(answers) {
    this.silent = !answers;
    this.sayLive();
  }

  keepLink() {
    const { kept } = this.player;
    if (location.hash === kept) return;
    try {
      history.replaceState(null, "", kept);
    } catch {
      // Some browsers allow no such thing on a file: page; copying a link works there too.
    }
  }

  jump(test, name) {
    if (this.player.view !== "play") this.player.view = "play";
    if (!this.player.jump(test)) this.say(`There is no ${name} on this timeline.`);
    this.player.changed();
  }

  toggleOdds() {
    this.player.oddsOpen = !this.player.oddsOpen;
    this.player.setView("play");
  }

  printSheet() {
    this.player.setView("sheet");
    requestAnimationFrame(() => window.print());
  }

  search() {
    this.player.setView("log");
    this.root.querySelector("rb-list").focusBox();
  }

  say(text, milliseconds = 2500) {
    this.toast.textContent = text;
    this.toast.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => { this.toast.hidden = true; }, milliseconds);
  }

  trouble(text) {
    this.problem.hidden = false;
    this.problem.append(h("p", null, text));
  }

  async copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const box = h("textarea", { class: "unseen", readonly: true });
      box.value = text;
      document.body.append(box);
      box.select();
      document.execCommand("copy");
      box.remove();
    }
    this.say(said);
  }

  /** Show the events that made a value what it is. */
  why(path, title) {
    const { player } = this;
    const { seq, number } = player.stop;
    const makers = player.log.makers(seq, number, path);
    const value = path.split(".").reduce((v, name) => (v && typeof v === "object" && Object.hasOwn(v, name) ? v[name] : undefined), player.state);
    const last = path.split(".").pop();
    put(this.dialog, h("h2", { id: "why-title" }, title), value === null || typeof value !== "object" || last === "position" ? h("p", { class: "lead" }, `now ${value === undefined ? "gone" : fieldText(last, value)}`) : null,
      h("ol", { class: "events" }, makers.slice(-60).reverse().map((m) => h("li", null, h("button", { class: "quiet", onclick: () => { this.dialog.close(); player.view = "play"; player.show(m.seq, m.number); } }, h("span", { class: "address" }, `${m.seq}.${m.number}`), ` ${m.said}`)))),
      makers.length > 60 ? h("p", { class: "hint" }, `and ${makers.length - 60} earlier ones`) : null,
      h("p", { class: "hint" }, h("code", null, `rollbook explain ${shellWord(player.log.about.name)} ${shellWord(path.replace(/^units\./, ""))}`)),
      h("form", { method: "dialog" }, h("button", null, "Close")));
    this.dialog.showModal();
  }

  /** Hash every entry again, and say it. */
  async verify() {
    const { player } = this;
    this.badge.className = "proof";
    this.badge.textContent = "Checking …";
    const found = await this.proven();
    player.proof = found;
    this.badge.className = `proof ${found.ok ? "good" : "bad"}`;
    this.badge.textContent = found.ok ? `✓ Bytes verified${found.skipped ? `, ${found.skipped} not compared` : ""}` : found.entry === null ? "✗ Not whole" : `✗ Entry ${found.entry} is bad`;
    if (!found.ok) this.trouble(`This export is damaged: ${found.entry === null ? "" : `entry ${found.entry} is the first bad one, `}${found.reason}. Do not rely on it; ask for the log itself and run rollbook verify.`);
    this.sayClaim();
    player.changed();
    return found;
  }

  /** Give what verifying finds; what makes it fail is damage too. */
  async proven() {
    const damaged = (reason) => ({ ok: false, entry: null, reason, leaves: [], skipped: 0 });
    if (this.dataProblem) return damaged(this.dataProblem);
    try {
      return await verifyLog(this.bytes, this.player.log, (n) => { this.badge.textContent = `Checking ${n}`; });
    } catch (error) {
      return damaged(`it cannot be checked: ${error.message}`);
    }
  }

  /** Say whether this is the log that the result of an event names, if a link from one led here. */
  sayClaim() {
    const { named, proof } = this.player;
    if (!named) return;
    const { size, root } = named;
    const same = proof.leaves.length >= size && rootOf(proof.leaves.slice(0, size)) === root;
    const more = proof.leaves.length - size;
    this.claim.hidden = false;
    this.claim.className = `claimed ${same ? "good" : "bad"}`;
    this.claim.textContent = same
      ? `✓ This is the log that the event’s result names: its ${size} entries have the root that was linked.${more ? ` ${more} were written since.` : ""}`
      : `✗ This is not the log that the event’s result names: ${proof.leaves.length < size ? `it has ${proof.leaves.length} entries, ${size} were linked` : `its first ${size} entries have another root than was linked`}.`;
  }

  proofDialog() {
    const { log, proof } = this.player;
    const rows = [["Entries", log.about.entries], ["Game id", log.about.id], ["Last entry", log.about.leaf], ["Root of the tree", log.about.root], ["SHA-256 of the file", log.about.sha256], ["Signed checkpoints", signedText(log) || "none"]];
    put(this.dialog, h("h2", { id: "why-title" }, proof && proof.ok ? (proof.skipped ? "Every entry matches its hash" : "Every entry matches") : "Verification"),
      h("p", { class: "lead" }, !proof ? "Still checking." : proof.ok ? `This page hashed its ${proof.leaves.length} entries again and read them: each matches its hash and continues the one before${proof.skipped ? "" : ", holds the command, events and dice that are shown for it"}, and together they give this root.` : `${proof.entry === null ? "" : `Entry ${proof.entry}: `}${proof.reason}.`),
      proof && proof.skipped ? h("p", null, `${proof.skipped === 1 ? "1 entry is" : `${proof.skipped} entries are`} of a form that this page says it shows otherwise than it is written: hashed, but not compared with what is shown. ${proof.leaves.length - proof.skipped} hold the command, events and dice that are shown for them.`) : null,
      h("p", { class: "hint" }, "Sentences, states and odds were worked out from the entries when the page was made; “As recorded” under an event shows what they were made from."),
      log.signed.length ? h("p", { class: "hint" }, "Signatures are not checked by this page; rollbook verify checks them.") : null,
      h("p", { class: "hint" }, "A page can only check itself against what it carries. Compare root and hash with what the organiser published, or run rollbook verify and rollbook audit on the log."),
      h("dl", { class: "head" }, rows.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, h("code", null, String(value)))))),
      h("form", { method: "dialog" }, h("button", null, "Close"), h("button", { onclick: (e) => { e.preventDefault(); this.dialog.close(); this.verify(); } }, "Check again")));
    this.dialog.showModal();
  }
}

export const appParts = branchElements;
