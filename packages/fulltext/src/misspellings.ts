// Words that differ from another one by one misspelling.

/** Letters of an alphabet, by a letter that shows it. */
const ALPHABETS: readonly (readonly [shows: RegExp, letters: string])[] = [
  [/\p{Script=Latin}/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/\p{Script=Cyrillic}/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ'],
  [/\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/\p{Script=Hebrew}/u, 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
  [/\p{Script=Arabic}/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهويپچژگک'],
];

/** Minimum characters of a word that may be misspelt; of shorter ones too many others are near. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 32;

/**
 * All texts that become a word by one misspelling: a letter too much, one too few, a wrong one, or two in the wrong order. Each once,
 * the word itself left out; none for short words and those of scripts without an alphabet.
 */
export function nearWords(word: string): readonly string[] {
  const letters = ALPHABETS.find(([shows]) => shows.test(word))?.[1];
  if (letters === undefined || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const near = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after.length > 1) near.add(`${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`);
    if (after !== '') near.add(before + after.slice(1));
    for (const letter of letters) {
      near.add(before + letter + after);
      if (after !== '') near.add(before + letter + after.slice(1));
    }
  }
  near.delete(word);
  return [...near];
}

/** Maximum words that one may be a misspelling of. */
const MAX_NEAREST = 3;

/** Words of pages that differ from one by a misspelling, the most frequent first. @param byWord numbers of pages of `nearWords` */
export function nearestWords(word: string, byWord: ReadonlyMap<string, number>): readonly string[] {
  const countOf = (near: string): number => byWord.get(near) ?? 0;
  return nearWords(word)
    .filter((near) => byWord.has(near))
    .toSorted((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1))
    .slice(0, MAX_NEAREST);
}
