import { DIGIT, MAX_CODE_POINT, single, SPACE, WORD, type CharSet } from './char-set.ts';
import { Fault } from './pattern-error.ts';
import type { Reader } from './reader.ts';
import type { Assertion, CharacterClass } from './tree.ts';
import { rightCase, unicodeClass } from './unicode.ts';

/** Reads what follows a backslash. @param start offset of the backslash */
export function readEscape(reader: Reader, start: number): CharacterClass | { readonly test: Assertion } {
  const test = ASSERTIONS.get(reader.peek());
  if (test !== undefined) {
    reader.next();
    return { test };
  }
  return readCharacters(reader, start);
}

const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ['A', 'text start'],
  ['z', 'text end'],
  ['b', 'word edge'],
  ['B', 'no word edge'],
]);

/** Reads what follows a backslash and stands for characters. @param start offset of the backslash */
export function readCharacters(reader: Reader, start: number): CharacterClass {
  const char = reader.next();
  const perl = PERL.get(char.toLowerCase());
  if (perl !== undefined) return classOf(perl, char !== char.toLowerCase());
  if (char === 'p' || char === 'P') return readProperty(reader, start, char === 'P');
  const control = CONTROLS.get(char);
  if (control !== undefined) return classOf(single(control), false);
  if (char === 'x') return classOf(single(readHex(reader, start)), false);
  if (/[0-7]/.test(char)) {
    const more = reader.match(char === '0' ? OCTAL_REST : OCTAL_MORE);
    if (more !== null) return classOf(single(Number.parseInt(`${char}${more[0]}`, 8)), false);
  }
  if (/[\0-\x7f]/.test(char) && !/[0-9A-Za-z]/.test(char)) {
    return classOf(single(char.codePointAt(0) ?? 0), false);
  }
  throw unknownEscape(char, start);
}

function classOf(set: CharSet, isNegated: boolean): CharacterClass {
  return { parts: [{ set, isNegated }], isNegated: false };
}

const PERL: ReadonlyMap<string, CharSet> = new Map([
  ['d', DIGIT],
  ['w', WORD],
  ['s', SPACE],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
]);

const OCTAL_REST = /[0-7]{0,2}/y;
/** A digit other than 0 must be followed by another: alone it would be a back reference. */
const OCTAL_MORE = /[0-7]{1,2}/y;
const HEX = /\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2})/y;

function readHex(reader: Reader, start: number): number {
  const [written, braced, plain] = reader.match(HEX) ?? [];
  const code = Number.parseInt(braced ?? plain ?? '', 16);
  if (Number.isNaN(code)) {
    throw new Fault(start, '\\x is not followed by a number', 'write \\x41 or \\x{1F600}');
  }
  if (code > MAX_CODE_POINT) {
    throw new Fault(start, `\\x${written} is beyond the last character`, 'write at most \\x{10FFFF}');
  }
  if (code >= 0xd800 && code <= 0xdfff) {
    throw new Fault(
      start,
      `\\x${written} is half of a surrogate pair, which no text has`,
      'write the number of the whole character, such as \\x{1F600}',
    );
  }
  return code;
}

const PROPERTY = /\{(\^?)([^}]*)\}|([A-Z])/y;

function readProperty(reader: Reader, start: number, isNegated: boolean): CharacterClass {
  const [, caret = '', braced, letter] = reader.match(PROPERTY) ?? [];
  const name = braced ?? letter;
  if (name === undefined) {
    throw new Fault(start, '\\p has no name of a class', 'write \\pL or \\p{Greek}');
  }
  const set = unicodeClass(name);
  if (set !== null) return classOf(set, isNegated !== (caret === '^'));
  const spelled = rightCase(name);
  throw new Fault(
    start,
    `there is no Unicode class named ${name}`,
    spelled === null
      ? 'name a category such as L or Lu, or a script such as Greek'
      : `write \\p{${caret}${spelled}}`,
  );
}

function unknownEscape(char: string, start: number): Fault {
  if (char === '') {
    return new Fault(start, 'nothing follows the last \\', 'write \\\\ for the character, or leave it out');
  }
  if (/[1-9]/.test(char)) {
    return new Fault(
      start,
      'a back reference is not possible in an engine that is linear in the text',
      `write out what the group may match; for the character of that number, \\x0${char}`,
    );
  }
  const [problem, remedy] = KNOWN_ELSEWHERE.get(char) ?? [
    `\\${char} means nothing`,
    `write ${char} without the \\, or \\\\ for a backslash`,
  ];
  return new Fault(start, problem, remedy);
}

/** Escapes of other engines. */
const KNOWN_ELSEWHERE: ReadonlyMap<string, readonly [problem: string, remedy: string]> = new Map([
  [
    'k',
    [
      'a back reference is not possible in an engine that is linear in the text',
      'write out what the group may match',
    ],
  ],
  [
    'g',
    [
      'a back reference is not possible in an engine that is linear in the text',
      'write out what the group may match',
    ],
  ],
  ['C', ['\\C would match a part of a character', 'write (?s:.) for any character']],
  [
    'G',
    [
      '\\G is not possible: there is no earlier match to go on from',
      'leave it out, or write \\A for the start of the text',
    ],
  ],
  [
    'K',
    [
      '\\K is not possible in an engine that is linear in the text',
      'put the part that you want into a group',
    ],
  ],
  ['Z', ['\\Z is unknown', 'write \\z for the end of the text, or \\n?\\z to allow a line break before it']],
  ['X', ['\\X is unknown', 'write \\PM\\pM* for a character with its marks']],
  ['R', ['\\R is unknown', 'write (?:\\r\\n|\\n|\\r) for a line break']],
  ['N', ['\\N is unknown', 'write . for any character but a line feed']],
  ['h', ['\\h is unknown', 'write [\\t ] for a space or tab']],
  ['H', ['\\H is unknown', 'write [^\\t ]']],
  ['V', ['\\V is unknown', 'write [^\\n\\r]']],
  ['e', ['\\e is unknown', 'write \\x1b']],
  ['u', ['\\u is unknown', 'write \\x{20AC} for a character by its number']],
  ['U', ['\\U is unknown', 'write \\x{1F600} for a character by its number']],
  ['c', ['\\c is unknown', 'write \\x0a for a control character by its number']],
  ['E', ['\\E ends a quotation that did not begin', 'leave it out, or begin with \\Q']],
  ['Q', ['\\Q is not possible within brackets', 'write a \\ before each character that needs one']],
]);
