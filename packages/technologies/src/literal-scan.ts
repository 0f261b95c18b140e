import { readFileSync } from 'node:fs';
import { readLists, type Sections } from '@sitegrep/sections';
import type { TextGroup } from './compiled-set.ts';

/**
 * A way to find the literals of some lengths: a literal of at least `min` characters covers a complete word of
 * `characters` at a position divisible by `step`, wherever it starts.
 */
export interface Stride {
  readonly min: number;
  readonly step: number;
  readonly characters: number;
  /** Bit mask of the relevant characters of a little-endian word. */
  readonly mask: number;
}

/** Mask of words of four characters. Their filter has two bits for each key, because many literals need one. */
export const WHOLE = -1;

/** Strides from long to short literals; a literal belongs to the first one that fits. */
export const STRIDES: readonly Stride[] = [
  { min: 7, step: 4, characters: 4, mask: WHOLE },
  { min: 4, step: 2, characters: 3, mask: 0x00ff_ffff },
  { min: 3, step: 1, characters: 3, mask: 0x00ff_ffff },
];

/** Minimum length of a literal; shorter ones are too frequent. */
export const MIN_LITERAL = 3;
/** Maximum characters of a literal that are compared. */
export const MAX_LITERAL = 40;

/**
 * Finds all occurrences of many literals in a text; calls `onHit` for each, in no particular order. A few may
 * be false, because characters above 255 are reduced to their low byte.
 *
 * The text is read in words of four characters, and for literals that cover a complete word wherever they start
 * only at every fourth position (`Stride`). Each word is looked up in a filter that few words pass, then in a
 * table of literals; what passes is compared character by character. WebAssembly does this block by block.
 */
export type LiteralScan = (text: string, onHit: OnHit) => void;

type OnHit = (literal: number, position: number) => void;

/**
 * Layout of the table from keys to entries, one word per slot: the number of the first entry plus one, and part
 * of the key's hash; 0 for a free slot.
 */
export const SLOT = { entry: { shift: 16, mask: 0xffff }, tag: { shift: 2, mask: 0xffff } } as const;

/**
 * Layout of an entry, one literal of a key in two words: its number, the offset of the key in it, its length,
 * and whether it is the last of the key; then a word of it that is compared first.
 */
export const ENTRY = {
  words: 2,
  literal: { shift: 13, mask: 0x7_ffff },
  offset: { shift: 7, mask: 0x3f },
  length: { shift: 1, mask: 0x3f },
  isLast: 1,
} as const;

/**
 * Characters that are looked up before their candidates are compared. Divisible by every step. Bounds the
 * memory of a scan.
 */
const BLOCK = 4_096;

/**
 * Value in the filter of a hash that a key has, if words are of fewer than four characters, which few literals need: a byte for
 * each hash, so that a look-up is one addition. It is the size of a candidate.
 */
export const PASSES = 4;

/** Hash of 32 bits. The upper ones are distributed best. */
export function hashOf(key: number): number {
  return Math.imul(key, 0x9e37_79b1);
}

/** Creates a scan. @param name name under which literal-index.ts packed the index */
export function createLiteralScan(sections: Sections, name: string, memory: ScanMemory): LiteralScan {
  const starts = memory.put(sections.get(`${name}.starts`, 'u32'));
  const bytes = memory.put(sections.get(`${name}.bytes`, 'u8'));
  const passes = STRIDES.flatMap((stride) => {
    const pass = packPass(sections, `${name}.${stride.min}`, stride, memory, starts, bytes);
    return pass === null ? [] : [pass];
  });
  return (text, onHit) => {
    if (passes.length === 0) return;
    const address = memory.load(text);
    const { run, words } = memory;
    for (const { pass, candidates, hits } of passes) {
      for (let from = 0; from < text.length; from += BLOCK) {
        const to = Math.min(text.length, from + BLOCK);
        const end = run.scan(pass, address, text.length, from, to, candidates, hits) >>> 2;
        for (let at = hits >>> 2; at < end; at += 2) onHit(words[at] ?? 0, words[at + 1] ?? 0);
      }
    }
  };
}

/** Memory addresses of one pass over a text for the literals of one stride. */
interface Pass {
  readonly pass: number;
  readonly candidates: number;
  readonly hits: number;
}

