// How well an entry of the palette fits what is typed: each word must be in its name or in the words it is found by.

/** The least characters of a word whose letters may stand apart in a name. */
const MIN_APART = 3;

/** How well a name fits a text, above 0; null: it does not. @param further words by which it is found, too */
export function fitOf(typed: string, name: string, further = ''): number | null {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const [own, other] = [folded(name), folded(further)];
  let sum = 0;
  for (const word of words) {
    const fit = Math.max(wordFit(word, own), wordFit(word, other) / 2);
    if (fit === 0) return null;
    sum += fit;
  }
  return words.length === 0 ? 1 : sum / words.length;
}

function wordFit(word: string, name: string): number {
  if (name.startsWith(word)) return name.length === word.length ? 5 : 4;
  const at = name.indexOf(word);
  if (at > 0) return startsWord(name, word) ? 3 : 2;
  return word.length >= MIN_APART && isApartIn(word, name) ? 1 : 0;
}

/** Tells whether a word of a name begins with a text. */
function startsWord(name: string, word: string): boolean {
  return name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
}

/** Tells whether the letters of a word stand in a name in their order, the first at the beginning of a word. */
function isApartIn(word: string, name: string): boolean {
  const starts = name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu);
  for (const { index, 0: first } of starts) {
    if (first !== word[0]) continue;
    let at = index;
    if (
      Array.from(word)
        .slice(1)
        .every((letter) => (at = name.indexOf(letter, at + 1)) !== -1)
    )
      return true;
  }
  return false;
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
