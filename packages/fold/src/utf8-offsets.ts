import { foldCase } from './fold.ts';
import { FOLD_RUNS } from './fold-table.ts';

/** UTF-16 units between two positions whose byte offsets are stored. */
const STEP = 64;

/** Bytes of the fold of each UTF-16 unit in UTF-8; half a surrogate pair has two of the four bytes of the pair. */
const FOLDED_BYTES = foldedBytes();

function foldedBytes(): Uint8Array {
  const bytes = new Uint8Array(0x10000).fill(3).fill(2, 0, 0x800).fill(1, 0, 0x80).fill(2, 0xd800, 0xe000);
  // Few folds have another number of bytes than their character: that of the Kelvin sign has one instead of three.
  for (const [first, last, step] of FOLD_RUNS)
    for (let code = first; code <= last && code < 0x10000; code += step)
      bytes[code] = Buffer.byteLength(foldCase(String.fromCodePoint(code)));
  return bytes;
}

/**
 * Byte offsets in the folded UTF-8 of a text (`foldUtf8`) of positions that are known in UTF-16 units. The text is gone
 * through once at most, and not at all if it is ASCII.
 */
export class Utf8Offsets {
  readonly #text: string;
  /** Byte offset of each `STEP`-th unit; null: each unit is a byte. */
  readonly #stored: Uint32Array | null;

  /** @param text well-formed */
  constructor(text: string) {
    this.#text = text;
    this.#stored = Buffer.byteLength(text) === text.length ? null : storedOffsets(text);
  }

  /** @param units offset in UTF-16 units, not within a character; at most the length of the text */
  of(units: number): number {
    if (this.#stored === null) return units;
    const index = Math.floor(units / STEP);
    return (this.#stored[index] ?? 0) + bytesOf(this.#text, index * STEP, units);
  }

  /** Byte offsets of several positions, in their order; the same array if each unit is a byte. */
  ofAll(units: Uint32Array): Uint32Array {
    return this.#stored === null ? units : units.map((position) => this.of(position));
  }
}

function storedOffsets(text: string): Uint32Array {
  const stored = new Uint32Array(Math.floor(text.length / STEP) + 1);
  let bytes = 0;
  for (let index = 1; index < stored.length; index++) {
    bytes += bytesOf(text, (index - 1) * STEP, index * STEP);
    stored[index] = bytes;
  }
  return stored;
}

/** Bytes of the folds of the units of a text from one to before another. */
function bytesOf(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; at++) bytes += FOLDED_BYTES[text.charCodeAt(at)] ?? 0;
  return bytes;
}
