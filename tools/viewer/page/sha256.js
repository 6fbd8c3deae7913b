// SHA-256: the browser's where it offers it (not on file: pages of every browser), else our own.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

(function constants() {
  // The first 32 bits of the fractional parts of roots of the first primes, as FIPS 180-4 says.
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  for (let n = 2, found = 0; found < 64; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d += 1) prime = n % d !== 0;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(n));
    K[found] = fraction(Math.cbrt(n));
    found += 1;
  }
})();

function padded(bytes) {
  const length = bytes.length;
  const out = new Uint8Array(((length + 8) >> 6 << 6) + 64);
  out.set(bytes);
  out[length] = 0x80;
  const view = new DataView(out.buffer);
  view.setUint32(out.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(out.length - 4, (length * 8) >>> 0);
  return view;
}

/** Hash bytes without the browser's help. */
export function sha256Plain(bytes) {
  const view = padded(bytes);
  const hash = START.slice();
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15];
      const b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, z] = hash;
    for (let i = 0; i < 64; i += 1) {
      const one = (z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [z, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, z].forEach((value, i) => { hash[i] += value; });
  }
  const out = new Uint8Array(32);
  hash.forEach((value, i) => new DataView(out.buffer).setUint32(i * 4, value));
  return out;
}

/** Hash bytes; gives a promise. */
export async function sha256(bytes) {
  if (globalThis.crypto && crypto.subtle) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  }
  return sha256Plain(bytes);
}

/** Give bytes as hexadecimal text. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Give the bytes of base64 text; raises an error if it is none. */
export function fromBase64(text) {
  const raw = atob(text.trim());
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i);
  return bytes;
}
