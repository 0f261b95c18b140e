// Texts as words that compare equal: case, accents and forms of characters do not matter.

/** Scripts that are written without blanks, or whose words have endings: their runs are cut into pairs of characters. */
const PAIRED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const PAIRED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]\p{M}*/gu;
/**
 * Letters and digits in a row, or a pictograph. Characters that are not shown (soft hyphens, joiners, blanks of no width) part no
 * words and are not of them.
 */
const RUN = /[\p{L}\p{N}\p{M}\p{DI}]+|(?=\p{So})\p{Extended_Pictographic}/gu;
const RUN_HERE = new RegExp(RUN.source, 'uy');
/** Runs as `RUN` finds them, with the signs that are part of some names, as in `C++`, `C#` and `.NET`. */
const RUN_WITH_SIGNS =
  /(?:(?<![\p{L}\p{N}\p{M}.])\.(?=\p{L}))?[\p{L}\p{N}\p{M}\p{DI}]+(?:(?:\+\+|#)(?![\p{L}\p{N}\p{M}+#]))?|(?=\p{So})\p{Extended_Pictographic}/gu;
const RUN_FROM = new RegExp(RUN_WITH_SIGNS);
/** Signs of words, each with the character of private use that stands for it: an index takes it for a letter. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['+', '\ue004'],
  ['#', '\ue005'],
  ['.', '\ue006'],
]);
const SIGN = /[+#.]/g;
const STANDS_FOR_SIGN = /[\ue004-\ue006]/g;
/** A run of one kind: of paired scripts, or of others. */
const PART =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー][\p{M}\p{DI}]*)+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
/** Accents of Latin, Greek and Cyrillic, except that of й, which is a letter of its own; points of Hebrew and Arabic. */
const ACCENTS = /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
/** The slash of fractions such as ½, which decompose to it. */
const FRACTION_SLASH = '\u2044';
/** Character of private use that stands for it: an index takes it for a letter. */
const STANDS_FOR_SLASH = '\ue007';
/** Signs of which some characters are composed, as in ⒈ and ŀ. */
const NOT_OF_WORDS = /[^\p{L}\p{N}\p{M}\p{Co}\p{So}]/gu;
/** Letters that do not decompose, as people without the keyboard for them write them. */
const SPELLED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    ı: 'i',
    þ: 'th',
    ħ: 'h',
    ى: 'ي',
    ة: 'ه',
    ς: 'σ',
  }),
);
const TO_SPELL = new RegExp(`[${[...SPELLED.keys()].join('')}]`, 'g');
const NOT_SHOWN = /\p{DI}/gu;
const ASCII_RUN = /[a-z0-9]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Maximum characters of a word; what is longer is data. */
export const MAX_WORD = 64;

