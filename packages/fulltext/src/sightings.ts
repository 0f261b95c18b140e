// Finds the words of a plan in a text, much faster than by reading all words of it.
import { type TextPlan, wordMatcher } from './plan.ts';
import { folded, isPaired, placedWords, withSigns } from './words.ts';

/** A word of a text that fulfils a choice of a plan. */
export interface Sighting {
  readonly choice: number;
  /** UTF-16 offset in the text. */
  readonly start: number;
}

/** Characters that a word and its other forms begin with alike. */
const SHARED = 3;
/** Characters of a word that are read. */
const MAX_WORD = 64;
/** Blocks of Unicode whose letters may have accents: Latin, Greek, Cyrillic. */
const ACCENTED = [
  [0xc0, 0x52f],
  [0x1e00, 0x1fff],
] as const;

/** The letters that are folded to a letter, besides itself; read for the first search, as they take a tenth of the start of a thread. */
let known: ReadonlyMap<string, string> | null = null;

function variants(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [first, last] of ACCENTED) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code);
      const base = folded(letter);
      if (base.length === 1 && base !== letter) found.set(base, (found.get(base) ?? '') + letter);
    }
  }
  return found;
}

/** Finds words of a plan. A word whose first letters are several characters of the text, such as `Æ`, may be missed. */
export function sightingFinder(plan: TextPlan, language: string): (text: string) => readonly Sighting[] {
  if (plan.choices.length === 0) return () => [];
  const choiceOf = wordMatcher(plan, language);
  const beginnings = plan.choices.flatMap(({ words }) =>
    words.map((word) =>
      isPaired(word) ? word : Array.from(withSigns(word).slice(0, SHARED), classOf).join(''),
    ),
  );
  const pattern = new RegExp([...new Set(beginnings)].join('|'), 'g');
  return (text) => {
    const sightings: Sighting[] = [];
    for (const { index } of text.matchAll(pattern)) {
      const [first] = placedWords(text.slice(index, index + MAX_WORD), 1);
      const choice = first === undefined || first.start > 0 ? -1 : choiceOf(first.word);
      if (choice !== -1 && (isPaired(first?.word ?? '') || beginsWord(text, index)))
        sightings.push({ choice, start: index });
    }
    return sightings;
  };
}

/** A pattern for a folded character as texts may have it; one beyond the first plane of Unicode is itself. */
function classOf(character: string): string {
  if (character.length > 1) return character;
  known ??= variants();
  const upper = character.toUpperCase();
  const all = `${character}${upper.length === 1 ? upper : ''}${known.get(character) ?? ''}`;
  return `[${all.replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]`;
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}\p{M}]/u.test(text.charAt(at - 1));
}
