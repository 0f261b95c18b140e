import { readFileSync } from 'node:fs';
import { readLists, type Sections } from '@sitegrep/sections';
import type { TextGroup } from './compiled-set.ts';

/**
 * How the literals of some lengths are found: a literal of at least `min` characters covers a whole word of `characters`
 * at a position divisible by `step`, wherever it starts.
 */
export interface Stride {
  readonly min: number;
  readonly step: number;
  readonly characters: number;
  /** Keeps the characters of a little-endian word that count. */
  readonly mask: number;
}

/** From long to short; a literal is found by the first that fits it. */
export const STRIDES: readonly Stride[] = [
  { min: 7, step: 4, characters: 4, mask: -1 },
  { min: 4, step: 2, characters: 3, mask: 0x00ff_ffff },
  { min: 3, step: 1, characters: 3, mask: 0x00ff_ffff },
];

/** Shorter literals aren't worth looking for. */
export const MIN_LITERAL = 3;
/** Of longer ones only so many characters are looked for. */
export const MAX_LITERAL = 40;

/**
 * Finds where any of many literals stands in a text; calls `onHit` for every place of every literal, in no useful order.
 * A few places may be false: characters above 255 are taken for those of their low byte.
 *
 * The text is looked at in words of four characters, not at every position but at every fourth for literals that cover
 * a whole word wherever they start (grams.ts). A word is looked up in a bitmap that lets few through, then in a table
 * of literals, and what passes is compared character by character. All that is done in WebAssembly, block by block.
 */
export type LiteralScan = (text: string, onHit: OnHit) => void;

type OnHit = (literal: number, position: number) => void;

/**
 * The table from keys to entries is a word a slot: the number of the first entry plus one, and of the key's hash so much
 * that few others agree; 0 for none.
 */
export const SLOT = { entry: { shift: 16, mask: 0xffff }, tag: { shift: 2, mask: 0xffff } } as const;

/**
 * One literal that a key may stand for, in two words: its number, where in it the key stands, its length, and whether it
 * is the last of the key; then a word of it that is compared first.
 */
export const ENTRY = {
  words: 2,
  literal: { shift: 13, mask: 0x7_ffff },
  offset: { shift: 7, mask: 0x3f },
  length: { shift: 1, mask: 0x3f },
  isLast: 1,
} as const;

/** Characters looked up before their candidates are compared, divisible by every step; bounds the memory of a scan. */
const BLOCK = 4_096;

/** 32 bits, of which the upper ones are spread best. */
export function hashOf(key: number): number {
  return Math.imul(key, 0x9e37_79b1);
}

/** @param name what literal-index.ts packed the index as */
export function createLiteralScan(sections: Sections, name: string, memory: ScanMemory): LiteralScan {
  const starts = memory.put(sections.get(`${name}.starts`, 'u32'));
  const bytes = memory.put(sections.get(`${name}.bytes`, 'u8'));
  const passes = STRIDES.flatMap((stride) => {
    const pass = packPass(sections, `${name}.${stride.min}`, stride, memory, starts, bytes);
    return pass === null ? [] : [pass];
  });
  return (text, onHit) => {
    if (passes.length === 0) return;
    const place = memory.load(text);
    const { run, words } = memory;
    for (const { pass, candidates, hits } of passes) {
      for (let from = 0; from < text.length; from += BLOCK) {
        const to = Math.min(text.length, from + BLOCK);
        const end = run.scan(pass, place, text.length, from, to, candidates, hits) >>> 2;
        for (let at = hits >>> 2; at < end; at += 2) onHit(words[at] ?? 0, words[at + 1] ?? 0);
      }
    }
  };
}

/** Places of one walk over a text, for the literals of one stride, and of what it finds in a block. */
interface Pass {
  readonly pass: number;
  readonly candidates: number;
  readonly hits: number;
}

/** Null if there are no such literals. */
function packPass(
  sections: Sections,
  name: string,
  { step, mask }: Stride,
  memory: ScanMemory,
  starts: number,
  bytes: number,
): Pass | null {
  const bitmap = sections.get(`${name}.bitmap`, 'u32');
  if (bitmap.length === 0) return null;
  const slots = sections.get(`${name}.slots`, 'u32');
  const entries = sections.get(`${name}.entries`, 'u32');
  const pass = Uint32Array.of(
    memory.put(bitmap),
    32 - Math.log2(bitmap.length * 32),
    memory.put(slots),
    32 - Math.log2(slots.length),
    memory.put(entries),
    starts,
    bytes,
    step,
    mask,
  );
  const words = BLOCK / step;
  return {
    pass: memory.put(pass),
    candidates: memory.take(words * 4),
    hits: memory.take(words * mostOfAKey(entries) * 8),
  };
}

