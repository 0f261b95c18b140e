// Words as people mistype them, and other forms of the same word.
import { stemmerOf } from '../../../packages/fulltext/src/stems.ts';
import { isSearchable, WITHOUT_BLANKS } from './words.ts';

/** Letters of a word that is misspelt, at least; and of a word that has other forms. */
const MIN_MISSPELT = 5;
const MIN_FORM = 4;

type Random = (bound: number) => number;

/** Whether people misspell a word that a keyboard gives letter by letter. */
export function mayBeMisspelt(word: string, language: string): boolean {
  return (
    !WITHOUT_BLANKS.has(language) &&
    Array.from(word).length >= MIN_MISSPELT &&
    !/\p{Script=Hangul}/u.test(word)
  );
}

/**
 * A word with one misspelling: two neighbouring letters swapped, or one dropped, doubled or replaced.
 *
 * @param letters letters of the same language; one of them replaces another
 * @returns the word itself if the drawn letters are equal
 */
export function misspellingOf(word: string, letters: string, random: Random): string {
  const all = Array.from(word);
  const at = random(all.length);
  const [own = '', next = ''] = all.slice(at, at + 2);
  const others = Array.from(letters);
  const misspellings = [next + own, next, own + own + next, (others[random(others.length)] ?? '') + next];
  const put = misspellings[random(misspellings.length)] ?? word;
  return [...all.slice(0, at), put, ...all.slice(at + 2)].join('');
}

/** Words of a language by their stem. */
export type Forms = ReadonlyMap<string, readonly string[]>;

export function formsIn(words: Iterable<string>, language: string): Forms {
  const stem = stemmerOf(language);
  return Map.groupBy(
    Iterator.from(words).filter((word) => isSearchable(word) && Array.from(word).length >= MIN_FORM),
    stem,
  );
}

/** Other words with the stem of a word. */
export function otherForms(word: string, language: string, forms: Forms): readonly string[] {
  if (Array.from(word).length < MIN_FORM) return [];
  return forms.get(stemmerOf(language)(word))?.filter((form) => form !== word) ?? [];
}
