// Pages as JSON, an object on each line (NDJSON).
import type { ByteReader } from '../byte-reader.ts';
import { jsonPage, type JsonLimits, type JsonResult } from './json-page.ts';

/** A line and where it is. */
export interface JsonLine {
  readonly result: JsonResult;
  /** Number of the line, from 1; empty lines count. */
  readonly line: number;
  /** Offset of its first byte in the decompressed bytes. */
  readonly offset: number;
}

const LOOK_BYTES = 256 * 1024;
/** Bytes of a line besides those of a body. */
const MAX_LINE_EXTRA = 1024 * 1024;
/** How much longer JSON makes a body whose characters are all escaped, as those of Cyrillic: six bytes for two. */
const MAX_ESCAPED = 3;
/** Size from which a line is looked through before it is parsed, in bytes. */
const LONG_BYTES = 256 * 1024;
/** Bytes of a long line outside of its texts: they become values, which take a hundred times as long as texts to parse. */
const MAX_OUTSIDE_BYTES = 64 * 1024;

/** Reads line after line; a line that is not a page costs no other. Memory holds one line. */
export async function* readJsonLines(reader: ByteReader, limits: JsonLimits): AsyncGenerator<JsonLine> {
  const maxBytes = MAX_ESCAPED * limits.maxBodyBytes + MAX_LINE_EXTRA;
  let offset = 0;
  for (let line = 1; ; line++) {
    const read = await readLine(reader, maxBytes);
    if (read === null) return;
    const result = resultOf(read, maxBytes, limits);
    if (result !== null) yield { result, line, offset };
    offset += read.taken;
  }
}

interface Line {
  /** Its bytes; null: they are more than may be. */
  readonly bytes: Buffer | null;
  /** Bytes of the input that it takes, with its line feed. */
  readonly taken: number;
  /** Why its end is missing; null if it is there. */
  readonly damage: { readonly problem: string; readonly atEnd: boolean } | null;
}

/** @returns null at the end of the input */
async function readLine(reader: ByteReader, maxBytes: number): Promise<Line | null> {
  let parts: Buffer[] | null = [];
  let [length, taken] = [0, 0];
  for (;;) {
    const look = await reader.available(LOOK_BYTES);
    if (look.length === 0) {
      const { stop } = reader;
      if (stop === null || stop.kind === 'end')
        return taken === 0 ? null : { bytes: joined(parts), taken, damage: null };
      reader.pass();
      if (stop.kind === 'gap') return { bytes: joined(parts), taken, damage: stop };
      continue;
    }
    const end = look.indexOf(0x0a);
    const part = end === -1 ? look : look.subarray(0, end);
    length += part.length;
    if (length > maxBytes) parts = null;
    parts?.push(Buffer.from(part));
    const used = part.length + (end === -1 ? 0 : 1);
    await reader.skip(used);
    taken += used;
    if (end !== -1) return { bytes: joined(parts), taken, damage: null };
  }
}

function joined(parts: readonly Buffer[] | null): Buffer | null {
  return parts === null ? null : Buffer.concat(parts);
}

/** @returns null for an empty line */
function resultOf({ bytes, damage }: Line, maxBytes: number, limits: JsonLimits): JsonResult | null {
  if (damage !== null)
    return damage.atEnd ? broken('cut_off', damage.problem) : broken('broken', damage.problem);
  if (bytes === null)
    return broken(
      'broken',
      `it is longer than ${maxBytes} bytes: send less of its source, with "truncated": true`,
    );
  if (bytes.length > LONG_BYTES && bytesOutsideTexts(bytes) > MAX_OUTSIDE_BYTES)
    return broken(
      'broken',
      `it has more than ${MAX_OUTSIDE_BYTES} bytes of lists and numbers: send less besides the page`,
    );
  const text = bytes
    .toString()
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken('broken', 'it is not JSON: write one object on each line');
  }
  return jsonPage(value, limits);
}

/** Counts the bytes outside of texts, up to somewhat more than are allowed. */
function bytesOutsideTexts(bytes: Buffer): number {
  let outside = 0;
  for (let at = 0; outside <= MAX_OUTSIDE_BYTES;) {
    const start = bytes.indexOf(QUOTE, at);
    if (start === -1) return outside + bytes.length - at;
    outside += start - at + 1;
    at = endOfText(bytes, start + 1);
  }
  return outside;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Offset after a text, whose first byte is given. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; ;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let before = quote;
    while (before > from && bytes[before - 1] === BACKSLASH) before--;
    at = quote + 1;
    if ((quote - before) % 2 === 0) return at;
  }
}

function broken(why: 'broken' | 'cut_off', problem: string): JsonResult {
  return { kind: 'skipped', url: null, why, problem };
}
