// The beginning: read what the page carries, then show it, or say what is wrong with it.

import { App } from "./app.js";
import { checkShape } from "./check.js";
import { byId, h, put } from "./dom.js";
import { follow } from "./follow.js";
import { inflate } from "./inflate.js";
import { Player } from "./player.js";
import { fromBase64, hex, sha256Plain } from "./sha256.js";

function read() {
  const holder = byId("data");
  const raw = inflate(fromBase64(holder.textContent), Number(holder.dataset.size));
  const same = hex(sha256Plain(raw)) === holder.dataset.sha256;
  return { data: JSON.parse(new TextDecoder().decode(raw)), problem: same ? "" : "its words and states are not those that were exported" };
}

function bytes() {
  try {
    return fromBase64(byId("bytes").textContent);
  } catch {
    return new Uint8Array(0);
  }
}

function damaged(error) {
  return `This export is damaged: ${error.message}. Ask for the log itself, or for another export.`;
}

function begin() {
  const root = document.querySelector("rb-app");
  const live = document.documentElement.dataset.mode === "follow";
  let app;
  let found;
  try {
    found = read();
    checkShape(found.data);
    app = new App(root, new Player(found.data, live), bytes());
  } catch (error) {
    put(root, h("div", { class: "problem", role: "alert" }, h("h1", null, "This page cannot be read"), h("p", null, damaged(error))));
    return;
  }
  // A state that no game can have is found only where it is drawn.
  window.addEventListener("error", ({ error }) => {
    if (error && !app.failed) app.trouble(app.failed = damaged(error));
  });
  if (found.problem) {
    app.dataProblem = found.problem;
    app.verify();
  }
  if (live) follow(app);
}

begin();
