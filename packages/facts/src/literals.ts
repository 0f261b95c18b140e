/** Bits of a character that are compared first: all of ASCII. */
const BITS = 7;
const MASK = (1 << BITS) - 1;
/** Numbers of a character in the table: its groups as the first, the second and the third character of a text; one is unused. */
const STRIDE = 4;
/** Characters of a text that are compared first. */
const COMPARED = 3;
const GROUPS = 32;

/**
 * Texts that are looked for in others, all in one pass. They are in 32 groups of similar texts, and a small table has the groups of
 * each character as the first, second and third one of a text: the places where all three have a group in common are few, so
 * hundreds of texts cost hardly more than one. Regular expressions with as many alternatives try most of them at each capital.
 */
export class Literals {
  /** Groups of each character, one bit for each. */
  readonly #groups = new Int32Array(STRIDE << (BITS + 1));
  /** Index into `texts` of each pair of characters. */
  readonly #lists = new Uint16Array(1 << (2 * BITS));
  /** The texts of a pair, the longest first; one of a single character is among those of each pair that begins so. The first is of pairs without any. */
  readonly #texts: string[][] = [[]];
  /** The text that `next` found last. */
  found = '';

  constructor(texts: Iterable<string>) {
    const unique = [...new Set(texts)];
    for (const text of unique.toSorted((a, b) => b.length - a.length)) {
      const first = (text.charCodeAt(0) & MASK) << BITS;
      const seconds = text.length > 1 ? [text.charCodeAt(1) & MASK] : ALL_NUMBERS.slice(0, MASK + 1);
      for (const second of seconds) this.#addToPair(first | second, text);
    }
    // Neighbours in this order begin alike. The shortest say least, and are kept from the others.
    const likeness = (a: string, b: string): number =>
      Math.min(a.length, COMPARED) - Math.min(b.length, COMPARED) || (a < b ? -1 : 1);
    for (const [index, text] of unique.toSorted(likeness).entries())
      this.#addToGroup(text, 1 << Math.floor((index * GROUPS) / unique.length));
  }

  #addToPair(pair: number, text: string): void {
    const list = this.#lists[pair] ?? 0;
    if (list === 0) this.#lists[pair] = this.#texts.push([text]) - 1;
    else this.#texts[list]?.push(text);
  }

  #addToGroup(text: string, bit: number): void {
    for (let offset = 0; offset < COMPARED; offset++) {
      const numbers = offset < text.length ? [numberOf(text.charCodeAt(offset))] : ALL_NUMBERS;
      for (const number of numbers) {
        const at = number * STRIDE + offset;
        this.#groups[at] = (this.#groups[at] ?? 0) | bit;
      }
    }
  }

  /** Offset of the first of them at or after `from`, the longest that begins there in `found`; -1 if there is none. */
  next(text: string, from = 0): number {
    for (let at = this.#candidate(text, from); at !== -1; at = this.#candidate(text, at + 1)) {
      const texts = this.#at(text, at);
      for (let index = 0; index < texts.length; index++) {
        const each = texts[index] ?? '';
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
      const texts = this.#at(text, at);
      for (let index = 0; index < texts.length; index++) {
        const each = texts[index] ?? '';
        if (text.startsWith(each, at)) visit(each, at);
      }
    }
  }

  /** Offset of the first place at or after `from` where one of them may be; -1 if there is none. */
  #candidate(text: string, from: number): number {
    const groups = this.#groups;
    const length = text.length;
    let first = 0;
    let second = 0;
    // The two places after the end of the text have row 0.
    for (let at = from; at < length + 2; at++) {
      const row = at < length ? numberOf(text.charCodeAt(at)) * STRIDE : 0;
      if ((second & (groups[row + 2] ?? 0)) !== 0) return at - 2;
      second = first & (groups[row + 1] ?? 0);
      first = groups[row] ?? 0;
    }
    return -1;
  }

  /** Those that may begin at a place. */
  #at(text: string, at: number): readonly string[] {
    const pair = ((text.charCodeAt(at) & MASK) << BITS) | (text.charCodeAt(at + 1) & MASK);
    return this.#texts[this.#lists[pair] ?? 0] ?? [];
  }
}

/** The number of a character in the table: all of ASCII are told apart. */
function numberOf(unit: number): number {
  return unit <= MASK ? unit : (MASK + 1) | (unit & MASK);
}

const ALL_NUMBERS: readonly number[] = Array.from({ length: 2 * (MASK + 1) }, (_, number) => number);
