// Writes the words of texts, in UTF-8 and with a blank after each, and counts them: what `wordsOf` gives, without a string for each.
import { enlarged, TermTable } from './term-table.ts';
import { addWordsAt, foldedAlone, hasSigns, isPlainInPairs, MAX_WORD, signedWordsFrom } from './words.ts';

/** Kinds of UTF-16 units in texts: the ASCII character that one is folded to, or one of these; 0 for a unit that was not met yet. */
const kinds = new Uint8Array(0x1_0000);
/** It parts words. */
const PARTS = 0x80;
/** It is folded to one unit, which `foldedUnits` has. */
const ONE = 0x81;
/** It is folded to several units, which `foldedTexts` has. */
const SEVERAL = 0x82;
/** It may be part of a word that has signs. */
const SIGN = 0x83;
/** It is of a script that is cut into pairs, and stands in them as it is. */
const PAIRED = 0x84;
/** Its neighbours decide what it is. */
const DEPENDS = 0x85;
const foldedUnits = new Uint16Array(0x1_0000);
const foldedTexts = new Map<number, string>();

/** Maximum bytes of a UTF-16 unit in UTF-8. */
const MAX_UNIT = 3;
const BLANK = 0x20;
const POINT = 0x2e;
for (const sign of ['+', '#', '.']) kinds[sign.charCodeAt(0)] = SIGN;
/** Written bytes from `start` to `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Writes words of one page after another. */
export class WordWriter {
  /** Different words of the page, in the order in which they came first. */
  readonly terms = new TermTable();
  /** Words of the page as far as they are written. It is replaced when it is full. */
  bytes = new Uint8Array(1 << 16);
  /** Number of words of the page, and of the most frequent one. */
  words = 0;
  mostFrequent = 0;
  /** How often each term came. */
  #counts = new Int32Array(1 << 12);
  #end = 0;
  #maxWords = 0;

  /** Forgets the last page. */
  beginPage(): void {
    this.#counts.fill(0, 0, this.terms.size);
    this.terms.clear();
    this.words = 0;
    this.mostFrequent = 0;
    this.#end = 0;
  }

  /** Writes and counts words of texts, those after `maxWords` left out. */
  write(texts: Iterable<string>, maxWords: number): Range {
    const start = this.#end;
    this.#maxWords = this.words + maxWords;
    for (const text of texts) this.#addText(text);
    return this.#range(start);
  }

  /** Writes terms of a table, each after a mark, without counting them. */
  writeTerms(terms: TermTable, numbers: Iterable<number>, mark: string): Range {
    const start = this.#end;
    for (const number of numbers) {
      this.#reserve(this.#end, MAX_UNIT * mark.length + terms.lengthOf(number) + 1);
      this.#end = terms.copy(number, this.bytes, this.#encode(mark, this.#end));
      this.bytes[this.#end++] = BLANK;
    }
    return this.#range(start);
  }

  /** The range that was written from an offset on, without the blank at its end. */
  #range(start: number): Range {
    return { start, end: Math.max(start, this.#end - 1) };
  }

  #addText(text: string): void {
    const { length } = text;
    this.#reserve(this.#end, MAX_UNIT * length + 1);
    // Where the word begins, and where its next byte is written.
    let start = this.#end;
    let end = start;
    /** Units of the word. */
    let units = 0;
    /** Offset of the run in the text. */
    let from = 0;
    let maySign = true;
    /** End of the last run that has characters of paired scripts, and none that depends on its neighbours. */
    let plainTo = -1;
    for (let at = 0; at <= length; at++) {
      const unit = at < length ? text.charCodeAt(at) : BLANK;
      let kind = kinds[unit] || learned(unit);
      if (kind < PARTS) {
        this.bytes[end++] = kind;
        units++;
        continue;
      }
      // A point after a letter is part of no word.
      if (maySign && (kind === SIGN ? unit !== POINT || units === 0 : kind >= PAIRED)) {
        maySign = hasSigns(text);
        if (maySign) {
          this.#end = start;
          this.#addWords(signedWordsFrom(text, from));
          return;
        }
      }
      if (kind === PAIRED && at >= plainTo) {
        plainTo = plainRunEnd(text, at);
        if (plainTo === -1) kind = DEPENDS;
      }
      if (kind === PARTS || kind === SIGN) {
        start = this.#ended(start, end, units);
        end = start;
        units = 0;
        from = at + 1;
      } else if (kind === PAIRED) {
        start = this.#ended(start, end, units);
        end = writeCodePoint(this.bytes, start, unit);
        const next = at + 1 < plainTo ? text.charCodeAt(at + 1) : 0;
        if (kinds[next] === PAIRED) end = writeCodePoint(this.bytes, end, next);
        start = this.#ended(start, end, 1);
        end = start;
        units = 0;
      } else if (kind === ONE) {
        end = writeCodePoint(this.bytes, end, foldedUnits[unit] ?? 0);
        units++;
      } else if (kind === SEVERAL) {
        const several = foldedTexts.get(unit) ?? '';
        this.#reserve(end, MAX_UNIT * (several.length + length - at) + 1);
        end = this.#encode(several, end);
        units += several.length;
      } else {
        this.#end = start;
        const words: string[] = [];
        at = addWordsAt(text, from, words) - 1;
        this.#addWords(words);
        this.#reserve(this.#end, MAX_UNIT * (length - at) + 1);
        start = this.#end;
        end = start;
        units = 0;
        from = at + 1;
      }
    }
    this.#end = start;
  }

  #addWords(words: readonly string[]): void {
    for (const word of words) this.#addWord(word);
  }

