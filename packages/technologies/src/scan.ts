import { STRIDES, type Stride } from './grams.ts';
import type { Sections } from './sections.ts';

/**
 * Finds where any of many literals stands in a text; calls `onHit` for every place of every literal, in no useful order.
 * A few places may be false (see LoadedText).
 *
 * The text is looked at in words of four characters, not at every position but at every fourth for literals that cover
 * a whole word wherever they start (grams.ts). A word is looked up in a bitmap that lets few through, then in a table
 * of literals, and what passes is compared character by character.
 */
export type LiteralScan = (text: LoadedText, onHit: OnHit) => void;

type OnHit = (literal: number, position: number) => void;

/** A text as one byte a UTF-16 unit. Units above 255 keep their low byte only, so a hit may be false, none is missed. */
export interface LoadedText {
  readonly bytes: Uint8Array;
  /** The same memory; holds the text and a whole word more. */
  readonly view: DataView;
  readonly length: number;
}

/** ASCII lower case of each byte. */
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** Characters looked up before their candidates are compared; bounds the memory of a scan. */
const BLOCK = 16_384;

/** Filled and read block by block; scans don't nest. */
const candidates = new Uint32Array(BLOCK);

/** 32 bits, of which the upper ones are spread best. */
export function hashOf(key: number): number {
  return Math.imul(key, 0x9e37_79b1);
}

/** @param name what literal-index.ts packed the index as */
export function createLiteralScan(sections: Sections, name: string): LiteralScan {
  const literals: Literals = {
    starts: sections.get(`${name}.starts`, 'u32'),
    bytes: sections.get(`${name}.bytes`, 'u8'),
  };
  const passes = STRIDES.map((stride) => createPass(sections, `${name}.${stride.min}`, stride, literals));
  return (text, onHit) => {
    for (const pass of passes) pass?.(text, onHit);
  };
}

interface Literals {
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

/** One walk over the text, for the literals of one stride; null if there are none. */
function createPass(
  sections: Sections,
  name: string,
  { step, mask }: Stride,
  literals: Literals,
): LiteralScan | null {
  const bitmap = sections.get(`${name}.bitmap`, 'u32');
  if (bitmap.length === 0) return null;
  const slots = sections.get(`${name}.slots`, 'u32');
  const keys = sections.get(`${name}.keys`, 'i32');
  const entryLiterals = sections.get(`${name}.literals`, 'u32');
  const entryOffsets = sections.get(`${name}.offsets`, 'u8');
  const bitmapShift = 32 - Math.log2(bitmap.length * 32);
  const slotShift = 32 - Math.log2(slots.length);
  const lastSlot = slots.length - 1;

  const compareAt = (text: LoadedText, at: number, onHit: OnHit): void => {
    const word = wordAt(text.view, at, mask);
    for (let slot = hashOf(word) >>> slotShift; ; slot = (slot + 1) & lastSlot) {
      const first = (slots[slot] ?? 0) - 1;
      if (first === -1) return;
      if (keys[first] !== word) continue;
      for (let entry = first; keys[entry] === word; entry++) {
        const literal = entryLiterals[entry] ?? 0;
        const position = at - (entryOffsets[entry] ?? 0);
        if (standsAt(text, position, literals, literal)) onHit(literal, position);
      }
      return;
    }
  };
  return (text, onHit) => {
    for (let start = 0; start < text.length; start += BLOCK) {
      const end = Math.min(text.length, start + BLOCK);
      const found = collect(text.view, start, end, step, mask, bitmap, bitmapShift);
      for (let index = 0; index < found; index++) compareAt(text, candidates[index] ?? 0, onHit);
    }
  };
}

/**
 * Without bit 8, and with bit 6 set, ASCII letters are alike in both cases; what else becomes alike is compared later.
 */
function wordAt(view: DataView, at: number, mask: number): number {
  return ((view.getInt32(at, true) & 0x7f7f_7f7f) | 0x2020_2020) & mask;
}

/**
 * Positions of words that the bitmap knows. All that a page costs passes through here, so it is one flat loop: everything
 * by argument, and no branch on what most, but not all, words do.
 */
function collect(
  view: DataView,
  start: number,
  end: number,
  step: number,
  mask: number,
  bitmap: Uint32Array,
  shift: number,
): number {
  let found = 0;
  for (let at = start; at < end; at += step) {
    const hash = hashOf(wordAt(view, at, mask)) >>> shift;
    candidates[found] = at;
    found += ((bitmap[hash >>> 5] ?? 0) >>> (hash & 31)) & 1;
  }
  return found;
}

function standsAt(
  { bytes, length }: LoadedText,
  position: number,
  literals: Literals,
  literal: number,
): boolean {
  const start = literals.starts[literal] ?? 0;
  const end = literals.starts[literal + 1] ?? 0;
  if (position < 0 || position + end - start > length) return false;
  for (let at = start, index = position; at < end; at++, index++) {
    if (FOLD[bytes[index] ?? 0] !== literals.bytes[at]) return false;
  }
  return true;
}
