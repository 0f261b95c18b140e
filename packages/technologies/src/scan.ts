import { STRIDES, type Stride } from './grams.ts';
import type { Sections } from '@sitegrep/sections';

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
  /** The same memory; holds the text and room for a literal more. */
  readonly view: DataView;
  readonly length: number;
}

/** ASCII lower case of each byte. */
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** The table from keys to entries: its words; an entry is its place in the entries and 1, or 0 for none. */
export const SLOT = { words: 2, key: 0, entry: 1 } as const;

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
  const slots = sections.get(`${name}.slots`, 'i32');
  const entries = sections.get(`${name}.entries`, 'i32');
  const bitmapShift = 32 - Math.log2(bitmap.length * 32);
  const slotShift = 32 - Math.log2(slots.length / SLOT.words);
  const lastSlot = slots.length / SLOT.words - 1;

  const compareAt = (text: LoadedText, at: number, onHit: OnHit): void => {
    const word = wordAt(text.view, at, mask);
    let slot = hashOf(word) >>> slotShift;
    let entry = slots[slot * SLOT.words + SLOT.entry] ?? 0;
    while (entry !== 0 && slots[slot * SLOT.words + SLOT.key] !== word) {
      slot = (slot + 1) & lastSlot;
      entry = slots[slot * SLOT.words + SLOT.entry] ?? 0;
    }
    if (entry === 0) return;
    for (let index = entry - 1; ; index += ENTRY.words) {
      const packed = entries[index] ?? ENTRY.isLast;
      const offset = (packed >>> ENTRY.offset.shift) & ENTRY.offset.mask;
      const length = (packed >>> ENTRY.length.shift) & ENTRY.length.mask;
      const position = at - offset;
      if (position >= 0) {
        const check = length < 4 || offset >= 4 ? position : position + length - 4;
        const literal = packed >>> ENTRY.literal.shift;
        if (
          wordAt(text.view, check, length < 4 ? mask : -1) === entries[index + 1] &&
          standsAt(text, position, literals.bytes, literals.starts[literal] ?? 0, length)
        )
          onHit(literal, position);
      }
      if ((packed & ENTRY.isLast) !== 0) return;
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
  literals: Uint8Array,
  start: number,
  count: number,
): boolean {
  if (position + count > length) return false;
  for (let index = 0; index < count; index++) {
    if (FOLD[bytes[position + index] ?? 0] !== literals[start + index]) return false;
  }
  return true;
}
