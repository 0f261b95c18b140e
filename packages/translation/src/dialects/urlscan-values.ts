// Values in a query string of Elasticsearch: words with wildcards and escapes, phrases, patterns and ranges.
import { escaped } from '../parts.ts';
import type { Scanner } from '../scanner.ts';

export type Value =
  | { readonly kind: 'text'; readonly text: string }
  /** A text with `*` for any text and `?` for one character. */
  | { readonly kind: 'wildcard'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'range' }
  /** A text with a distance to what it may be: `~2`. */
  | { readonly kind: 'fuzzy' };

type Piece = { readonly literal: string } | '*' | '?';

/** @throws UnreadableQuery */
export function readValue(scanner: Scanner): Value {
  const { next } = scanner;
  if (next === '"') {
    const text = phrase(scanner);
    return isFuzzy(scanner) ? { kind: 'fuzzy' } : { kind: 'text', text };
  }
  if (next === '/') return { kind: 'pattern', pattern: scanner.enclosed('/', true) };
  if (next === '[' || next === '{') {
    if (scanner.take(/[[{][^\]}]*[\]}]/y) === null) throw scanner.fault('a range is not closed');
    return { kind: 'range' };
  }
  if (scanner.take(/[<>]=?/y) !== null) {
    pieces(scanner);
    return { kind: 'range' };
  }
  const word = pieces(scanner);
  if (isFuzzy(scanner)) return { kind: 'fuzzy' };
  const texts = word.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.literal]));
  return texts.length === word.length
    ? { kind: 'text', text: texts.join('') }
    : { kind: 'wildcard', pieces: word };
}

/** A phrase, in which a backslash escapes any character. */
function phrase(scanner: Scanner): string {
  const found = scanner.take(/"((?:\\.|[^"\\])*)"/sy);
  if (found === null) throw scanner.fault('a quote is not closed');
  return (found[1] ?? '').replaceAll(/\\(.)/gs, '$1');
}

function isFuzzy(scanner: Scanner): boolean {
  return scanner.take(/~[\d.]*|\^[\d.]+/y) !== null;
}

function pieces(scanner: Scanner): readonly Piece[] {
  const from = scanner.at;
  const found: Piece[] = [];
  for (;;) {
    const [text] = scanner.take(/(?:\\.|[^\s\\()"*?~^])+/sy) ?? [''];
    const [reserved] = /(?<!\\)[[\]{}:/]/.exec(text.replaceAll(/\\./gs, '\\\\')) ?? [];
    if (reserved !== undefined)
      throw scanner.fault(
        `${reserved} stands in a value; write a backslash before it, or put the value into quotes`,
        from,
      );
    if (text !== '') found.push({ literal: text.replaceAll(/\\(.)/gs, '$1') });
    if (scanner.next !== '*' && scanner.next !== '?') break;
    found.push(scanner.next);
    scanner.at += 1;
  }
  if (found.length === 0) throw scanner.fault('a value is missing');
  if (scanner.next === '"') throw scanner.fault('a quote stands within a value', from);
  return found;
}

/** A value with wildcards as a pattern. @param one pattern for one character */
export function wildcardPattern(pieces: readonly Piece[], one: string): string {
  return pieces
    .map((piece) => (piece === '*' ? `${one}*` : piece === '?' ? one : escaped(piece.literal)))
    .join('');
}

/** The text of a value `*text*`; null: it is another one. */
export function containedText(pieces: readonly Piece[]): string | null {
  const [first, middle, last] = pieces;
  const isContained = pieces.length === 3 && first === '*' && last === '*';
  return isContained && typeof middle === 'object' ? middle.literal : null;
}

/** Matches what Lucene reads in another way than RE2, or may: operators, anchors, classes by letters, groups by name. */
const OF_LUCENE = /[~<>&@#"/\s$]|\\[\p{L}\p{N}]|\(\?|(?<!\[)\^/u;

/** A pattern in which `.` and classes of what is not meant match characters of a name only; null: it can't be translated. */
export function patternWithin(pattern: string, one: string): string | null {
  if (OF_LUCENE.test(pattern)) return null;
  const inner = one.slice('[^'.length, -1);
  return pattern.replaceAll(/\\.|\[\^|\[|\./gs, (found) => {
    if (found === '.') return one;
    return found === '[^' ? `[^${inner}` : found;
  });
}
