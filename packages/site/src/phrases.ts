/** Additional characters: arrows, bars and diacritics around and above a phrase. */
const DECORATION = 12;
const MAX_KNOWN = 5_000;
/** Bits of the hash of a word. */
const HASH_BITS = 13;
/** The hash of all texts with a character outside of ASCII. */
const OTHERS = 0;

/** Names of pages as people write them, each with its kind; diacritics, blanks, hyphens and case are ignored. */
export class Phrases<Kind> {
  readonly #kinds = new Map<string, Kind>();
  // Nearly all links name something else, and hashes of their first word and of their letters tell so for less than their words.
  readonly #firstWords = new Uint8Array(1 << HASH_BITS);
  readonly #letters = new Uint8Array(1 << HASH_BITS);
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
      this.#firstWords[hashOf(first, 0, first.length)] = 1;
      this.#letters[hashOf(words, 0, words.length)] = 1;
      this.#beginnings.add(words.slice(0, 2));
      longest = Math.max(longest, words.length);
    }
    this.#longest = longest;
    this.#letters[OTHERS] = 1;
  }

  /** Kind of the phrase with these words, as `wordsOf` gives them; null if there is none. */
  ofWords(words: string): Kind | null {
    return this.#kinds.get(words) ?? null;
  }

  /** Kind of the phrase that a complete text is; null if it is none. */
  ofText(text: string): Kind | null {
    if (!this.mayBe(text, 0, text.length)) return null;
    const bare = text.trim();
    if (bare === '' || bare.length > this.#longest + DECORATION) return null;
    // A first word of ASCII was compared already.
    const first = bare.charCodeAt(asciiWordStart(bare, 0, bare.length));
    return first < 0x80 || this.#mayBeginWith(bare.slice(0, 3)) ? this.ofWords(wordsOf(bare)) : null;
  }

  /**
   * Whether the part of a text between two offsets may be a phrase: false for nearly all others in ASCII, for less than it costs to
   * take the part out.
   */
  mayBe(text: string, from: number, to: number): boolean {
    const start = asciiWordStart(text, from, to);
    let end = start;
    while (end < to && isAsciiWord(text.charCodeAt(end))) end++;
    if (end === start || (end < to && text.charCodeAt(end) >= 0x80)) return true;
    return this.#firstWords[hashOf(text, start, end)] === 1 && this.#letters[hashOf(text, start, to)] === 1;
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
function asciiWordStart(text: string, from: number, to: number): number {
  let start = from;
  while (start < to && text.charCodeAt(start) < 0x80 && !isAsciiWord(text.charCodeAt(start))) start++;
  return start;
}

/**
 * Hash of the letters and digits of ASCII between two offsets; capitals count as small letters. Texts of the same words have the
 * same hash, unless they have other characters.
 */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (isAsciiWord(unit)) hash = (Math.imul(hash, 31) + (unit | 0x20)) | 0;
    else if (unit >= 0x80) return OTHERS;
  }
  return (hash ^ (hash >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
}

function isAsciiWord(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
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
