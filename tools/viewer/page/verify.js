// The embedded log, hashed and read again entry by entry: frames, chain, what the page shows of them, tree, and the whole file.

import { Comparison } from "./compare.js";
import { EntryReader } from "./decode.js";
import { hex, sha256, sha256Plain } from "./sha256.js";

const MAGIC = [0xa9, ...Array.from("rollbook1", (c) => c.charCodeAt(0))];

function frameAt(bytes, at) {
  const long = bytes[at + 1] === 0xc5;
  if (bytes[at] !== 0x92 || (!long && bytes[at + 1] !== 0xc4)) return null;
  const size = long ? (bytes[at + 2] << 8) | bytes[at + 3] : bytes[at + 2];
  const start = at + (long ? 4 : 3);
  const end = start + size;
  if (end + 10 > bytes.length || bytes[end] !== 0xc4 || bytes[end + 1] !== 8) return null;
  return { payload: bytes.subarray(start, end), check: bytes.subarray(end + 2, end + 10), end: end + 10 };
}

function joined(lead, ...parts) {
  const out = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  out[0] = lead;
  let at = 1;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Give the root of the tree over *leaves*. */
export function rootOf(leaves) {
  // RFC 6962, bottom up: a node left over at the end of a row goes up as it is.
  let row = leaves;
  while (row.length > 1) {
    const above = [];
    for (let i = 0; i + 1 < row.length; i += 2) above.push(sha256Plain(joined(1, row[i], row[i + 1])));
    if (row.length % 2) above.push(row[row.length - 1]);
    row = above;
  }
  return row.length ? hex(row[0]) : hex(sha256Plain(new Uint8Array(0)));
}

const bad = (entry, reason, leaves) => ({ ok: false, entry, reason, leaves, skipped: 0 });

function entryOf(reader, payload) {
  try {
    return reader.read(payload);
  } catch (error) {
    return { reason: error.message };
  }
}

/**
 * Check *bytes* against what the page shows of its log.
 *
 * Gives {ok, entry, reason, leaves, skipped}: *entry* is the first bad one, or
 * null if the entries are good but the whole is another than the page says;
 * *skipped* counts entries of types that this Rollbook shows in another form.
 */
export async function verifyLog(bytes, log, onProgress) {
  const { about } = log;
  const leaves = [];
  const reader = new EntryReader();
  const compared = new Comparison(log);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) return bad(0, "the file does not begin like a log", leaves);
  for (let at = MAGIC.length, prev = null; at < bytes.length;) {
    const seq = leaves.length;
    const frame = frameAt(bytes, at);
    if (!frame) return bad(seq, `no whole entry stands at byte ${at}`, leaves);
    const leaf = await sha256(joined(0, frame.payload));
    if (frame.check.some((byte, i) => byte !== leaf[i])) {
      return bad(seq, `its bytes do not match its hash (byte ${at})`, leaves);
    }
    const entry = entryOf(reader, frame.payload);
    if (entry.reason) return bad(seq, `it cannot be read: ${entry.reason}`, leaves);
    if (entry.seq !== seq || (prev !== null && entry.prev !== prev)) return bad(seq, "it does not continue the entry before it", leaves);
    const other = compared.entry(entry);
    if (other) return bad(seq, other, leaves);
    prev = hex(leaf);
    leaves.push(leaf);
    at = frame.end;
    if (onProgress && seq % 256 === 0) onProgress(seq);
  }
  if (leaves.length !== about.entries || leaves.length !== log.entries.length) {
    const told = leaves.length === about.entries ? log.entries.length : about.entries;
    return bad(Math.min(leaves.length, told), `there are ${leaves.length} entries, the page tells of ${told}`, leaves);
  }
  const other = compared.end(hex(leaves[leaves.length - 1]));
  if (other) return bad(null, other, leaves);
  if (bytes.length !== about.bytes) return bad(null, `there are ${bytes.length} bytes, the page tells of ${about.bytes}`, leaves);
  if (rootOf(leaves) !== about.root) return bad(null, "the root of the tree is another than the page says", leaves);
  if (hex(await sha256(bytes)) !== about.sha256) return bad(null, "the hash of the whole is another than the page says", leaves);
  return { ok: true, entry: null, reason: "", leaves, skipped: compared.skipped };
}
