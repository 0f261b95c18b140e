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

/** The keys of all literals that this stride finds: one for each start modulo the step, of those the most telling. */
export function keysOf(literals: readonly string[], stride: Stride): readonly Key[] {
  const { step, characters } = stride;
  const found = [...literals.keys()].filter((literal) => {
    const { length } = literals[literal] ?? '';
    return STRIDES.find(({ min }) => length >= min) === stride;
  });
  // What many literals share is what many texts hold too (`.com`, `/js/`), and each hit on it compares all of them.
  const shared = new Map<number, number>();
  for (const literal of found) {
    const text = literals[literal] ?? '';
    for (let offset = 0; offset + characters <= text.length; offset++) {
      const key = keyAt(text, offset, characters);
      shared.set(key, (shared.get(key) ?? 0) + 1);
    }
  }
  const keys: Key[] = [];
  for (const literal of found) {
    const text = literals[literal] ?? '';
    for (let start = 0; start < step; start++) {
      let best = { literal, key: 0, offset: start };
      let lowest = Infinity;
      for (let offset = start; offset + characters <= text.length; offset += step) {
        const key = keyAt(text, offset, characters);
        const weight = commonness(text, offset, characters) * (shared.get(key) ?? 1) ** 2;
        if (weight >= lowest) continue;
        lowest = weight;
        best = { literal, key, offset };
      }
      keys.push(best);
    }
  }
  return keys;
}

function commonness(text: string, from: number, characters: number): number {
  let product = 1;
  for (let at = from; at < from + characters; at++) product *= COMMONNESS[text.charCodeAt(at)] ?? 0;
  return product;
}

function keyAt(text: string, from: number, characters: number): number {
  let key = 0;
  for (let at = from + characters - 1; at >= from; at--)
    key = (key << 8) | (text.charCodeAt(at) & 0x7f) | 0x20;
  return key;
}