  #addWord(word: string): void {
    this.#reserve(this.#end, MAX_UNIT * word.length + 1);
    this.#end = this.#ended(this.#end, this.#encode(word, this.#end), word.length);
  }

  /** Ends a word, unless it has no units. @returns the offset where the next word begins */
  #ended(start: number, end: number, units: number): number {
    if (units === 0 || units > MAX_WORD || this.words === this.#maxWords) return start;
    this.#count(start, end);
    this.bytes[end] = BLANK;
    return end + 1;
  }

  #count(start: number, end: number): void {
    const term = this.terms.numberOf(this.bytes, start, end);
    if (term >= this.#counts.length) this.#counts = enlarged(this.#counts, new Int32Array(2 * term));
    const count = (this.#counts[term] ?? 0) + 1;
    this.#counts[term] = count;
    if (count > this.mostFrequent) this.mostFrequent = count;
    this.words++;
  }

  /** Makes room for bytes from an offset on. */
  #reserve(at: number, bytes: number): void {
    if (at + bytes > this.bytes.length) this.bytes = enlarged(this.bytes, new Uint8Array(2 * (at + bytes)));
  }

  #encode(text: string, at: number): number {
    let end = at;
    for (const character of text) end = writeCodePoint(this.bytes, end, character.codePointAt(0) ?? 0);
    return end;
  }
}

/** Writes a character in UTF-8. @returns offset after it */
function writeCodePoint(bytes: Uint8Array, at: number, code: number): number {
  let end = at;
  if (code < 0x80) bytes[end++] = code;
  else {
    if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x1_0000) bytes[end++] = 0xe0 | (code >> 12);
      else {
        bytes[end++] = 0xf0 | (code >> 18);
        bytes[end++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[end++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[end++] = 0x80 | (code & 0x3f);
  }
  return end;
}

/** The end of the run that an offset of a text is in; -1 if a unit there depends on its neighbours. */
function plainRunEnd(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    const kind = kinds[unit] || learned(unit);
    if (kind === DEPENDS) return -1;
    if (kind === PARTS || kind === SIGN) return end;
  }
  return text.length;
}

/** The kind of a UTF-16 unit that was not met yet. */
function learned(unit: number): number {
  const kind = kindOf(unit, String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function kindOf(unit: number, character: string): number {
  if (isPlainInPairs(character)) return PAIRED;
  const text = foldedAlone(character);
  if (text === null) return DEPENDS;
  if (text === '') return PARTS;
  if (text.length > 1) {
    foldedTexts.set(unit, text);
    return SEVERAL;
  }
  const code = text.charCodeAt(0);
  if (code < 0x80) return code;
  foldedUnits[unit] = code;
  return ONE;
}
