// The place in the log, as the part of the address behind #.

const VIEWS = ["play", "log", "tree", "diff", "judge", "luck", "sheet", "event"];

/** Read a link: {seq, number, line, view, unit, game, with, named}; null where it says nothing. */
export function readLink(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const address = /^(\d{1,9})(?:\.(\d{1,5}))?$/.exec(given.get("e") || "");
  return {
    seq: address ? Number(address[1]) : null,
    number: address && address[2] !== undefined ? Number(address[2]) : null,
    line: given.get("t"),
    view: VIEWS.includes(given.get("v")) ? given.get("v") : null,
    unit: given.get("u"),
    game: given.get("g"),
    with: given.get("w"),
    named: /^[1-9]\d{0,8}$/.test(given.get("n") || "") && /^[0-9a-f]{64}$/.test(given.get("r") || "") ? { size: Number(given.get("n")), root: given.get("r") } : null,
  };
}

/** Write a link; *address* may be null; *game* is the beginning of the log's id, so that another log knows it is not meant. */
export function writeLink({ address, line, view, unit, game, other }) {
  const parts = [`t=${encodeURIComponent(line)}`, `v=${view}`];
  if (address !== null) parts.unshift(`e=${address}`);
  if (unit) parts.push(`u=${encodeURIComponent(unit)}`);
  if (other && view === "diff") parts.push(`w=${encodeURIComponent(other)}`);
  parts.push(`g=${game.slice(0, 12)}`);
  return `#${parts.join("&")}`;
}

/** Write the link from an event to the page of a game: which log its result names, by id, size and root. */
export function writeGameLink({ id, size, root }) {
  return `#v=play&g=${id.slice(0, 12)}&n=${size}&r=${root}`;
}
