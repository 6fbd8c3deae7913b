// Raw DEFLATE (RFC 1951), so that the page opens in browsers without DecompressionStream too.

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function tree(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] += 1;
  counts[0] = 0;
  const offsets = new Uint16Array(16);
  for (let i = 1; i < 16; i += 1) offsets[i] = offsets[i - 1] + counts[i - 1];
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length) symbols[offsets[length]++] = symbol;
  });
  return { counts, symbols };
}

class Bits {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.held = 0;
    this.count = 0;
  }

  take(number) {
    while (this.count < number) {
      if (this.at >= this.bytes.length) throw new Error("the page's data is cut off");
      this.held |= this.bytes[this.at++] << this.count;
      this.count += 8;
    }
    const value = this.held & ((1 << number) - 1);
    this.held >>>= number;
    this.count -= number;
    return value;
  }

  symbol({ counts, symbols }) {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length += 1) {
      code |= this.take(1);
      const count = counts[length];
      if (code - count < first) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("the page's data is damaged");
  }
}

function trees(bits) {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const codes = new Array(19).fill(0);
  const given = bits.take(4) + 4;
  for (let i = 0; i < given; i += 1) codes[CODE_ORDER[i]] = bits.take(3);
  const code = tree(codes);
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = bits.symbol(code);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) lengths.push(...new Array(3 + bits.take(2)).fill(lengths[lengths.length - 1]));
    else lengths.push(...new Array(symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)).fill(0));
  }
  return [tree(lengths.slice(0, literals)), tree(lengths.slice(literals, literals + distances))];
}

function fixed() {
  const lengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  return [tree(lengths), tree(new Array(30).fill(5))];
}

/** Unpack raw DEFLATE bytes into *size* bytes. */
export function inflate(bytes, size) {
  const bits = new Bits(bytes);
  const out = new Uint8Array(size);
  let at = 0;
  for (let last = 0; !last;) {
    last = bits.take(1);
    const kind = bits.take(2);
    if (kind === 0) {
      bits.held = 0;
      bits.count = 0;
      const length = bytes[bits.at] | (bytes[bits.at + 1] << 8);
      out.set(bytes.subarray(bits.at + 4, bits.at + 4 + length), at);
      bits.at += 4 + length;
      at += length;
      continue;
    }
    const [literal, distance] = kind === 1 ? fixed() : trees(bits);
    for (let symbol = bits.symbol(literal); symbol !== 256; symbol = bits.symbol(literal)) {
      if (symbol < 256) {
        out[at++] = symbol;
        continue;
      }
      const length = LENGTH_BASE[symbol - 257] + bits.take(LENGTH_EXTRA[symbol - 257]);
      const code = bits.symbol(distance);
      const back = DISTANCE_BASE[code] + bits.take(code < 2 ? 0 : (code >> 1) - 1);
      for (let i = 0; i < length; i += 1, at += 1) out[at] = out[at - back];
    }
  }
  if (at !== size) throw new Error("the page's data is damaged");
  return out;
}
