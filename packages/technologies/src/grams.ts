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
  { min: 5, step: 2, characters: 4, mask: -1 },
  { min: 4, step: 1, characters: 4, mask: -1 },
  { min: 3, step: 1, characters: 3, mask: 0x00ff_ffff },
];

/** Shorter literals aren't worth looking for. */
export const MIN_LITERAL = 3;

/** Characters of pages from common to rare, roughly. */
const COMMON_FIRST = ' etaoinsrlcd/"p=-<>muhg.b:fvy_w;0(1k,2)x\'3{}45j68q79z&#?+%[]@!|*$~^\\`';

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
  const choices = literals.flatMap((text, literal) =>
    STRIDES.find(({ min }) => text.length >= min) === stride
      ? Array.from({ length: stride.step }, (_, start) => wordsOf(text, literal, start, stride))
      : [],
  );
  // What many literals share is what many texts hold too (`.com`, `/js/`), and each hit on it compares all of them.
  const shared = new Map<number, number>();
  for (const { key } of choices.flat()) shared.set(key, (shared.get(key) ?? 0) + 1);
  return choices.map((words) => {
    const weights = words.map(({ key, frequency }) => frequency * (shared.get(key) ?? 1) ** 2);
    const best = words[weights.indexOf(Math.min(...weights))];
    if (best === undefined) throw new RangeError(`a literal under ${stride.min} characters covers no word`);
    return { literal: best.literal, key: best.key, offset: best.offset };
  });
}

function wordsOf(
  text: string,
  literal: number,
  first: number,
  { step, characters }: Stride,
): readonly (Key & { readonly frequency: number })[] {
  const words: (Key & { readonly frequency: number })[] = [];
  for (let offset = first; offset + characters <= text.length; offset += step) {
    const word = text.slice(offset, offset + characters);
    words.push({ literal, key: keyOf(word), offset, frequency: frequencyOf(word) });
  }
  return words;
}

/** How common these characters are side by side, very roughly. */
function frequencyOf(characters: string): number {
  let product = 1;
  for (const character of characters) product /= ((COMMON_FIRST.indexOf(character) + 100) % 100) + 8;
  return product;
}

function keyOf(characters: string): number {
  let key = 0;
  for (let index = characters.length - 1; index >= 0; index--) {
    key = (key << 8) | (characters.charCodeAt(index) & 0x7f) | 0x20;
  }
  return key;
}
