// Cuts a query into tokens. Whether a token is a word, an operator or the name of a field depends on what follows it up
// to the next white space, so it is read by hand and not by the grammar.
import { ExternalTokenizer, type InputStream } from '@lezer/lr';
import {
  AndOperator,
  Close,
  FieldName,
  NearOperator,
  NotOperator,
  Open,
  OrOperator,
  Pattern,
  Quoted,
  SamePageName,
  UnclosedPattern,
  UnclosedQuote,
  Word,
} from './terms.ts';

const END = -1;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const MINUS = 0x2d;
const BAR = 0x7c;
const OPEN = 0x28;
const CLOSE = 0x29;
const QUOTES: ReadonlySet<number> = new Set([0x22, 0x27]);

/** Name of a field with its colon. What begins with `http://` is an address. */
const FIELD = /^[a-z][a-z_]*:(?!\/\/)/;
const SAME_PAGE = 'same:page';
const NEAR = /^near\/\S*$/i;

/** Characters of which one makes a text between slashes a pattern, and none leaves it a path. */
const PATTERN_CHARACTER = /[\\^$.*+?{}[\]()|]/;

/** Those of them that are rare in paths and addresses. */
const SURE_PATTERN_CHARACTER = /[\\^$*+{}[\]|]/;

export const queryTokens = new ExternalTokenizer(
  (input, stack) => {
    const { next } = input;
    if (next === END || isSpace(next)) return;
    // Right after the name of a field stands its value, in which colons and minus signs mean nothing.
    const isValue = stack.canShift(Word) && !stack.canShift(FieldName);
    if (next === OPEN) input.acceptToken(Open, 1);
    else if (next === CLOSE) input.acceptToken(Close, 1);
    else if (next === BAR) input.acceptToken(OrOperator, 1);
    else if (QUOTES.has(next)) readQuoted(input, next);
    else if (next === SLASH) readSlash(input);
    else if (isValue) input.acceptToken(Word, wordAt(input).length);
    else if (next === MINUS && isOperandAt(input, 1)) input.acceptToken(NotOperator, 1);
    else readWord(input);
  },
  { contextual: true },
);

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 9 && code <= 13) ||
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Whether something other than white space, a parenthesis or the end stands there, or a group begins. */
function isOperandAt(input: InputStream, offset: number): boolean {
  const code = input.peek(offset);
  return code !== END && !isSpace(code) && code !== CLOSE;
}

function isEndOfWord(code: number): boolean {
  return code === END || isSpace(code) || code === OPEN || code === CLOSE;
}

function readQuoted(input: InputStream, quote: number): void {
  for (let at = 1; ; at++) {
    const code = input.peek(at);
    if (code === END) return input.acceptToken(UnclosedQuote, at);
    if (code === BACKSLASH && input.peek(at + 1) !== END) at++;
    else if (code === quote) return input.acceptToken(Quoted, at + 1);
  }
}

/**
 * Reads `/…/`, which ends with a slash that white space, `)`, `|` or the end follows. Without such a slash it is a word, for
 * instance a path, unless it has characters that only a pattern would have.
 */
function readSlash(input: InputStream): void {
  for (let at = 1; ; at++) {
    const code = input.peek(at);
    if (code === END) break;
    if (code === BACKSLASH) at++;
    else if (code === SLASH && isEndOfPattern(input.peek(at + 1))) return input.acceptToken(Pattern, at + 1);
  }
  const word = wordAt(input);
  if (SURE_PATTERN_CHARACTER.test(word)) input.acceptToken(UnclosedPattern, word.length);
  else input.acceptToken(Word, word.length);
}

function isEndOfPattern(code: number): boolean {
  return code === END || isSpace(code) || code === CLOSE || code === BAR;
}

function wordAt(input: InputStream): string {
  let word = '';
  for (let at = 0; !isEndOfWord(input.peek(at)); at++) word += String.fromCharCode(input.peek(at));
  return word;
}

function readWord(input: InputStream): void {
  const word = wordAt(input);
  const operator = OPERATORS.get(word);
  if (operator !== undefined) return input.acceptToken(operator, word.length);
  if (NEAR.test(word)) return input.acceptToken(NearOperator, word.length);
  if (word === SAME_PAGE && input.peek(word.length) === OPEN)
    return input.acceptToken(SamePageName, word.length);
  const field = FIELD.exec(word)?.[0];
  if (field !== undefined) return input.acceptToken(FieldName, field.length);
  input.acceptToken(Word, word.length);
}

const OPERATORS: ReadonlyMap<string, number> = new Map([
  ['AND', AndOperator],
  ['OR', OrOperator],
  ['NOT', NotOperator],
]);

/** Whether a text between slashes is a pattern, and not a path. */
export function isPattern(text: string): boolean {
  return PATTERN_CHARACTER.test(text);
}
