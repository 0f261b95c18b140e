/** Bits of a character that tell pairs apart: all of ASCII. */
const BITS = 7;
const MASK = (1 << BITS) - 1;

/**
 * Texts that are looked for in others, all in one pass. A table of the first two characters of each rules out nearly all places,
 * so that hundreds cost hardly more than one; regular expressions with as many alternatives try most of them at each capital.
 */
export class Literals {
  /** Whether a text begins with two characters; one that is a single character begins with each pair of it. */
  readonly #begins = new Uint8Array(1 << (2 * BITS));
  /** Texts by their first character, the longest first. */
  readonly #byFirst = new Map<number, string[]>();
  /** The text that `next` found last. */
  found = '';

  constructor(texts: Iterable<string>) {
    for (const text of new Set(texts)) {
      const first = text.charCodeAt(0);
      const row = (first & MASK) << BITS;
      if (text.length > 1) this.#begins[row | (text.charCodeAt(1) & MASK)] = 1;
      else this.#begins.fill(1, row, row + MASK + 1);
      this.#byFirst.set(
        first,
        [...(this.#byFirst.get(first) ?? []), text].toSorted((a, b) => b.length - a.length),
      );
    }
  }

  /** Offset of the first of them at or after `from`, the longest that begins there in `found`; -1 if there is none. */
  next(text: string, from = 0): number {
    for (let at = this.#candidate(text, from); at !== -1; at = this.#candidate(text, at + 1)) {
      for (const each of this.#byFirst.get(text.charCodeAt(at)) ?? []) {
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
      for (const each of this.#byFirst.get(text.charCodeAt(at)) ?? [])
        if (text.startsWith(each, at)) visit(each, at);
    }
  }

  /** Offset of the first pair at or after `from` that one of them begins with; -1 if there is none. */
  #candidate(text: string, from: number): number {
    const begins = this.#begins;
    let row = (text.charCodeAt(from) & MASK) << BITS;
    for (let at = from; at < text.length; at++) {
      // At the end of the text the second character is not a number, and its bits are 0.
      const second = text.charCodeAt(at + 1) & MASK;
      if (begins[row | second] === 1) return at;
      row = second << BITS;
    }
    return -1;
  }
}
