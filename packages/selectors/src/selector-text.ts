import type { PositionSelector } from './selector.ts';

/** Why a selector cannot be used. */
export interface SelectorError {
  /** Offset of the fault, in UTF-16 units of the selector. */
  readonly at: number;
  /** A sentence without its full stop: `:hover is not known here`. */
  readonly problem: string;
  /** An instruction: `leave it out`. */
  readonly remedy: string;
}

export class SelectorFault extends Error {
  override readonly name = 'SelectorFault';
  readonly fault: SelectorError;
  /** Whether a list that passes over faults does not pass over this one. */
  readonly isUnforgiven: boolean;

  constructor(at: number, problem: string, remedy: string, isUnforgiven = false) {
    super(problem);
    this.fault = { at, problem, remedy };
    this.isUnforgiven = isUnforgiven;
  }
}

const EXAMPLE = 'write for example h1, meta[name="generator"] or .price > span';

const COMMENT = String.raw`/\*[^]*?\*/`;
const GAP = String.raw`(?:[ \t\r\n\f]|${COMMENT})*`;
const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^0-9a-f\r\n\f])`;
const NAME_START = String.raw`(?:[a-z_\u0080-\uffff]|${ESCAPE})`;
const NAME = String.raw`(?:-?${NAME_START}|--)(?:[-\w\u0080-\uffff]|${ESCAPE})*`;

const COMMENTS = new RegExp(`(?:${COMMENT})+`, 'y');
const SPACE = new RegExp(GAP, 'y');
const NAMES = new RegExp(NAME, 'iy');
const ESCAPES = new RegExp(ESCAPE, 'giu');
const STRING = /"((?:[^"\\\r\n\f]|\\(?:\r\n|[^]))*)"|'((?:[^'\\\r\n\f]|\\(?:\r\n|[^]))*)'/y;
/** A text without quotes, up to its parenthesis. */
const WORDS = /(?:[^"'\\()]|\\[^])+/y;
const FORMULA = new RegExp(
  `(?:(odd|even)|([+-]?\\d*)n(?:${GAP}([+-])${GAP}(\\d+))?|([+-]?\\d+))(?![-\\w\\\\\\u0080-\\uffff])`,
  'iy',
);
/** A part of an argument that is passed over: nothing in it ends the argument. */
const PASSED = new RegExp(`${COMMENT}|${STRING.source}|${ESCAPE}|[^]`, 'iy');

/** A selector with the place in it up to which it was read. Offsets are those of UTF-16 units. */
export class SelectorText {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.#text.charAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  get isAtName(): boolean {
    NAMES.lastIndex = this.at;
    return NAMES.test(this.#text);
  }

  /** Reads what a sticky pattern matches here; null if it matches nothing. */
  take(pattern: RegExp): string | null {
    return this.#match(pattern)?.[0] ?? null;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  skip(character: string): boolean {
    if (this.next !== character) return false;
    this.at++;
    return true;
  }

  /** Passes over white space and comments. @returns whether there was white space */
  skipSpace(): boolean {
    const gap = this.take(SPACE) ?? '';
    return gap.replaceAll(new RegExp(COMMENT, 'g'), '') !== '';
  }

  skipComments(): void {
    this.take(COMMENTS);
  }

  /** Reads a name, its escapes decoded. */
  name(problem = 'a name must stand here'): string {
    this.skipComments();
    const written = this.take(NAMES);
    if (written === null) throw this.fault(problem, EXAMPLE);
    if (this.next === '|' && !this.#text.startsWith('|=', this.at)) {
      throw this.fault('namespaces are not known here', 'write the name alone, such as circle');
    }
    return unescaped(written);
  }

  /** Reads a string in quotes, its escapes decoded; null if there is none. */
  string(): string | null {
    if (this.next !== '"' && this.next !== "'") return null;
    const match = this.#match(STRING);
    if (match === null) throw this.fault('nothing closes this quote', 'close the quotes of the value');
    return unescaped((match[1] ?? match[2] ?? '').replaceAll(/\\(?:\r\n|[\r\n\f])/g, ''));
  }

  /** Reads a text with or without quotes. */
  words(): string {
    this.take(SPACE);
    const inQuotes = this.string();
    if (inQuotes !== null) return inQuotes;
    const words = this.take(WORDS)?.trim() ?? '';
    if (this.isAtEnd) throw this.fault('a ) must stand here', 'write it');
    if (this.next !== ')') throw this.fault(`the text has a ${this.next}`, 'put it in quotes');
    if (words === '') throw this.fault('an argument must stand here', 'write it, such as :contains(Price)');
    return unescaped(words);
  }

  keyword(word: string): boolean {
    NAMES.lastIndex = this.at;
    const found = NAMES.exec(this.#text)?.[0];
    if (found === undefined || asciiLowerCase(unescaped(found)) !== word) return false;
    this.at += found.length;
    return true;
  }

  /** Reads odd, even, a number or a formula such as 2n+1. */
  formula(): Pick<PositionSelector, 'step' | 'offset'> {
    const match = this.#match(FORMULA);
    if (match === null) throw this.uncountable();
    const [, word, step, sign = '', distance, only] = match;
    if (word !== undefined) return { step: 2, offset: asciiLowerCase(word) === 'odd' ? 1 : 0 };
    if (only !== undefined) return { step: 0, offset: Number(only) };
    return {
      step: Number(/\d$/.test(step ?? '') ? step : `${step ?? ''}1`),
      offset: distance === undefined ? 0 : Number(`${sign}${distance}`),
    };
  }

  uncountable(): SelectorFault {
    return this.fault('this counts nothing', 'write a number, odd, even or a formula such as 2n+1');
  }

  /** Passes over the rest of an argument, up to the comma or parenthesis that ends it. */
  skipArgument(): void {
    const closing: string[] = [];
    while (!this.isAtEnd) {
      const { next } = this;
      if (closing.length === 0 && (next === ',' || next === ')')) return;
      if (next === '(') closing.push(')');
      else if (next === '[') closing.push(']');
      else if (next === '{') closing.push('}');
      else if (next === closing.at(-1)) closing.pop();
      this.take(PASSED);
    }
  }

  unexpected(): SelectorFault {
    if (this.isAtEnd) return this.fault('the selector ends where a part of it must follow', EXAMPLE);
    if (this.#text.startsWith('/*', this.at)) {
      return this.fault('nothing closes this comment', 'close it with */');
    }
    const [character] = this.#text.slice(this.at);
    return this.fault(`no part of a selector begins with ${character ?? ''}`, EXAMPLE);
  }

  fault(problem: string, remedy: string): SelectorFault {
    return new SelectorFault(this.at, problem, remedy);
  }
}

const MAX_CODE_POINT = 0x10_ffff;
const REPLACEMENT = '\ufffd';

function unescaped(text: string): string {
  return text.replaceAll(ESCAPES, (escape) => {
    const hexadecimal = /^\\([0-9a-f]{1,6})/i.exec(escape)?.[1];
    if (hexadecimal === undefined) return escape.slice(1);
    const codePoint = Number.parseInt(hexadecimal, 16);
    const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    return codePoint === 0 || isSurrogate || codePoint > MAX_CODE_POINT
      ? REPLACEMENT
      : String.fromCodePoint(codePoint);
  });
}

/** A text with the letters from A to Z in small: the standards compare names so. */
export function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
