// Pages as JSON, an object on each line (NDJSON).
import type { ByteReader } from '../byte-reader.ts';
import { JsonItems } from './json-items.ts';
import { JsonFault } from './json-scanner.ts';
import { jsonPage } from './json-page.ts';
import { skipped, type JsonLimits, type JsonResult } from './stated-answer.ts';

/** A page of a line, or why there is none, and where it is. */
export interface JsonLine {
  readonly result: JsonResult;
  /** Number of the line, from 1; empty lines count. */
  readonly line: number;
  /** Offset of its first byte in the decompressed bytes. */
  readonly offset: number;
  /** Whether the line begins with an object. */
  readonly isObject: boolean;
}

const LOOK_BYTES = 256 * 1024;
const OPEN_OBJECT = 0x7b;
/** Bytes of a line besides those of a body. */
const MAX_LINE_EXTRA = 1024 * 1024;
/** How much longer JSON makes a body whose characters are all escaped, as those of Cyrillic: six bytes for two. */
const MAX_ESCAPED = 3;
/** Size from which a line is looked through before it is parsed, in bytes. */
const LONG_BYTES = 256 * 1024;
/** Bytes of a long line outside of its texts: they become values, which take a hundred times as long as texts to parse. */
const MAX_OUTSIDE_BYTES = 64 * 1024;

/** Maximum bytes of an object. */
export function maxObjectBytes({ maxBodyBytes }: JsonLimits): number {
  return MAX_ESCAPED * maxBodyBytes + MAX_LINE_EXTRA;
}

/**
 * Reads line after line; a line that is not a page costs no other. Memory holds one line.
 *
 * @param start number of the first line, and its offset in what this input is the rest of
 */
export async function* readJsonLines(
  reader: ByteReader,
  limits: JsonLimits,
  start: { readonly line: number; readonly base: number },
): AsyncGenerator<JsonLine> {
  const maxBytes = maxObjectBytes(limits);
  let offset = 0;
  for (let { line } = start; ; line++) {
    const read = await readLine(reader, maxBytes);
    if (read === null) return;
    const isObject = read.bytes?.[0] === OPEN_OBJECT;
    for await (const result of resultsOf(read, start.base + offset, limits))
      yield { result, line, offset, isObject };
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
  /** Whether the input ends with it, without a line feed. */
  readonly isLast: boolean;
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
        return taken === 0 ? null : { bytes: joined(parts), taken, damage: null, isLast: true };
      reader.pass();
      if (stop.kind === 'gap') return { bytes: joined(parts), taken, damage: stop, isLast: false };
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
    if (end !== -1) return { bytes: joined(parts), taken, damage: null, isLast: false };
  }
}

function joined(parts: readonly Buffer[] | null): Buffer | null {
  return parts === null ? null : Buffer.concat(parts);
}

/** Results of a line, none for an empty one. @param offset of its first byte in the input */
async function* resultsOf(line: Line, offset: number, limits: JsonLimits): AsyncGenerator<JsonResult> {
  const { bytes, damage } = line;
  const refusal = bytes === null ? tooLong(limits) : refusalOf(bytes);
  if (bytes === null || refusal !== null) {
    yield damage === null ? skipped(null, 'broken', refusal ?? '') : damaged(damage);
    return;
  }
  const found = objectsIn(bytes);
  for (const value of found.values) yield await jsonPage(value, limits);
  if (damage !== null) yield damaged(damage);
  else if (found.fault !== null) yield faulty(found.fault, line.isLast, offset);
}

function damaged({ problem, atEnd }: { readonly problem: string; readonly atEnd: boolean }): JsonResult {
  return skipped(null, atEnd ? 'cut_off' : 'broken', problem);
}

function faulty(fault: JsonFault, isLast: boolean, offset: number): JsonResult {
  if (fault.isEnd && isLast)
    return skipped(
      null,
      'cut_off',
      `the input ends in the middle of it, after byte ${offset + fault.offset}`,
    );
  const where = fault.isEnd ? 'its end is missing' : `from byte ${offset + fault.offset} on`;
  return skipped(null, 'broken', `it is not JSON, ${where}: write one object on each line`);
}

interface Objects {
  readonly values: readonly unknown[];
  /** The first byte that is not JSON; null if all are. */
  readonly fault: JsonFault | null;
}

/** The value of a line, those of a list, or those before its first wrong byte. */
function objectsIn(bytes: Buffer): Objects {
  const text = bytes
    .toString()
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') return { values: [], fault: null };
  try {
    const value: unknown = JSON.parse(text);
    return { values: Array.isArray(value) && value.length > 0 ? value : [value], fault: null };
  } catch {
    return wholeObjects(bytes);
  }
}

function wholeObjects(bytes: Buffer): Objects {
  const items = new JsonItems(bytes.length);
  let fault: JsonFault | null = null;
  try {
    items.scan(bytes);
    items.end();
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    fault = error;
  }
  const values = items.given().map(({ bytes: item }): unknown => JSON.parse(String(item)));
  return { values, fault: fault === null || isListPart(bytes, fault) ? null : fault };
}

/** Whether all that is wrong with a line is that it is part of a list, which was written with an object on each. */
function isListPart(bytes: Buffer, fault: JsonFault): boolean {
  if (!fault.isEnd) return /^\s*[,\]]\s*$/.test(bytes.toString('utf8', fault.offset));
  return (
    /^\ufeff?\s*\[/.test(bytes.toString('utf8', 0, 16)) &&
    /[,[]\s*$/.test(bytes.toString('utf8', Math.max(0, bytes.length - 16)))
  );
}

export function tooLong(limits: JsonLimits): string {
  return `it is longer than ${maxObjectBytes(limits)} bytes: send less of its source, with "truncated": true`;
}

/** Why an object is not parsed; null if it is. */
export function refusalOf(bytes: Buffer): string | null {
  return bytes.length > LONG_BYTES && bytesOutsideTexts(bytes) > MAX_OUTSIDE_BYTES
    ? `it has more than ${MAX_OUTSIDE_BYTES} bytes of lists and numbers: send less besides the page`
    : null;
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
