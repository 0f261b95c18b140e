/** Kinds of tokens, by what a value that changes on every visit may consist of. */
export const KIND = {
  /** White space. */
  space: 0,
  /** A word, a number, a date or a time; all characters beyond ASCII are letters here. */
  word: 1,
  /** A character that may stand inside a value, such as `-` and `/`. */
  soft: 2,
  /** Markup or a separator of values: the beginning of a tag, quotes, brackets, commas, `&`. */
  hard: 3,
  /** One or more tokens that are noise, as one. */
  noise: 4,
} as const;

/** Tokens of a source. Each ends where the next one begins. */
export interface Tokens {
  readonly source: string;
  readonly count: number;
  /** Offset of each token in UTF-16 units, and the length of the source after them. */
  readonly starts: Uint32Array;
  readonly hashes: Int32Array;
  readonly kinds: Uint8Array;
}

const SPACE = 1;
const DIGIT = 2;
const LETTER = 3;
const SOFT = 4;
const HARD = 5;

const CLASSES = classes();
/** Tells of each unit whether it may be in a word. */
const IS_WORD = CLASSES.map((kind) => (kind === LETTER || kind === DIGIT ? 1 : 0));

const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const MIXING_FACTOR = 0x2c1b3c6d;

/** Dates and times of ISO 8601, complete ones: their length does not depend on the day, so they are one token each. */
const DATE = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![0-9A-Za-z])/y;
const TIME = /\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?![0-9A-Za-z])/y;

const LESS = 0x3c;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const DASH = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;

/**
 * Reads a source as tokens, in time linear in its length. It knows no states of markup, so unbalanced quotes and tags that do not
 * end change nothing after them.
 */
export function readTokens(source: string): Tokens {
  const { length } = source;
  const units = unitsOf(source);
  const { starts, hashes, kinds } = memoryFor(length);
  let count = 0;
  for (let at = 0; at < length;) {
    const start = at;
    const unit = units[at++] ?? 0;
    let hash = Math.imul(HASH_START ^ unit, HASH_FACTOR);
    let kind: number = KIND.hard;
    let stop = at;
    switch (CLASSES[unit] ?? HARD) {
      case SPACE:
        kind = KIND.space;
        while (CLASSES[units[at] ?? 0] === SPACE) hash = Math.imul(hash ^ (units[at++] ?? 0), HASH_FACTOR);
        break;
      case DIGIT:
        kind = KIND.word;
        stop = numberEnd(source, units, start);
        while (at < stop) hash = Math.imul(hash ^ (units[at++] ?? 0), HASH_FACTOR);
        break;
      case LETTER:
        kind = KIND.word;
        for (let next = units[at] ?? 0; IS_WORD[next] !== 0; next = units[at] ?? 0) {
          hash = Math.imul(hash ^ next, HASH_FACTOR);
          at++;
        }
        break;
      case SOFT:
        kind = KIND.soft;
        if (unit === EQUALS && isQuote(units[at] ?? 0)) {
          kind = KIND.hard;
          hash = Math.imul(hash ^ (units[at++] ?? 0), HASH_FACTOR);
        }
        break;
      default:
        if (unit === LESS) stop = tagNameEnd(units, at);
        while (at < stop) hash = Math.imul(hash ^ (units[at++] ?? 0), HASH_FACTOR);
    }
    hash = Math.imul(hash ^ (hash >>> 15), MIXING_FACTOR);
    starts[count] = start;
    hashes[count] = hash ^ (hash >>> 13);
    kinds[count++] = kind;
  }
  starts[count] = length;
  return {
    source,
    count,
    starts: starts.slice(0, count + 1),
    hashes: hashes.slice(0, count),
    kinds: kinds.slice(0, count),
  };
}

/** Tokens of a source as texts: joined they are the source. */
export function tokensOf(source: string): readonly string[] {
  const { count, starts } = readTokens(source);
  return Array.from({ length: count }, (_, index) => source.slice(starts[index], starts[index + 1]));
}

/** Hash of a part of a text, of 32 bits. */
export function hashOf(text: string, start: number, end: number): number {
  let hash = HASH_START;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 15), MIXING_FACTOR);
  return hash ^ (hash >>> 13);
}

/** Offset after a number, a date or a time; a number that letters follow is part of a word. */
function numberEnd(source: string, units: Uint16Array, at: number): number {
  let end = at + 1;
  while (isDigit(units[end])) end++;
  const next = units[end];
  if (end - at === 4 && next === DASH) {
    DATE.lastIndex = at;
    if (DATE.test(source)) return DATE.lastIndex;
  } else if (end - at <= 2 && next === COLON) {
    TIME.lastIndex = at;
    if (TIME.test(source)) return TIME.lastIndex;
  }
  while (units[end] === DOT && isDigit(units[end + 1])) {
    end += 2;
    while (isDigit(units[end])) end++;
  }
  return wordEnd(units, end);
}

function wordEnd(units: Uint16Array, at: number): number {
  while (IS_WORD[units[at] ?? 0] !== 0) at++;
  return at;
}

/** Offset after the name of a tag. @param at offset after `<` */
function tagNameEnd(units: Uint16Array, at: number): number {
  const unit = units[at];
  return wordEnd(units, unit === 0x2f || unit === 0x21 || unit === 0x3f ? at + 1 : at);
}

function isDigit(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0x30 && unit <= 0x39;
}

function isQuote(unit: number): boolean {
  return unit === DOUBLE_QUOTE || unit === SINGLE_QUOTE;
}

function classes(): Uint8Array {
  const table = new Uint8Array(65_536).fill(HARD, 0, 128).fill(LETTER, 128);
  const set = (characters: string, value: number): void => {
    for (const character of characters) table[character.charCodeAt(0)] = value;
  };
  set('\t\n\f\r ', SPACE);
  set('0123456789', DIGIT);
  set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$', LETTER);
  set('+-/=.:%~!*|\\@^', SOFT);
  return table;
}

/** Zeros after the units of a text, so that a look ahead stays within them. */
const PADDING = 4;

/** UTF-16 units of a text, and zeros after them. */
function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.allocUnsafeSlow((text.length + PADDING) * 2);
  bytes.write(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer, 0, text.length + PADDING);
  units.fill(0, text.length);
  return units;
}

interface TokenMemory {
  readonly starts: Uint32Array;
  readonly hashes: Int32Array;
  readonly kinds: Uint8Array;
}

/** Length of the longest source whose tokens are written to memory that all calls share, before they are copied. */
const MAX_SHARED_LENGTH = 131_072;

const sharedMemory = newMemory(MAX_SHARED_LENGTH);

function memoryFor(length: number): TokenMemory {
  return length <= MAX_SHARED_LENGTH ? sharedMemory : newMemory(length);
}

/** Memory for as many tokens as a source has units. */
function newMemory(length: number): TokenMemory {
  return {
    starts: new Uint32Array(length + 1),
    hashes: new Int32Array(length),
    kinds: new Uint8Array(length),
  };
}
