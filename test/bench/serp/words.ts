// Words of a text as a reader sees them, and which of them somebody would search for.

/** Languages that are written without blanks between words: ISO 639-1. */
export const WITHOUT_BLANKS: ReadonlySet<string> = new Set(['ja', 'km', 'lo', 'my', 'th', 'zh']);

/** A word in a text. */
export interface Word {
  /** The word in small letters, composed (NFC). */
  readonly word: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

const LETTERS_AND_DIGITS = /[\p{L}\p{M}\p{N}]+/gu;
const LETTERS = /^[\p{L}\p{M}]+$/u;
/** Letters of which two make a word. */
const DENSE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;
const MAX_LETTERS = 30;

const segmenters = new Map<string, Intl.Segmenter>();

/** @param language ISO 639-1; null if it isn't known */
export function wordsOf(text: string, language: string | null): readonly Word[] {
  if (language === null || !WITHOUT_BLANKS.has(language)) {
    return Array.from(text.matchAll(LETTERS_AND_DIGITS), ({ 0: word, index }) => ({
      word: inSmallLetters(word, language),
      from: index,
      to: index + word.length,
    }));
  }
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) continue;
    words.push({ word: inSmallLetters(segment, language), from: index, to: index + segment.length });
  }
  return words;
}

/** Small letters as the language has them (Turkish has two kinds of I), composed as keyboards give them. */
export function inSmallLetters(text: string, language: string | null): string {
  return text.toLocaleLowerCase(language ?? 'en').normalize('NFC');
}

/** Letters alone; at least three, or two of a script that needs few. */
export function isSearchable(word: string): boolean {
  const letters = Array.from(word).length;
  return LETTERS.test(word) && letters <= MAX_LETTERS && letters >= (DENSE.test(word) ? 2 : 3);
}
