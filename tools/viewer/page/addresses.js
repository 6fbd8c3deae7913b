// Addresses in the text of a view, which lead to their event.

import { h } from "./dom.js";

/** Give an address as a button that leads there, or as it is if this log has no such entry. */
export function addressButton(player, text) {
  const found = /^(\d+)(?:\.(\d+))?(?:\/\d+)?$/.exec(text || "");
  if (!found || !player.log.entries[found[1]]) return h("span", { class: "address" }, text);
  return h("button", { class: "address", onclick: () => { player.view = "play"; player.show(Number(found[1]), found[2] === undefined ? null : Number(found[2])); } }, text);
}
