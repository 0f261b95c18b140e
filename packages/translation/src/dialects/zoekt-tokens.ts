// Tokens of Zoekt: a quoted part may stand within a word, and so may parentheses, as long as no blank follows within them.
import type { Scanner } from '../scanner.ts';

export interface Token {
  /** Name of a field; null: it has none. */
  readonly name: string | null;
  readonly value: string;
}

const NAME =
  /^(?:(archived|branch|b|case|content|c|file|f|fork|lang|public|regex|repo|r|sym|type|t):|meta\.)/;

/** Whether a parenthesis opens a group, and not a part of an expression. */
export function startsGroup(scanner: Scanner): boolean {
  return cut(scanner).hasBlank;
}

/** @throws UnreadableQuery */
export function readToken(scanner: Scanner): Token {
  const written = scanner.text.slice(scanner.at);
  const { value, end } = cut(scanner);
  scanner.at = end;
  const name = NAME.exec(written);
  if (name === null) return { name: null, value };
  return { name: name[1] ?? 'meta', value: value.slice(name[0].length) };
}

interface Cut {
  readonly value: string;
  readonly end: number;
  /** Whether the token ends at a blank within its parentheses. */
  readonly hasBlank: boolean;
}

function cut(scanner: Scanner): Cut {
  const { text } = scanner;
  let value = '';
  let depth = 0;
  let at = scanner.at;
  for (; at < text.length; at++) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) break;
    if (character === ')' && depth === 0) break;
    if (character === '"') {
      const quoted = quotedAt(scanner, at);
      value += quoted.value;
      at = quoted.end - 1;
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === '\\') {
      if (at + 1 >= text.length) throw scanner.fault('a backslash ends it', at);
      value += character;
      at++;
    }
    value += text[at] ?? '';
  }
  return { value, end: at, hasBlank: depth > 0 && at < text.length };
}

function quotedAt(scanner: Scanner, from: number): { readonly value: string; readonly end: number } {
  const { text } = scanner;
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return { value, end: at + 1 };
    if (text[at] === '\\') at++;
    value += text[at] ?? '';
  }
  throw scanner.fault('a quote is not closed', from);
}
