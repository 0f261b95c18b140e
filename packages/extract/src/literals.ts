/** Bits of a character that tell pairs apart: all of ASCII. */
const BITS = 7;
const MASK = (1 << BITS) - 1;

/**
 * Texts that are looked for in others, all in one pass. A table of the first two characters of each rules out nearly all places,
 * so that hundreds cost hardly more than one; regular expressions with as many alternatives try most of them at each capital.
 */
export class Literals {
  /** Whether a text begins with a pair of characters. */
  readonly #begins = new Uint8Array(1 << (2 * BITS));
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
    const begins = this.#begins;
    let row = (text.charCodeAt(from) & MASK) << BITS;
    for (let at = from; at < text.length; at++) {
      // At the end of the text the second character is not a number, and its bits are 0.
      const second = text.charCodeAt(at + 1) & MASK;
      if (begins[row | second] === 1) {
        const found = this.#byPair.get(row | second)?.find((each) => text.startsWith(each, at));
        if (found !== undefined) {
          this.found = found;
          return at;
        }
      }
      row = second << BITS;
    }
    return -1;
  }

  /** Whether a text has one of them. */
  isIn(text: string): boolean {
    return this.next(text) !== -1;
  }

  /** Calls `visit` for all of them in a text, in its order, those that overlap too. */
  forEach(text: string, visit: (found: string, at: number) => void): void {
    const begins = this.#begins;
    let row = (text.charCodeAt(0) & MASK) << BITS;
    for (let at = 0; at < text.length; at++) {
      const second = text.charCodeAt(at + 1) & MASK;
      if (begins[row | second] === 1) {
        for (const each of this.#byPair.get(row | second) ?? [])
          if (text.startsWith(each, at)) visit(each, at);
      }
      row = second << BITS;
    }
  }

  #add(pair: number, text: string): void {
    this.#begins[pair] = 1;
    const texts = this.#byPair.get(pair);
    if (texts === undefined) this.#byPair.set(pair, [text]);
    else texts.push(text);
  }
}
