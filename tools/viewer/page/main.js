// The beginning: read what the page carries, then show it, or say what is wrong with it.

import { App } from "./app.js";
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

function begin() {
  const root = document.querySelector("rb-app");
  let found;
  try {
    found = read();
  } catch (error) {
    put(root, h("div", { class: "problem", role: "alert" }, h("h1", null, "This page cannot be read"), h("p", null, `This export is damaged: ${error.message}. Ask for the log itself, or for another export.`)));
    return;
  }
  const live = document.documentElement.dataset.mode === "follow";
  const app = new App(root, new Player(found.data, live), bytes());
  if (found.problem) {
    app.dataProblem = found.problem;
    app.verify();
  }
  if (live) follow(app);
}

begin();