/** A word of a text. */
export interface Word {
  /** The word, or a pair of characters of it. */
  readonly word: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Words of a text in order. Runs of scripts without blanks come as overlapping pairs of characters, and the last character by
 * itself, so that every character begins a word.
 */
export function wordsOf(text: string): string[] {
  if (!hasSigns(text) && !BEYOND_ASCII.test(text))
    return text.toLowerCase().match(ASCII_RUN)?.filter(isShort) ?? [];
  const words: string[] = [];
  for (const run of text.match(runsOf(text)) ?? []) addWords(run, words);
  return words;
}

/**
 * Adds the words of the run at an offset of a text without signs, which begins no earlier.
 *
 * @returns the offset after the run; if no run begins there, the offset after the character
 */
export function addWordsAt(text: string, at: number, words: string[]): number {
  RUN_HERE.lastIndex = at;
  const [run] = RUN_HERE.exec(text) ?? [];
  if (run === undefined) return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  addWords(run, words);
  return at + run.length;
}

/** The words of a text with signs whose runs begin at an offset or later. */
export function signedWordsFrom(text: string, from: number): string[] {
  const words: string[] = [];
  RUN_FROM.lastIndex = from;
  for (let run = RUN_FROM.exec(text); run !== null; run = RUN_FROM.exec(text)) addWords(run[0], words);
  return words;
}

/** Whether a text may have words with signs. */
export function hasSigns(text: string): boolean {
  if (text.includes('#') || text.includes('++')) return true;
  for (let at = text.indexOf('.'); at !== -1; at = text.indexOf('.', at + 1))
    if (at === 0 || /[\s(]/.test(text.charAt(at - 1))) return true;
  return false;
}

function runsOf(text: string): RegExp {
  return hasSigns(text) ? RUN_WITH_SIGNS : RUN;
}

/** Whether a word has signs, as `C++` has. */
export function isSigned(word: string): boolean {
  return word.search(STANDS_FOR_SIGN) !== -1;
}

/** A word without its signs. */
export function withoutSigns(word: string): string {
  return word.replaceAll(STANDS_FOR_SIGN, '');
}

/** A word with its signs as texts have them. */
export function withSigns(word: string): string {
  const written = new Map(Array.from(SIGNS, ([sign, letter]) => [letter, sign]));
  return word.replaceAll(STANDS_FOR_SIGN, (letter) => written.get(letter) ?? letter);
}

function isShort({ length }: string): boolean {
  return length <= MAX_WORD;
}

/** Words of a text that is searched for: the last character of a run counts only if it is all of it. */
export function soughtWords(text: string): string[] {
  const placed = placedWords(text);
  return placed
    .filter(({ word, start }, index) => !isHalfPair(word) || placed[index - 1]?.end !== start + word.length)
    .map(({ word }) => word);
}

/** Words of a text with their offsets, as `wordsOf` gives them. @param limit number of words from which on no further run is read */
export function placedWords(text: string, limit = Infinity): Word[] {
  const placed: Word[] = [];
  for (const { 0: run, index } of text.matchAll(runsOf(text))) {
    if (placed.length >= limit) break;
    if (!PAIRED.test(run)) {
      const word = folded(run);
      if (word !== '' && word.length <= MAX_WORD)
        placed.push({ word, start: index, end: index + run.length });
      continue;
    }
    for (const { 0: part, index: at } of run.matchAll(PART)) {
      const from = index + at;
      if (!PAIRED.test(part)) {
        const word = folded(part);
        if (word !== '' && word.length <= MAX_WORD)
          placed.push({ word, start: from, end: from + part.length });
        continue;
      }
      const characters = Array.from(part.matchAll(PAIRED_RUN), ({ 0: one, index: offset }) => ({
        one,
        start: from + offset,
        end: from + offset + one.length,
      }));
      for (const [number, { one, start, end }] of characters.entries()) {
        const next = characters[number + 1];
        if (next !== undefined) placed.push({ word: pair(one + next.one), start, end: next.end });
        else placed.push({ word: pair(one), start, end });
      }
    }
  }
  return placed;
}

/** Whether a word is one character of a script that is cut into pairs: texts have it as the beginning of a pair. */
export function isHalfPair(word: string): boolean {
  return (
    PAIRED.test(word) &&
    word.replaceAll(/\p{M}/gu, '').length === String.fromCodePoint(word.codePointAt(0) ?? 0).length
  );
}

/** Whether a word belongs to a script that is cut into pairs. */
export function isPaired(word: string): boolean {
  return PAIRED.test(word);
}

function addWords(run: string, words: string[]): void {
  if (!BEYOND_ASCII.test(run)) {
    if (run.length <= MAX_WORD) words.push(folded(run));
    return;
  }
  if (PAIRED.test(run)) {
    for (const { word } of placedWords(run)) words.push(word);
    return;
  }
  const word = folded(run);
  if (word !== '' && word.length <= MAX_WORD) words.push(word);
}

/** Marks, surrogates, and the parts of Hangul, which compose with what stands around them. */
const COMPOSES = /[\p{M}\p{Cs}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** Whether a UTF-16 unit is a letter or digit of a script that is cut into pairs, and stands in them as it is, whatever is beside it. */
export function isPlainInPairs(unit: string): boolean {
  return PAIRED.test(unit) && /[\p{L}\p{N}]/u.test(unit) && !COMPOSES.test(unit) && pair(unit) === unit;
}

/**
 * Folds a character that is the same whatever is beside it. Null: its neighbours decide, as they do for marks, characters that are
 * not shown, and scripts that are cut into pairs. Empty: it parts words.
 *
 * @param character one UTF-16 unit
 */
export function foldedAlone(character: string): string | null {
  if (/[\p{M}\p{DI}\p{Cs}]|(?=\p{So})\p{Extended_Pictographic}/u.test(character)) return null;
  if (!/[\p{L}\p{N}]/u.test(character)) return '';
  const text = PAIRED.test(character) ? '' : folded(character);
  return text === '' || /\p{M}/u.test(text) ? null : text;
}

/** Letters in lower case, without accents. */
export function folded(run: string): string {
  const lower = run.toLowerCase().replace(SIGN, (sign) => SIGNS.get(sign) ?? sign);
  if (!BEYOND_ASCII.test(lower)) return lower;
  return lower
    .replace(NOT_SHOWN, '')
    .normalize('NFKD')
    .replaceAll(FRACTION_SLASH, STANDS_FOR_SLASH)
    .replace(NOT_OF_WORDS, '')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(TO_SPELL, (letter) => SPELLED.get(letter) ?? letter);
}

function pair(characters: string): string {
  return characters.normalize('NFKC').replace(NOT_OF_WORDS, '').toLowerCase();
}
