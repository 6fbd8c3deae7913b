// A served page follows a log that is still being written.

import { fromBase64 } from "./sha256.js";

const AGAIN = 2000;

function grown(bytes, more) {
  const all = new Uint8Array(bytes.length + more.length);
  all.set(bytes);
  all.set(more, bytes.length);
  return all;
}

async function ask(app) {
  const from = app.player.log.entries.length;
  const query = new URLSearchParams(location.search);
  query.set("from", String(from));
  query.set("leaf", app.player.log.about.leaf);
  const answer = await fetch(`more?${query}`, { cache: "no-store" });
  if (answer.status === 409) {
    app.trouble("The log on the server is another one now. Load this page again.");
    return false;
  }
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const more = await answer.json();
  if (more.entries.length) {
    app.bytes = grown(app.bytes, fromBase64(more.bytes));
    app.player.grow(more);
    app.say(`${more.entries.length === 1 ? "One new entry" : `${more.entries.length} new entries`}`);
    app.verify();
  }
  return true;
}

/** Ask the server again and again for what was written since. */
export async function follow(app) {
  for (let lost = false; ;) {
    try {
      if (!(await ask(app))) {
        app.hear(false);
        return;
      }
      app.hear(true);
      if (lost) app.say("Following the log again.");
      lost = false;
    } catch {
      app.hear(false);
      if (!lost) app.say("The server does not answer; trying again.", 6000);
      lost = true;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