function mostOfAKey(entries: Uint32Array): number {
  let most = 0;
  let count = 0;
  for (let index = 0; index < entries.length; index += ENTRY.words) {
    count++;
    if (((entries[index] ?? 0) & ENTRY.isLast) === 0) continue;
    most = Math.max(most, count);
    count = 0;
  }
  return most;
}

/** What `scan.wasm` exports; packages/technologies/kernel has its source. All arguments are numbers, or places in its memory, in bytes. */
interface Functions {
  scan(
    pass: number,
    text: number,
    length: number,
    from: number,
    to: number,
    candidates: number,
    into: number,
  ): number;
}

/** A page of such a memory. */
const PAGE_BYTES = 2 ** 16;
const MOST_PAGES = 2 ** 16;
/** The first page is the functions' own. */
const START = PAGE_BYTES;
/** What is taken begins at multiples of a cache line. */
const LINE = 64;
/** Behind a text, so that a whole literal can be read wherever one begins. */
const ROOM = MAX_LITERAL + 8;

let compiled: WebAssembly.Module | null = null;

/**
 * The inner loop of scans as WebAssembly, and the memory that it works in: what scans look for first, which stays, then
 * the text that is looked through, until the next.
 */
export class ScanMemory {
  readonly run: Functions;
  readonly #memory: WebAssembly.Memory;
  #bytes: Buffer;
  #words: Uint32Array;
  #top = START;

  constructor() {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./scan.wasm', import.meta.url)));
    this.#memory = new WebAssembly.Memory({ initial: START / PAGE_BYTES, maximum: MOST_PAGES });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.run = exports as Functions;
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  /** All of the memory as words of 32 bits; good until something is taken, put or loaded. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Takes so many bytes for good. @returns their place */
  take(bytes: number): number {
    const place = this.#top;
    this.#reach(place + bytes);
    this.#top = Math.ceil((place + bytes) / LINE) * LINE;
    return place;
  }

  /** Keeps a copy of these numbers. @returns its place */
  put(numbers: Uint8Array | Uint32Array): number {
    const place = this.take(numbers.byteLength);
    this.#bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), place);
    return place;
  }

  /**
   * Writes a text where the last one was, as one byte a UTF-16 unit: positions in bytes are positions in the text. Units
   * above 255 keep their low byte only. What stands behind the text may be of an earlier one.
   *
   * @returns its place
   */
  load(text: string): number {
    this.#reach(this.#top + text.length + ROOM);
    this.#bytes.write(text, this.#top, 'latin1');
    return this.#top;
  }

  #reach(end: number): void {
    const missing = Math.ceil((end - this.#bytes.length) / PAGE_BYTES);
    if (missing <= 0) return;
    // More than is needed now, so that slowly growing texts don't grow it each time.
    this.#memory.grow(missing + Math.ceil((end - this.#top) / PAGE_BYTES / 4));
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}

/** What may be found in a text: numbered targets, each with literals without which it is not there. */
export interface TextScan {
  /** Targets that have no literals. */
  readonly always: Uint32Array;
  /** Calls `onTarget` for every place of every literal of every target, in no order. A few places may be false. */
  readonly scan: (text: string, onTarget: (target: number, position: number) => void) => void;
}

/** @param name what compile.ts packed the targets as */
export function createTextScan(sections: Sections, name: TextGroup | 'values', memory: ScanMemory): TextScan {
  const literals = createLiteralScan(sections, name, memory);
  const { starts, items } = readLists(sections, `${name}.targets`);
  return {
    always: sections.get(`${name}.always`, 'u32'),
    scan: (text, onTarget) => {
      literals(text, (literal, position) => {
        const end = starts[literal + 1] ?? 0;
        for (let at = starts[literal] ?? 0; at < end; at++) onTarget(items[at] ?? 0, position);
      });
    },
  };
}

/** So many places of one target are kept; of one with more, it is known only that there are many. */
const MAX_POSITIONS = 4_096;

/** The places where something of a numbered target stands, in no order. */
export class Positions {
  readonly #places = new Map<number, number[]>();

  add(target: number, position: number): void {
    const places = this.#places.get(target);
    if (places === undefined) this.#places.set(target, [position]);
    else if (places.length <= MAX_POSITIONS) places.push(position);
  }

  /** Null for more than MAX_POSITIONS. */
  *each(): Generator<readonly [target: number, places: readonly number[] | null]> {
    for (const [target, places] of this.#places)
      yield [target, places.length > MAX_POSITIONS ? null : places];
  }
}
