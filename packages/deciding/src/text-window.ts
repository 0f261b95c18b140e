import { readFileSync } from 'node:fs';
import { FOLDED_UNITS } from './folded-units.ts';
import { FOUR, GRAM_BITS, type GramKind, THREE } from './grams.ts';

/** UTF-16 units of a text that are looked at together, apart from those that the next part begins with. */
const WINDOW = 1 << 16;
/** Bits of the hash of a gram by which what is looked for is found. */
export const SLOT_BITS = 14;

/** Functions of `window.wasm`; its source is packages/deciding/kernel. All arguments are numbers, or addresses in its memory. */
interface Functions {
  fold(units: number, count: number, folds: number, into: number): void;
  mark(bytes: number, count: number, unread: number, hashShift: number, marks: number, number: number): void;
  next(bytes: number, from: number, count: number, unread: number, hashShift: number, slots: number): number;
}

/** A part of a text, folded, and the set of its grams. It serves one text after the other. */
export class TextWindow {
  readonly #run: Functions;
  readonly #overlap: number;
  readonly #units: Buffer;
  readonly bytes: Uint8Array;
  /** Number of `bytes` that are of the part. */
  length = 0;
  /** The number of the last part that had a gram, by the hash of it. */
  readonly grams: Uint8Array;
  /** The number of the part. */
  number = 0;
  /** Words by the upper bits of hashes of grams, not 0 for those that are looked for. */
  readonly slots: Int32Array;

  /** @param overlap units that two parts have in common */
  constructor(overlap: number) {
    const units = WINDOW + overlap;
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
    const { buffer } = memory;
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./window.wasm', import.meta.url)));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
    this.#run = exports as unknown as Functions;
    this.#overlap = overlap;
    new Uint8Array(buffer).set(FOLDED_UNITS, ADDRESSES.folds);
    this.grams = new Uint8Array(buffer, ADDRESSES.grams, 1 << GRAM_BITS);
    this.slots = new Int32Array(buffer, ADDRESSES.slots, 1 << SLOT_BITS);
    this.bytes = new Uint8Array(buffer, ADDRESSES.bytes, units);
    this.#units = Buffer.from(buffer, ADDRESSES.units, 2 * units);
  }

  /** Takes the part of a text that begins at `from`. @returns the beginning of the next part; null: this one is the last */
  load(text: string, from: number): number | null {
    const most = this.bytes.length;
    const isWhole = from === 0 && text.length <= most;
    const part = isWhole ? text : text.slice(from, from + most);
    this.#units.write(part, 'utf16le');
    this.length = part.length;
    this.#run.fold(ADDRESSES.units, part.length, ADDRESSES.folds, ADDRESSES.bytes);
    if (this.number === 0xff) {
      this.grams.fill(0);
      this.number = 0;
    }
    this.number++;
    this.#mark(FOUR);
    const next = from + WINDOW;
    return next + this.#overlap < text.length ? next : null;
  }

  /** Adds the grams of literals that are too short for others. */
  addShort(): void {
    this.#mark(THREE);
  }

  #mark({ unread }: GramKind): void {
    const { bytes, grams } = ADDRESSES;
    this.#run.mark(bytes, this.length, unread, 32 - GRAM_BITS, grams, this.number);
  }

  /** The first position, from `from` on, with a gram for whose hash there is something in its slot; null: there is none. */
  next(from: number, { unread }: GramKind): { readonly at: number; readonly slot: number } | null {
    const { bytes, slots } = ADDRESSES;
    const found = this.#run.next(bytes, from, this.length, unread, 32 - SLOT_BITS, slots);
    return found === -1 ? null : { at: found & MAX_POSITION, slot: found >>> POSITION_BITS };
  }
}

/** Bits of a position, above which `next` gives a slot. */
const POSITION_BITS = 17;
const MAX_POSITION = (1 << POSITION_BITS) - 1;

let compiled: WebAssembly.Module | null = null;

/** Bytes of a WebAssembly memory page. */
const PAGE_BYTES = 1 << 16;

/** Addresses in the memory; its first page belongs to the functions. The units come last: there are some more than a window. */
const ADDRESSES = {
  folds: PAGE_BYTES,
  grams: 2 * PAGE_BYTES,
  slots: 2 * PAGE_BYTES + (1 << GRAM_BITS),
  bytes: 3 * PAGE_BYTES + (1 << GRAM_BITS),
  units: 5 * PAGE_BYTES + (1 << GRAM_BITS),
} as const;
const PAGES = 8 + (1 << GRAM_BITS) / PAGE_BYTES;
