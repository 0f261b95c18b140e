import { lastAtMost } from './last-at-most.ts';

/** Maximum tags that are tried one by one before a binary search. */
const NEAR = 8;

/**
 * Index of the start tag that contains a position; null if there is none.
 *
 * @param startTags start and end of each, increasing
 */
function tagAt(startTags: Uint32Array, position: number): number | null {
  const tag = lastBefore(startTags, position, -1);
  return tag !== -1 && position < (startTags[tag * 2 + 1] ?? 0) ? tag : null;
}

/**
 * Indexes of the start tags that contain these positions, unique, increasing.
 *
 * @param withContent takes the last tag before a position that is in none
 */
export function tagsAt(
  startTags: Uint32Array,
  positions: readonly number[],
  withContent: boolean,
): readonly number[] {
  const tags: number[] = [];
  let tag = -1;
  let highest = -1;
  let isRising = true;
  for (const position of positions) {
    tag = lastBefore(startTags, position, tag);
    if (tag === -1 || tag === tags.at(-1)) continue;
    if (!withContent && position >= (startTags[tag * 2 + 1] ?? 0)) continue;
    tags.push(tag);
    if (tag < highest) isRising = false;
    else highest = tag;
  }
  return isRising ? tags : [...new Set(tags)].sort((a, b) => a - b);
}

/**
 * Index of the last start tag that begins at or before a position; -1 if there is none.
 *
 * @param near an index that may be slightly lower, because positions mostly increase
 */
function lastBefore(startTags: Uint32Array, position: number, near: number): number {
  const count = startTags.length / 2;
  let low = 0;
  if (near !== -1 && (startTags[near * 2] ?? 0) <= position) {
    for (let tag = near; tag < near + NEAR; tag++) {
      if (tag + 1 >= count || (startTags[tag * 2 + 2] ?? 0) > position) return tag;
    }
    low = near + NEAR;
  }
  return low + lastAtMost(count - low, (index) => startTags[(low + index) * 2] ?? 0, position);
}

const REFERENCE =
  /&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|(sol|period|lowbar|UnderBar|colon);)|[\u212a\u0130]/g;
const NAMED: Readonly<Record<string, string>> = {
  sol: '/',
  period: '.',
  lowbar: '_',
  UnderBar: '_',
  colon: ':',
};
/** First characters after the `&` of a named reference. */
const BEGINS = flags(Object.keys(NAMED).map((name) => name.charAt(0)));
/** Characters of literals. */
const OF_LITERALS = flags(
  Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    /^[a-zA-Z0-9/._:-]$/.test(character),
  ),
);