/** Copies the index of a stride into the memory; null if it has no literals. */
function packPass(
  sections: Sections,
  name: string,
  { step, mask }: Stride,
  memory: ScanMemory,
  starts: number,
  bytes: number,
): Pass | null {
  const filter = sections.get(`${name}.filter`, mask === WHOLE ? 'u32' : 'u8');
  if (filter.length === 0) return null;
  const slots = sections.get(`${name}.slots`, 'u32');
  const entries = sections.get(`${name}.entries`, 'u32');
  const pass = Uint32Array.of(
    memory.put(filter),
    32 - Math.log2(filter.length * (mask === WHOLE ? 32 : 1)),
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
    hits: memory.take(words * maxEntriesOfKey(entries) * 8),
  };
}

function maxEntriesOfKey(entries: Uint32Array): number {
  let max = 0;
  let count = 0;
  for (let index = 0; index < entries.length; index += ENTRY.words) {
    count++;
    if (((entries[index] ?? 0) & ENTRY.isLast) === 0) continue;
    max = Math.max(max, count);
    count = 0;
  }
  return max;
}

/**
 * Functions of `scan.wasm`; its source is packages/technologies/kernel. All arguments are numbers, or addresses
 * in its memory in bytes.
 */
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

/** Bytes of a WebAssembly memory page. */
const PAGE_BYTES = 2 ** 16;
const MAX_PAGES = 2 ** 16;
/** Start of the data; the first page belongs to the functions. */
const START = PAGE_BYTES;
/** Alignment of allocations: a cache line. */
const LINE = 64;
/** Bytes after a text, so that a complete literal can be read at every position. */
const PADDING = MAX_LITERAL + 8;

let compiled: WebAssembly.Module | null = null;

/**
 * The inner loop of scans as WebAssembly, and its memory: first the indexes, which stay, then the text, until
 * the next one replaces it.
 */
export class ScanMemory {
  readonly run: Functions;
  readonly #memory: WebAssembly.Memory;
  #bytes: Buffer;
  #words: Uint32Array;
  #top = START;

  constructor() {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./scan.wasm', import.meta.url)));
    this.#memory = new WebAssembly.Memory({ initial: START / PAGE_BYTES, maximum: MAX_PAGES });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.run = exports as Functions;
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  /** The memory as 32-bit words; valid until the next `take`, `put` or `load`. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Allocates bytes permanently. @returns their address */
  take(bytes: number): number {
    const address = this.#top;
    this.#reach(address + bytes);
    this.#top = Math.ceil((address + bytes) / LINE) * LINE;
    return address;
  }

  /** Stores a copy of numbers permanently. @returns its address */
  put(numbers: Uint8Array | Uint32Array): number {
    const address = this.take(numbers.byteLength);
    this.#bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), address);
    return address;
  }

  /**
   * Writes a text over the previous one, one byte per UTF-16 code unit, so that byte offsets are positions in
   * the text. Units above 255 lose their high byte. Bytes after the text can remain from an earlier one.
   *
   * @returns its address
   */
  load(text: string): number {
    this.#reach(this.#top + text.length + PADDING);
    this.#bytes.write(text, this.#top, 'latin1');
    return this.#top;
  }

  #reach(end: number): void {
    const missing = Math.ceil((end - this.#bytes.length) / PAGE_BYTES);
    if (missing <= 0) return;
    // Grows by more than needed, so that slowly growing texts do not grow it each time.
    this.#memory.grow(missing + Math.ceil((end - this.#top) / PAGE_BYTES / 4));
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}

/** Scan of a text for numbered targets, each with literals of which one is in every match. */
export interface TextScan {
  /** Targets without literals. */
  readonly always: Uint32Array;
  /**
   * Calls `onTarget` for every occurrence of every literal of every target, in no particular order. A few may
   * be false.
   */
  readonly scan: (text: string, onTarget: (target: number, position: number) => void) => void;
}

/** Creates a scan. @param name name under which compile.ts packed the targets */
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

/** Maximum positions that are stored for one target; above it, only the excess itself is known. */
const MAX_POSITIONS = 4_096;

/** Positions of the literals of numbered targets, in no particular order. */
export class Positions {
  readonly #positions = new Map<number, number[]>();

  add(target: number, position: number): void {
    const positions = this.#positions.get(target);
    if (positions === undefined) this.#positions.set(target, [position]);
    else if (positions.length <= MAX_POSITIONS) positions.push(position);
  }

  /** Targets with their positions; null for more than MAX_POSITIONS. */
  *each(): Generator<readonly [target: number, positions: readonly number[] | null]> {
    for (const [target, positions] of this.#positions)
      yield [target, positions.length > MAX_POSITIONS ? null : positions];
  }
}
