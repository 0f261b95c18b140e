/** Additional characters: arrows, bars and diacritics around and above a phrase. */
const DECORATION = 12;
const MAX_KNOWN = 5_000;

/** Names of pages as people write them, each with its kind; diacritics, blanks, hyphens and case are ignored. */
export class Phrases<Kind> {
  readonly #kinds = new Map<string, Kind>();
  // Nearly all links name something else, and their first word tells so for less than the words of the whole text; the first two
  // letters of that word for even less.
  readonly #firstWords = new Set<string>();
  readonly #firstLetters = new Uint8Array(1 << 14);
  readonly #beginnings = new Set<string>();
  /** Whether phrases begin as the texts outside of ASCII do that were looked at last: links of a site have the same words. */
  readonly #known = new Map<string, boolean>();
  readonly #longest: number;

  /** @param phrases in pairs with their kinds; if a phrase has several, the last one counts */
  constructor(phrases: Iterable<readonly [phrase: string, kind: Kind]>) {
    for (const [phrase, kind] of phrases) {
      const words = wordsOf(phrase);
      this.#kinds.set(words, kind).set(words.replaceAll('-', ''), kind);
    }
    let longest = 0;
    for (const words of this.#kinds.keys()) {
      const first = words.split('-', 1)[0] ?? '';
      this.#firstWords.add(first);
      this.#firstLetters[lettersAt(first, 0)] = 1;
      this.#beginnings.add(words.slice(0, 2));
      longest = Math.max(longest, words.length);
    }
    this.#longest = longest;
  }

  /** Kind of the phrase with these words, as `wordsOf` gives them; null if there is none. */
  ofWords(words: string): Kind | null {
    return this.#kinds.get(words) ?? null;
  }

  /** Kind of the phrase that a complete text is; null if it is none. */
  ofText(text: string): Kind | null {
    const bare = text.trim();
    if (bare === '' || bare.length > this.#longest + DECORATION || !this.#mayBegin(bare)) return null;
    return this.ofWords(wordsOf(bare));
  }

  #mayBegin(text: string): boolean {
    const start = asciiWordStart(text);
    if (areAsciiLetters(text, start) && this.#firstLetters[lettersAt(text, start)] === 0) return false;
    const end = asciiWordEnd(text, start);
    if (end > start && !(text.charCodeAt(end) >= 0x80))
      return this.#firstWords.has(text.slice(start, end).toLowerCase());
    return this.#mayBeginWith(text.slice(0, 3));
  }

  /** @param written two letters, and one more because the last letter of a Greek word has a form of its own */
  #mayBeginWith(written: string): boolean {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const beginning = bareLetters(written).slice(0, 2);
    const may = !/^\p{L}{2}$/u.test(beginning) || this.#beginnings.has(beginning);
    if (this.#known.size === MAX_KNOWN) this.#known.clear();
    this.#known.set(written, may);
    return may;
  }
}

/** Offset of the first letter or digit, or of the first character outside of ASCII if there is one before. */
function asciiWordStart(text: string): number {
  let start = 0;
  while (start < text.length && text.charCodeAt(start) < 0x80 && !isAsciiWord(text.charCodeAt(start)))
    start++;
  return start;
}

/** Offset after the letters and digits of ASCII from an offset on. */
function asciiWordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isAsciiWord(text.charCodeAt(end))) end++;
  return end;
}

/** A number for the two characters at an offset, without the bit that capitals differ by; the second is that of a word. */
function lettersAt(text: string, at: number): number {
  const second = text.charCodeAt(at + 1);
  return (((text.charCodeAt(at) | 0x20) & 0x7f) << 7) | (isAsciiWord(second) ? second | 0x20 : 0);
}

function isAsciiWord(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
}

/** Whether the two characters at an offset are letters of ASCII. */
function areAsciiLetters(text: string, at: number): boolean {
  return isAsciiLetter(text.charCodeAt(at)) && isAsciiLetter(text.charCodeAt(at + 1));
}

function isAsciiLetter(unit: number): boolean {
  return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
}

/** A text in lower case without diacritics, with words joined by hyphens. */
export function wordsOf(text: string): string {
  if (/^[\w\s-]*$/.test(text)) {
    return text
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  }
  return bareLetters(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** A text in lower case without diacritics. */
function bareLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i');
}
