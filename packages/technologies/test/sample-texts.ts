// Makes texts that a regular expression matches, from its syntax tree.
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Creates random numbers, uniform in [0, 1) and deterministic for a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ANY = 'ab zQ09_-./"\'<>=(é\u212a日';
const BY_SET = { digit: '0123456789', space: ' \t\n', word: 'abzAQ059_' } as const;
const BEYOND_SET = { digit: 'a-é ', space: 'a0-é', word: '-. "é' } as const;

/**
 * A text that `regex` matches, with some noise around it if the pattern allows it; null if none was found,
 * because assertions are left to chance.
 */
export function sampleText(regex: RegExp, random: () => number): string | null {
  const pattern = new RegExpParser().parsePattern(regex.source, 0, regex.source.length, { unicode: false });
  for (let attempt = 0; attempt < 12; attempt++) {
    const text = flipCase(alternatives(pattern.alternatives, random), random);
    const candidates =
      attempt < 6 ? [`${noise(random)}${text}${noise(random)}`, `${text}${noise(random)}`, text] : [text];
    const found = candidates.find((candidate) => regex.test(candidate));
    if (found !== undefined) return found;
  }
  return null;
}

function pick<T>(items: ArrayLike<T>, random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

export function noise(random: () => number): string {
  return Array.from({ length: Math.floor(random() * 12) }, () => pick(ANY, random)).join('');
}

function flipCase(text: string, random: () => number): string {
  return text.replace(/[a-z]/gi, (letter) => (random() < 0.2 ? swapCase(letter) : letter));
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function alternatives(list: readonly AST.Alternative[], random: () => number): string {
  return pick(list, random)
    .elements.map((element) => textOf(element, random))
    .join('');
}

function textOf(element: AST.Element, random: () => number): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
      return element.kind === 'any' ? pick(ANY, random) : fromSet(element, random);
    case 'CharacterClass':
      return fromClass(element, random);
    case 'Group':
    case 'CapturingGroup':
      return alternatives(element.alternatives, random);
    case 'Quantifier':
      return repeat(element, random);
    case 'Assertion':
      // Texts that continue as a lookahead requires are likelier to match.
      return element.kind === 'lookahead' && !element.negate
        ? alternatives(element.alternatives, random)
        : '';
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return '';
  }
}

function repeat({ min, max, element }: AST.Quantifier, random: () => number): string {
  const most = random() < 0.05 ? Math.min(max, min + 240) : Math.min(max, min + 3);
  const times = min + Math.floor(random() * (most - min + 1));
  return Array.from({ length: times }, () => textOf(element, random)).join('');
}

function fromSet(set: AST.CharacterSet, random: () => number): string {
  if (set.kind !== 'digit' && set.kind !== 'space' && set.kind !== 'word') return '';
  return pick((set.negate ? BEYOND_SET : BY_SET)[set.kind], random);
}

function fromClass({ negate, elements, raw }: AST.CharacterClass, random: () => number): string {
  if (negate) {
    const outside = new RegExp(raw, 'i');
    return (
      ANY.split('')
        .filter((character) => outside.test(character))
        .at(Math.floor(random() * 3)) ?? '~'
    );
  }
  const element = pick(elements, random);
  if (element.type === 'Character') return String.fromCodePoint(element.value);
  if (element.type === 'CharacterClassRange') {
    return String.fromCodePoint(
      element.min.value + Math.floor(random() * (element.max.value - element.min.value + 1)),
    );
  }
  return element.type === 'CharacterSet' ? fromSet(element, random) : '';
}
