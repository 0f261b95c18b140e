/** Bits of a character that tell pairs apart: all of ASCII. */
const BITS = 7;
const MASK = (1 << BITS) - 1;
/** Bits of a third character. */
const THIRD_MASK = 31;
const ANY_THIRD = -1;

/**
 * Texts that are looked for in others, all in one pass. A table of the first three characters of each rules out nearly all places,
 * so that hundreds cost hardly more than one; regular expressions with as many alternatives try most of them at each capital.
 */
export class Literals {
  /** The characters after each pair of characters that a text begins with, one bit for each. */
  readonly #begins = new Int32Array(1 << (2 * BITS));
  /** The texts of each pair, the longest first; one that is a single character is among those of each pair that begins with it. */
  readonly #byPair = new Map<number, string[]>();
  /** The text that `next` found last. */
  found = '';

  constructor(texts: Iterable<string>) {
    for (const text of [...new Set(texts)].toSorted((a, b) => b.length - a.length)) {
      const row = (text.charCodeAt(0) & MASK) << BITS;
      if (text.length > 1) this.#add(row | (text.charCodeAt(1) & MASK), text);
      else for (let second = 0; second <= MASK; second++) this.#add(row | second, text);
    }
  }

  /** Offset of the first of them at or after `from`, the longest that begins there in `found`; -1 if there is none. */
  next(text: string, from = 0): number {
    for (let at = this.#candidate(text, from); at !== -1; at = this.#candidate(text, at + 1)) {
      for (const each of this.#at(text, at)) {
        if (!text.startsWith(each, at)) continue;
        this.found = each;
        return at;
      }
    }
    return -1;
  }

  /** Whether a text has one of them. */
  isIn(text: string): boolean {
    return this.next(text) !== -1;
  }

  /** Calls `visit` for all of them in a text, in its order, those that overlap too. */
  forEach(text: string, visit: (found: string, at: number) => void): void {
    for (let at = this.#candidate(text, 0); at !== -1; at = this.#candidate(text, at + 1)) {
      for (const each of this.#at(text, at)) if (text.startsWith(each, at)) visit(each, at);
    }
  }

  /** Offset of the first place at or after `from` where one of them may be; -1 if there is none. */
  #candidate(text: string, from: number): number {
    const begins = this.#begins;
    let row = (text.charCodeAt(from) & MASK) << BITS;
    for (let at = from; at < text.length; at++) {
      // After the end of the text there is no character, and its bits are 0.
      const second = at + 1 < text.length ? text.charCodeAt(at + 1) & MASK : 0;
      const thirds = begins[row | second] ?? 0;
      if (thirds !== 0 && (thirds & bitOf(text.charCodeAt(at + 2))) !== 0) return at;
      row = second << BITS;
    }
    return -1;
  }

  /** Those that may begin at a place. */
  #at(text: string, at: number): readonly string[] {
    const pair = ((text.charCodeAt(at) & MASK) << BITS) | (text.charCodeAt(at + 1) & MASK);
    return this.#byPair.get(pair) ?? [];
  }

  #add(pair: number, text: string): void {
    this.#begins[pair] =
      (this.#begins[pair] ?? 0) | (text.length > 2 ? bitOf(text.charCodeAt(2)) : ANY_THIRD);
    const texts = this.#byPair.get(pair);
    if (texts === undefined) this.#byPair.set(pair, [text]);
    else texts.push(text);
  }
}

/** The bit of a third character. */
function bitOf(unit: number): number {
  return 1 << (unit & THIRD_MASK);
}
