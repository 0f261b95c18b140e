import { foldCase } from './fold.ts';
import { FOLD_RUNS } from './fold-table.ts';

/**
 * Bytes of the fold of each UTF-16 unit in UTF-8; half a surrogate pair has two of the four bytes of the pair. It is made when it is
 * needed first: the console folds texts in a browser, and needs no offsets.
 */
let foldedBytes: Uint8Array | null = null;

function bytesByUnit(): Uint8Array {
  if (foldedBytes !== null) return foldedBytes;
  const bytes = new Uint8Array(0x10000).fill(3).fill(2, 0, 0x800).fill(1, 0, 0x80).fill(2, 0xd800, 0xe000);
  // Few folds have another number of bytes than their character: that of the Kelvin sign has one instead of three.
  for (const [first, last, step] of FOLD_RUNS)
    for (let code = first; code <= last && code < 0x10000; code += step)
      bytes[code] = Buffer.byteLength(foldCase(String.fromCodePoint(code)));
  foldedBytes = bytes;
  return bytes;
}

/** A run of characters outside of ASCII. */
interface Run {
  /** UTF-16 units at which it begins and ends. */
  readonly start: number;
  readonly end: number;
  /** Bytes less units of the text up to its end. */
  readonly surplus: number;
}

/**
 * Byte offsets in the folded UTF-8 of a text (`foldUtf8`) of positions that are known in UTF-16 units. It finds the
 * characters outside of ASCII once: most of a page is ASCII.
 */
export class Utf8Offsets {
  readonly #text: string;
  readonly #runs: readonly Run[];

  /** @param text well-formed */
  constructor(text: string) {
    this.#text = text;
    this.#runs = Buffer.byteLength(text) === text.length ? [] : runsOf(text);
  }

  /**
   * Byte offsets of positions, in their order; the same array if each unit is a byte.
   *
   * @param units ascending, not within a character; at most the length of the text
   */
  ofAll(units: Uint32Array): Uint32Array {
    const runs = this.#runs;
    if (runs.length === 0) return units;
    let next = 0;
    let surplus = 0;
    return units.map((position) => {
      for (let run = runs[next]; run !== undefined && run.end <= position; run = runs[++next])
        surplus = run.surplus;
      const start = runs[next]?.start ?? position;
      return position + surplus + (start < position ? surplusOf(this.#text, start, position) : 0);
    });
  }
}

function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  let surplus = 0;
  for (const { 0: run, index: start } of text.matchAll(/[^\0-\x7f]+/g)) {
    const end = start + run.length;
    surplus += surplusOf(text, start, end);
    runs.push({ start, end, surplus });
  }
  return runs;
}

/** Bytes of the folds of the units of a text from one to before another, less the number of these units. */
function surplusOf(text: string, from: number, to: number): number {
  const byUnit = bytesByUnit();
  let bytes = from - to;
  for (let at = from; at < to; at++) bytes += byUnit[text.charCodeAt(at)] ?? 0;
  return bytes;
}
