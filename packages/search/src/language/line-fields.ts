// Fields that stand for a line in a text of a page: header:server=nginx/1.25, cookie:_ga. Where no text of the index says as much,
// a pattern does.
import { or, type Expression } from '../expression/expression.ts';
import { type NeedleFault, patternNeedle, textNeedle } from '../expression/needles.ts';
import type { Scope } from '../expression/scopes.ts';
import { shown } from '../nearest.ts';
import type { LineField } from './field-names.ts';

interface LineRule {
  readonly scope: Scope;
  /** Description of a value, as the end of a sentence that begins with “write”. */
  readonly takes: string;
  /** The lines of which one is enough; null: the field does not take the value. */
  readonly lines: (value: readonly Piece[]) => readonly (readonly Piece[])[] | null;
}

/** Any characters of a line. */
const ANY = Symbol('any characters');
/** Characters, or any ones: a value in which asterisks count. */
type Piece = string | typeof ANY;

const LINE_RULES: Readonly<Record<LineField, LineRule>> = {
  header: {
    scope: 'headers',
    takes:
      'the name of a header field, for instance header:x-powered-by, with its value as in header:server=nginx/1.25, or with the beginning of it as in header:server=nginx*',
    lines: headerLines,
  },
  cookie: {
    scope: 'cookies',
    takes: 'names of cookies, for instance cookie:PHPSESSID, or cookie:wp-* for all that begin so',
    lines: cookieLines,
  },
};

/** The texts or patterns that a field stands for; any of them will do. @param value without quotes, with its backslashes */
export function expressionOfLine(
  name: LineField,
  value: string,
  lookOf: (text: string) => { readonly caseSensitive: boolean },
): Expression | NeedleFault {
  const { scope, takes, lines } = LINE_RULES[name];
  const found = lines(piecesOf(value.trim()));
  if (found === null) {
    return { at: 0, problem: `${name}: is followed by ${shown(value)}`, remedy: `write ${takes}` };
  }
  const needles: Expression[] = [];
  for (const line of found) {
    const look = { ...lookOf(line.filter((piece) => piece !== ANY).join('')), scope };
    const text = line.at(-1) === ANY ? line.slice(0, -1) : line;
    const needle = text.every((piece) => piece !== ANY)
      ? textNeedle(text.join(''), look)
      : patternNeedle(patternOf(line), look);
    if ('problem' in needle) return needle;
    needles.push(needle);
  }
  const [only] = needles;
  return needles.length === 1 && only !== undefined ? only : or(needles);
}

/** Name of a header field (RFC 9110, 5.1). */
const NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;

/** A line `name: value`, from the line feed before it. An asterisk alone is a value that fields have. */
function headerLines(written: readonly Piece[]): readonly (readonly Piece[])[] | null {
  const at = written.indexOf('=');
  const name = at === -1 ? written : written.slice(0, at);
  if (!name.every((piece) => piece !== ANY) || !NAME.test(name.join(''))) return null;
  const start = [`\n${name.join('').toLowerCase()}: `];
  const value = trimmed(at === -1 ? [ANY] : written.slice(at + 1));
  if (at !== -1 && value.length === 1 && value[0] === ANY) return [[...start, '*', '\n']];
  return [value.at(-1) === ANY ? [...start, ...value] : [...start, ...value, '\n']];
}

/** A line of which the name is all up to its semicolon, for each name between commas. */
function cookieLines(written: readonly Piece[]): readonly (readonly Piece[])[] | null {
  const names = splitAt(written, ',').map(trimmed);
  const areNames = names.every((name) => name.some((piece) => piece !== ANY) && !name.includes(';'));
  if (!areNames) return null;
  return names.map((name) => (name.at(-1) === ANY ? ['\n', ...name] : ['\n', ...name, ';']));
}

function splitAt(pieces: readonly Piece[], separator: string): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece === separator) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
}

function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  const isText = (piece: Piece): boolean => piece === ANY || piece.trim() !== '';
  const from = pieces.findIndex(isText);
  return from === -1 ? [] : pieces.slice(from, pieces.findLastIndex(isText) + 1);
}

/** The characters of a value. `*` stands for any ones, `\*` for itself, and `\\` for a backslash. */
function piecesOf(value: string): readonly Piece[] {
  return Array.from(value.matchAll(/\\[*\\]|[^]/gu), ([written]): Piece => {
    if (written === '*') return ANY;
    return written.length > 1 && written.startsWith('\\') ? written.slice(1) : written;
  });
}

function patternOf(line: readonly Piece[]): string {
  return line
    .map((piece) => {
      if (piece === ANY) return String.raw`[^\n]*`;
      return piece.replaceAll(/[\\^$.*+?{}[\]()|]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
    })
    .join('');
}
