import type { Frequencies } from './frequencies.ts';

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

/** How often a word stands in a text that is not among the known ones. */
const RARE = 0.1;

/** Characters of pages from common to rare, roughly. */
const COMMON_FIRST = ' etaoinsrlcd/"p=-<>muhg.b:fvy_w;0(1k,2)x\'3{}45j68q79z&#?+%[]@!|*$~^\\`';

/** How common each ASCII character is, very roughly. */
const COMMONNESS = Float64Array.from({ length: 128 }, (_, code) => {
  const rank = COMMON_FIRST.indexOf(String.fromCharCode(code));
  return 1 / ((rank === -1 ? 99 : rank) + 8);
});

/** A word that tells that a literal may stand here. */
export interface Key {
  readonly literal: number;
  /** The word's folded characters, as a little-endian number reads them. */
  readonly key: number;
  /** From the literal's start to the word. */
  readonly offset: number;
}

/**
 * The keys of all literals that this stride finds: one for each start modulo the step, of those the rarest.
 *
 * @param grams how often words stand in a text, as far as that is known
 */
export function keysOf(literals: readonly string[], stride: Stride, grams: Frequencies): readonly Key[] {
  const { step, characters } = stride;
  const isOfStride = (text: string): boolean => STRIDES.find(({ min }) => text.length >= min) === stride;
  const found = [...literals.keys()].filter((literal) => isOfStride(literals[literal] ?? ''));
  // Each hit on a word is compared with all literals that share it.
  const shared = new Map<string, number>();
  for (const literal of found) {
    const text = literals[literal] ?? '';
    for (let offset = 0; offset + characters <= text.length; offset++) {
      const gram = text.slice(offset, offset + characters);
      shared.set(gram, (shared.get(gram) ?? 0) + 1);
    }
  }
  const known = Object.keys(grams).length > 0;
  const weightOf = (gram: string): number => {
    const frequency = known ? (grams[gram] ?? RARE) : 1_000 * commonness(gram);
    return frequency * (shared.get(gram) ?? 1);
  };
  const keys: Key[] = [];
  for (const literal of found) {
    const text = literals[literal] ?? '';
    for (let start = 0; start < step; start++) {
      let best = { literal, key: 0, offset: start };
      let lowest = Infinity;
      for (let offset = start; offset + characters <= text.length; offset += step) {
        const weight = weightOf(text.slice(offset, offset + characters));
        if (weight >= lowest) continue;
        lowest = weight;
        best = { literal, key: wordOf(text, offset, characters), offset };
      }
      keys.push(best);
    }
  }
  return keys;
}

function commonness(gram: string): number {
  let product = 1;
  for (let at = 0; at < gram.length; at++) product *= COMMONNESS[gram.charCodeAt(at)] ?? 0;
  return product;
}

/** Characters of a text as a little-endian number reads them, with what cases differ in alike. */
export function wordOf(text: string, from: number, characters: number): number {
  let word = 0;
  for (let at = from + characters - 1; at >= from; at--)
    word = (word << 8) | (text.charCodeAt(at) & 0x7f) | 0x20;
  return word;
}
