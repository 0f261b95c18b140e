import { FOLD_RUNS, KEPT_RUNS, type FoldRun } from './fold-table.ts';

/**
 * Unicode simple case folding, code point by code point: what makes two texts equal when case is ignored.
 *
 * The fold of a part is the part of the fold: nothing depends on neighbours or locale (σ = ς = Σ, the Kelvin sign = k;
 * ß and İ fold to themselves), no code point becomes two, and folding twice changes nothing. The answer depends on the
 * table alone, not on the engine's Unicode version. Lone surrogates and NUL stay as they are.
 *
 * The engine's `toLowerCase` does the work, an order of magnitude faster than a table could; the few code points where
 * it folds otherwise are folded by the table first, and those that it must not change are left out.
 */
export function foldCase(text: string): string {
  if (!NEEDS_TABLE.test(text)) return text.toLowerCase();
  const prepared = text.replace(FOLDED_OTHERWISE, (char) => FOLDED_BY_TABLE.get(char) ?? char);
  let result = '';
  let from = 0;
  for (const match of prepared.matchAll(KEPT)) {
    result += prepared.slice(from, match.index).toLowerCase() + match[0];
    from = match.index + match[0].length;
  }
  return result + prepared.slice(from).toLowerCase();
}

const SIGMA = 'Σ';

/** Characters that the engine lower-cases differently, with their fold. The capital sigma's lower case depends on its neighbours. */
const FOLDED_BY_TABLE = new Map(
  expand(FOLD_RUNS).filter(([char, fold]) => char.toLowerCase() !== fold || char === SIGMA),
);

/** Characters that `toLowerCase` would change although they are the fold of a code point. */
const KEPT_CHARS = [...expand(KEPT_RUNS).map(([char]) => char), ...FOLDED_BY_TABLE.values()].filter(
  (char) => char.toLowerCase() !== char,
);

const FOLDED_OTHERWISE = charClass(FOLDED_BY_TABLE.keys(), 'gu');
const KEPT = charClass(KEPT_CHARS, 'gu');
const NEEDS_TABLE = charClass([...FOLDED_BY_TABLE.keys(), ...KEPT_CHARS], 'u');

function expand(runs: readonly FoldRun[]): (readonly [char: string, fold: string])[] {
  return runs.flatMap(([first, last, step, shift]) =>
    Array.from({ length: (last - first) / step + 1 }, (_, index) => {
      const codePoint = first + index * step;
      return [String.fromCodePoint(codePoint), String.fromCodePoint(codePoint + shift)] as const;
    }),
  );
}

/** Matches one of these characters. None of them means anything special inside a class. */
function charClass(chars: Iterable<string>, flags: string): RegExp {
  return new RegExp(`[${[...new Set(chars)].join('')}]`, flags);
}

/**
 * Folds a text as `foldCase` does, from UTF-8 to UTF-8, without making a string of it. The result has memory of its own.
 *
 * @param text well-formed
 */
export function foldUtf8(text: Uint8Array): Buffer {
  const memory = new ArrayBuffer(Math.ceil(text.length / 4) * 4);
  const folded = Buffer.from(memory, 0, text.length);
  folded.set(text);
  if (foldInPlace(folded, new Int32Array(memory))) return folded;
  return Buffer.from(foldCase(Buffer.from(text.buffer, text.byteOffset, text.length).toString()));
}

/**
 * @param words the same memory
 * @returns false if a character's fold takes more or fewer bytes than it, which is rare: the Kelvin sign, the long s
 */
function foldInPlace(bytes: Uint8Array, words: Int32Array): boolean {
  for (let at = 0; at < bytes.length;) {
    if (at % 4 === 0) at = 4 * foldAscii(words, at / 4);
    const byte = bytes[at];
    if (byte === undefined) break;
    if (byte < 0x80) {
      if (byte >= 0x41 && byte <= 0x5a) bytes[at] = byte | 0x20;
      at += 1;
    } else {
      const length = foldCharacter(bytes, at, byte);
      if (length === 0) return false;
      at += length;
    }
  }
  return true;
}

/** Folds four characters at a time, while there are four of ASCII. @returns the first word that has others */
function foldAscii(words: Int32Array, from: number): number {
  let at = from;
  for (; at < words.length; at++) {
    const word = words[at] ?? 0;
    if ((word & 0x80808080) !== 0) break;
    // The high bit of each byte from A to Z; two places further down, it is the bit that makes a letter small.
    const capitals = ((word + 0x3f3f3f3f) ^ (word + 0x25252525)) & 0x80808080;
    if (capitals !== 0) words[at] = word | (capitals >>> 2);
  }
  return at;
}

/** @returns number of bytes of the character at `at`; 0 if its fold has another number of bytes */
function foldCharacter(bytes: Uint8Array, at: number, first: number): number {
  const second = trail(bytes, at + 1);
  if (first < 0xe0) return foldCode(bytes, at, 2, ((first & 0x1f) << 6) | second);
  const third = (second << 6) | trail(bytes, at + 2);
  if (first < 0xf0) return foldCode(bytes, at, 3, ((first & 0x0f) << 12) | third);
  return foldCode(bytes, at, 4, ((first & 0x07) << 18) | (third << 6) | trail(bytes, at + 3));
}

function trail(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) & 0x3f;
}

/** Puts the fold of a code point in its place. @returns its length, 0 if the fold has another one */
function foldCode(bytes: Uint8Array, at: number, length: 2 | 3 | 4, code: number): 0 | 2 | 3 | 4 {
  let fold = foldOf(code);
  if (fold === code) return length;
  if (fold < 0x80 || (fold < 0x800 ? 2 : fold < 0x10000 ? 3 : 4) !== length) return 0;
  for (let last = at + length - 1; last > at; last--) {
    bytes[last] = 0x80 | (fold & 0x3f);
    fold >>>= 6;
  }
  bytes[at] = MARKS[length] | fold;
  return length;
}

/** Leading bits of the first byte of a character in UTF-8, by its number of bytes. */
const MARKS = { 2: 0xc0, 3: 0xe0, 4: 0xf0 } as const;

const BLOCK_BITS = 10;

/** Folds of 1,024 code points each, made when one of them comes first; null: none of them changes. */
const blocks: (Uint32Array | null | undefined)[] = Array.from({ length: 0x110000 >> BLOCK_BITS });

function foldOf(code: number): number {
  const index = code >> BLOCK_BITS;
  let block = blocks[index];
  if (block === undefined) {
    block = foldsOf(index << BLOCK_BITS);
    blocks[index] = block;
  }
  return block === null ? code : (block[code & ((1 << BLOCK_BITS) - 1)] ?? code);
}

function foldsOf(first: number): Uint32Array | null {
  const folds = Uint32Array.from(
    { length: 1 << BLOCK_BITS },
    (_, index) => foldCase(String.fromCodePoint(first + index)).codePointAt(0) ?? 0,
  );
  return folds.some((fold, index) => fold !== first + index) ? folds : null;
}
