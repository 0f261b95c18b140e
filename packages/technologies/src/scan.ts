import { keysOf, MIN_LITERAL, STRIDES, type Key, type Stride } from './grams.ts';

/**
 * Where any of many literals stands in a text.
 *
 * The text is looked at in words of four characters, not at every position but at every fourth for literals that cover
 * a whole word wherever they start (grams.ts). A word is looked up in a bitmap that lets few through, then in a table
 * of literals, and what passes is compared character by character.
 */
export interface LiteralIndex {
  /** Calls `onHit` for every place of every literal, in no useful order; a few places may be false (see LoadedText). */
  readonly scan: (text: LoadedText, onHit: OnHit) => void;
}

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

/**
 * @param literals folded printable ASCII; a hit names one by its place here
 * @throws RangeError if one is shorter than MIN_LITERAL
 */
export function createLiteralIndex(literals: readonly string[]): LiteralIndex {
  const short = literals.find(({ length }) => length < MIN_LITERAL);
  if (short !== undefined)
    throw new RangeError(`literal ${JSON.stringify(short)} is under ${MIN_LITERAL} characters`);
  const texts = literals.map((literal) => Uint8Array.from(Buffer.from(literal, 'latin1')));
  const passes = STRIDES.flatMap((stride) => {
    const keys = keysOf(literals, stride);
    return keys.length === 0 ? [] : [createPass(stride, keys, texts)];
  });
  return {
    scan: (text, onHit) => {
      for (const pass of passes) pass(text, onHit);
    },
  };
}

/** One walk over the text, for the literals of one stride. */
function createPass(
  { step, mask }: Stride,
  keys: readonly Key[],
  texts: readonly Uint8Array[],
): (text: LoadedText, onHit: OnHit) => void {
  const byKey = Map.groupBy(keys, ({ key }) => key);
  // 64 bits a key let 1 or 2 of 100 words through by chance; 8 KB are no cost even for a few keys.
  const bits = Math.max(16, Math.ceil(Math.log2(byKey.size * 64)));
  const shift = 32 - bits;
  const bitmap = new Uint32Array(2 ** (bits - 5));
  for (const key of byKey.keys()) {
    const hash = Math.imul(key, 0x9e37_79b1) >>> shift;
    bitmap[hash >>> 5] = (bitmap[hash >>> 5] ?? 0) | (1 << (hash & 31));
  }
  return (text, onHit) => {
    for (let start = 0; start < text.length; start += BLOCK) {
      const end = Math.min(text.length, start + BLOCK);
      const found = collect(text.view, start, end, step, mask, bitmap, shift);
      for (let index = 0; index < found; index++) {
        const at = candidates[index] ?? 0;
        const word = ((text.view.getInt32(at, true) & 0x7f7f_7f7f) | 0x2020_2020) & mask;
        const entries = byKey.get(word);
        if (entries === undefined) continue;
        for (const { literal, offset } of entries) {
          const wanted = texts[literal];
          if (wanted !== undefined && standsAt(text, at - offset, wanted)) onHit(literal, at - offset);
        }
      }
    }
  };
}

/**
 * Positions of words that the bitmap knows. All that a page costs passes through here, so it is one flat loop: everything
 * by argument, and no branch on what most, but not all, words do.
 *
 * Without bit 8, and with bit 6 set, ASCII letters are alike in both cases; what else becomes alike is compared later.
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
    const word = ((view.getInt32(at, true) & 0x7f7f_7f7f) | 0x2020_2020) & mask;
    const hash = Math.imul(word, 0x9e37_79b1) >>> shift;
    candidates[found] = at;
    found += ((bitmap[hash >>> 5] ?? 0) >>> (hash & 31)) & 1;
  }
  return found;
}

function standsAt({ bytes, length }: LoadedText, position: number, wanted: Uint8Array): boolean {
  if (position < 0 || position + wanted.length > length) return false;
  for (let index = 0; index < wanted.length; index++) {
    if (FOLD[bytes[position + index] ?? 0] !== wanted[index]) return false;
  }
  return true;
}
