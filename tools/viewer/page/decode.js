// The entries of the embedded log, read out of their own bytes: msgpack, named by the schema that entry 0 holds.

import { hex } from "./sha256.js";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const DEEPEST = 12;

/** Reads the few forms of msgpack that a payload may hold; bytes come out as hexadecimal text. */
class Unpacker {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(count) {
    const from = this.at;
    this.at += count;
    if (this.at > this.bytes.length) throw new Error("it ends in the middle of a value");
    return this.bytes.subarray(from, this.at);
  }

  number(count) {
    return this.take(count).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  signed(count) {
    // By halves: 2^64 less a small number is more than a number can hold exactly.
    if (count === 8) return this.signed(4) * 2 ** 32 + this.number(4);
    const value = this.number(count);
    return value >= 2 ** (8 * count - 1) ? value - 2 ** (8 * count) : value;
  }

  array(count, depth) {
    if (depth >= DEEPEST) throw new Error("it is nested too deep");
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  value(depth = 0) {
    const lead = this.number(1);
    if (lead < 0x80) return lead;
    if (lead >= 0xe0) return lead - 256;
    if (lead >= 0x90 && lead < 0xa0) return this.array(lead & 15, depth);
    if (lead >= 0xa0 && lead < 0xc0) return UTF8.decode(this.take(lead & 31));
    switch (lead) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: return hex(this.take(this.number(1)));
      case 0xcc: case 0xcd: case 0xce: case 0xcf: return this.number(2 ** (lead - 0xcc));
      case 0xd0: case 0xd1: case 0xd2: case 0xd3: return this.signed(2 ** (lead - 0xd0));
      case 0xd9: return UTF8.decode(this.take(this.number(1)));
      case 0xda: return UTF8.decode(this.take(this.number(2)));
      case 0xdc: return this.array(this.number(2), depth);
      default: throw new Error(`it holds the byte ${lead.toString(16)}, which no entry may`);
    }
  }
}

/** Give the values of one payload. */
export function unpack(payload) {
  const reader = new Unpacker(payload);
  const value = reader.value();
  if (reader.at !== payload.length) throw new Error("bytes stand behind its end");
  return value;
}

const LABELS = ["do", "type", null];

/** The types of a log, as its own schema numbers and names them. */
class Schema {
  constructor(rows) {
    this.numbers = new Map();
    this.names = new Map();
    this.used = new Set();
    this.add(rows);
  }

  add(rows) {
    for (const [number, name, kind, fields, version] of rows) {
      const type = { name, kind, fields, version };
      this.numbers.set(number, type);
      if (!this.names.has(name) || this.names.get(name).version <= version) this.names.set(name, type);
    }
  }

  /** Give the object of a row that begins with its number. */
  message(row) {
    const type = this.numbers.get(row[0]);
    if (!type) throw new Error(`no type of its schema has the number ${row[0]}`);
    return this.object(type, row.slice(1));
  }

  object(type, values) {
    if (!type || values.length !== type.fields.length) throw new Error("a row does not fit its type");
    this.used.add(type.name);
    const made = Object.create(null);
    if (LABELS[type.kind]) made[LABELS[type.kind]] = type.name;
    type.fields.forEach((written, i) => {
      const [name, held = ""] = written.split(/:(.*)/);
      const absent = name.endsWith("?");
      if (!absent || values[i] !== null) made[absent ? name.slice(0, -1) : name] = this.held(held, values[i]);
    });
    return made;
  }

  /** Give a value by the words of the schema for what a field holds. */
  held(words, value) {
    if (value === null || words === "") return value;
    if (words === "*") return Array.isArray(value) ? this.message(value) : value;
    const inner = words.slice(1, -1);
    if (words.startsWith("[")) return value.map((item) => this.held(inner, item));
    if (words.startsWith("{")) return Object.assign(Object.create(null), Object.fromEntries(value.map(([key, item]) => [key, this.held(inner, item)])));
    return this.object(this.names.get(words), value);
  }
}

/** Reads payload after payload of one log, in order. */
export class EntryReader {
  constructor() {
    this.schema = null;
  }

  /** Give {seq, prev, parent, at, by, key, command, events, dice, types}, as the page shows them. */
  read(payload) {
    const [seq, prev, parent, at, by, key, command, events, dice] = unpack(payload);
    if (this.schema === null) this.schema = new Schema(events[0][6]);
    const { schema } = this;
    schema.used = new Set();
    const { do: name, ...fields } = schema.message(command);
    const entry = {
      seq, prev, at, by, key,
      parent: parent === null && seq > 0 ? seq - 1 : parent,
      command: { do: name, by, ...fields },
      events: events.map((row) => schema.message(row)),
      dice: dice === null ? null : schema.message(dice),
      types: schema.used,
    };
    for (const event of entry.events) if (event.type === "SchemaExtended") schema.add(event.rows);
    return entry;
  }
}