/** 1 for each of these characters, by code. */
function flags(characters: readonly string[]): Uint8Array {
  const table = new Uint8Array(0x80);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** A start tag that differs from its source. */
interface PlainTag {
  /** Offset in the source. */
  readonly start: number;
  readonly text: string;
}

/**
 * Decodes start tags in which character references, or letters whose lower case is ASCII, hide characters of
 * literals (selectors.ts).
 */
export function plainTags(html: string, startTags: Uint32Array): readonly PlainTag[] {
  const numbers = new Set<number>();
  const look = (position: number): void => {
    const number = tagAt(startTags, position);
    if (number !== null) numbers.add(number);
  };
  for (let at = html.indexOf('&'); at !== -1; at = html.indexOf('&', at + 1)) {
    if (mayReferTo(html, at + 1)) look(at);
  }
  for (const letter of ['\u212a', '\u0130']) {
    for (let at = html.indexOf(letter); at !== -1; at = html.indexOf(letter, at + 1)) look(at);
  }
  return [...numbers].flatMap((number) => {
    const start = startTags[number * 2] ?? 0;
    const source = html.slice(start, startTags[number * 2 + 1]);
    const text = plain(source);
    return text === source ? [] : [{ start, text }];
  });
}

/** Whether a reference may be to a character of literals. @param at position after the `&` */
function mayReferTo(html: string, at: number): boolean {
  const first = html.charCodeAt(at);
  if (first !== NUMBER_SIGN) return BEGINS[first] === 1;
  const isHex = (html.charCodeAt(at + 1) | 0x20) === SMALL_X;
  let code = 0;
  for (let digit = at + (isHex ? 2 : 1); code < 0x80; digit++) {
    const value = digitOf(html.charCodeAt(digit), isHex);
    if (value === -1) break;
    code = code * (isHex ? 16 : 10) + value;
  }
  return OF_LITERALS[code] === 1;
}

/** The value of a digit; -1 for other characters. */
function digitOf(unit: number, isHex: boolean): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return isHex && letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** A start tag in the form in which literals are searched. */
export function plain(source: string): string {
  return source.replace(
    REFERENCE,
    (reference: string, hex?: string, decimal?: string, name?: string) =>
      characterOf(reference, hex, decimal, name) ?? reference,
  );
}

function characterOf(reference: string, hex?: string, decimal?: string, name?: string): string | null {
  if (reference === '\u212a') return 'k';
  if (reference === '\u0130') return 'i';
  if (name !== undefined) return NAMED[name] ?? null;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return OF_LITERALS[code] === 1 ? String.fromCharCode(code) : null;
}

// Searches for short texts in place: pages have hundreds of tags, and creating a string of each would be most
// of the garbage of detection.
const AND = 0x26;
const NUMBER_SIGN = 0x23;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const SMALL_K = 0x6b;
const SMALL_X = 0x78;
/** The units beyond ASCII whose lower case begins with ASCII: `k`, and `i`. */
const KELVIN = 0x212a;
const DOTTED_I = 0x130;

/** Whether a text in lower case occurs at a position, ignoring ASCII case. */
function occursAt(source: string, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (fold(source.charCodeAt(at + index)) !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether the name of a tag at a position, in lower case, is this one. */
export function isNameAt(source: string, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const unit = source.charCodeAt(at + index);
    const expected = name.charCodeAt(index);
    if (fold(unit) !== expected && (unit !== KELVIN || expected !== SMALL_K)) return false;
  }
  const next = source.charCodeAt(at + name.length);
  return next === GREATER || next === SLASH || isSpace(next);
}

/**
 * Whether a text in lower case occurs between `start` and `end`, ignoring ASCII case. Null if it does not, but
 * might after decoding (`plainTags`).
 */
export function occursIn(source: string, start: number, end: number, text: string): boolean | null {
  const first = text.charCodeAt(0);
  const last = end - text.length;
  let isPlain = true;
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (fold(unit) === first && at <= last && occursAt(source, at, text)) return true;
    if (mayHide(unit)) isPlain = false;
  }
  return isPlain ? false : null;
}

/** Value that an attribute must contain; both of lower-case letters, digits and hyphens, not empty. */
export interface AttributeNeed {
  readonly name: string;
  readonly value: string;
}

/**
 * False if a start tag certainly does not have an attribute with a certain value, or only such whose value does not match.
 *
 * @param tag from `<` to `>`
 * @param matches tests a complete value that contains the needed one
 */
export type AttributeFilter = (tag: string, matches: (value: string) => boolean) => boolean;

/** Creates the filter of a need. It takes linear time, whatever the tag. */
export function attributeFilter({ name, value }: AttributeNeed): AttributeFilter {
  // Names have no character references, but a Kelvin sign is a k.
  const names = new RegExp(name.replaceAll('k', '[k\u212a]'), 'gi');
  return (tag, matches) => {
    /** End of the last value without quotes; a later one that begins before is a part of it. */
    let end = 0;
    names.lastIndex = 0;
    while (names.test(tag)) {
      const equals = afterSpace(tag, names.lastIndex);
      if (tag.charCodeAt(equals) !== EQUALS) continue;
      const at = afterSpace(tag, equals + 1);
      const quote = tag.charCodeAt(at);
      if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
        const close = tag.indexOf(tag.charAt(at), at + 1);
        const text = tag.slice(at + 1, close === -1 ? tag.length : close);
        const holds = occursIn(text, 0, text.length, value);
        if (holds === null || (holds && (HIDING.test(text) || matches(text)))) return true;
      } else if (at >= end) {
        end = endOfBareValue(tag, at);
        if (occursIn(tag, at, end, value) !== false) return true;
      }
    }
    return false;
  };
}

/** Characters that may hide others (`mayHide`). */
const HIDING = /[&\u212a\u0130]/;

/** The end of a value without quotes. */
function endOfBareValue(tag: string, start: number): number {
  let at = start;
  while (at < tag.length && tag.charCodeAt(at) !== GREATER && !isSpace(tag.charCodeAt(at))) at++;
  return at;
}

function afterSpace(source: string, at: number): number {
  while (isSpace(source.charCodeAt(at))) at++;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0c || unit === 0x0d;
}

/** Whether a unit can begin a character reference, or is a letter whose lower case is ASCII. */
function mayHide(unit: number): boolean {
  return unit === AND || unit === KELVIN || unit === DOTTED_I;
}

function fold(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}
