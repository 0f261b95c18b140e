// Reads the text of a query into an expression: tokens.ts and syntax.ts find its parts, reader.ts makes an expression of them.
import { SEARCH_BOUNDS } from '../bounds.ts';
import { countParts, type Expression } from '../expression/expression.ts';
import { textNeedle } from '../expression/needles.ts';
import { canonicalText } from '../expression/simplify.ts';
import { invalid, type Parsed } from '../invalid-input.ts';
import type { KnownValues } from '../known-values.ts';
import { codePointCount } from '../terms.ts';
import { isChangeCondition, isConditionField } from './field-names.ts';
import type { Note, NoteTaker, PlacedNote, PlacedNoteTaker, QueryFault } from './notes.ts';
import { quotedText } from './quoted.ts';
import { Faulty, isModifier, Reader } from './reader.ts';
import { type QuerySyntax, syntaxOf, TooDeep } from './syntax.ts';

const { maxQueryLength, maxParts, maxDepth } = SEARCH_BOUNDS;
/** Maximum notes on a query: each may have a query as long as it. */
const MAX_NOTES = 10;

/**
 * Reads the text of a query (docs/search.md has the language). An empty one is fulfilled by every domain.
 *
 * @param known values of fields of closed sets; conditions on others are not checked
 * @param note called with what may not be read as it was meant
 * @returns the expression as it is written; or the first fault, with its line and column
 */
export function readQuery(
  text: string,
  known: KnownValues = {},
  note: NoteTaker = () => undefined,
): Parsed<Expression> {
  const length = codePointCount(text);
  if (length > maxQueryLength) {
    return invalid('q', `has ${length} characters`, `give at most ${maxQueryLength}`);
  }
  if (!text.isWellFormed()) {
    return invalid('q', 'has half of a surrogate pair', 'write characters beyond U+FFFF as whole pairs');
  }
  try {
    const syntax = syntaxOf(text);
    const notes: PlacedNote[] = [];
    const expression = checkSize(readSyntax(text, syntax, known, (one) => notes.push(one)));
    // The last one is about all of the query.
    const shown = notes.length > MAX_NOTES ? [...notes.slice(0, MAX_NOTES - 1), ...notes.slice(-1)] : notes;
    for (const one of shown) note(placedIn(text, one));
    return { ok: true, value: expression };
  } catch (error) {
    if (error instanceof Faulty) return refused(text, error.fault);
    if (!(error instanceof TooDeep)) throw error;
    const problem = `this is inside of ${maxDepth} groups and negations`;
    return refused(text, { at: error.at, problem, remedy: 'nest less deeply' });
  }
}

function readSyntax(
  text: string,
  syntax: QuerySyntax,
  known: KnownValues,
  note: PlacedNoteTaker,
): Expression {
  const { tree, tokens, words, stated, unpaired } = syntax;
  if (tree === null) return { kind: 'constant', value: true };
  const span = { from: text.length - text.trimStart().length, to: text.trimEnd().length };
  const isPasted = tokens.length === 1 || hasCode(text, tokens);
  const isLenient = isPasted && stated.every((kind) => kind === 'pattern');
  const expression = new Reader(text, known, note, isLenient).group(tree);
  if (tree.kind === 'literal') {
    if (tokens.length > 1) note({ ...span, ...literalNote(text, unpaired) });
    return expression;
  }
  for (const { from: at, to } of words) {
    const message = `${text.slice(at, to)} is read as a text, since it has nothing to join`;
    note({ code: 'read_as_text', from: at, to, message, query: null });
  }
  const query = quotedText(text.trim());
  const whole = isText(expression, text.trim()) ? null : wholeNote(text, syntax, countParts(expression));
  // One note offers all of it as a text.
  noteOperators(text, tokens, (one) => note({ ...one, query: whole === null ? query : null }));
  if (whole !== null) note({ ...span, ...whole, query });
  return expression;
}

/** The note on a query that is read as one text. @param unpaired place of what opens or closes nothing; null if all is paired */
function literalNote(text: string, unpaired: number | null): Omit<PlacedNote, 'from' | 'to'> {
  const code = 'read_as_text';
  if (unpaired === null) {
    const message = 'it is read as one text with its minus sign';
    return { code, message, query: `NOT ${text.trim().slice(1)}` };
  }
  const message = `all of it is read as one text, since ${text[unpaired] ?? ''} has nothing that belongs to it`;
  return { code, message, query: quotedText(text.trim()) };
}

/** The note on a query that may be meant as one text; null: it is certainly not. */
function wholeNote(
  text: string,
  { tokens, stated }: QuerySyntax,
  parts: number,
): Pick<PlacedNote, 'code' | 'message'> | null {
  const kind = tokens.length === 1 ? tokens[0]?.kind : null;
  if (kind === 'quoted')
    return { code: 'quotes', message: 'the quotes are not part of the text that is looked for' };
  if (kind === 'pattern') return { code: 'pattern', message: 'it is read as a regular expression' };
  if (stated.length > 0 && !hasCode(text, tokens)) return null;
  return {
    code: 'as_it_stands',
    message:
      parts === 1
        ? 'it is not read as one text'
        : `it is read as ${parts} parts, each of which may stand anywhere`,
  };
}

/** Whether an expression is a text as it stands, or none can be. */
function isText(expression: Expression, text: string): boolean {
  const needle = textNeedle(text, { caseSensitive: false, scope: 'body' });
  return !('kind' in needle) || canonicalText(needle) === canonicalText(expression);
}

export interface QueryPart {
  readonly from: number;
  readonly to: number;
  /** The part as a query of its own. */
  readonly query: string;
}

/** The parts that all must hold; none if there is only one, or if `case:` or `in:` holds for some of them. */
export function topParts(text: string): readonly QueryPart[] {
  const { tree } = syntaxOf(text);
  if (tree?.kind !== 'and') return [];
  const isModified = tree.of.some((part) => part.kind === 'field' && isModifier(part.name));
  if (isModified) return [];
  return tree.of.map(({ kind, from, to }) => {
    const written = text.slice(from, to);
    // A minus sign before all of a query is text.
    return { from, to, query: kind === 'not' ? written.replace(/^-/, 'NOT ') : written };
  });
}

type Tokens = QuerySyntax['tokens'];

/** Characters that source code has, and words that people look for do not. */
const CODE = /[<>{}();=,"'[\]]|:$/;

/** Whether a word of a query, which is not the value of a condition, has characters of source code. */
function hasCode(text: string, tokens: Tokens): boolean {
  return tokens.some(({ kind, from, to }, at) => {
    const before = tokens[at - 1];
    const field = before?.kind === 'field' ? text.slice(before.from, before.to - 1) : '';
    const isValue = isConditionField(field) || isChangeCondition(field);
    return kind === 'word' && !isValue && CODE.test(text.slice(from, to));
  });
}

/** Notes operators of other languages that are read as those of this one. */
function noteOperators(text: string, tokens: Tokens, note: (note: Omit<PlacedNote, 'query'>) => void): void {
  for (const [at, { kind, from, to }] of tokens.entries()) {
    if (kind !== 'or' && kind !== 'and') continue;
    const written = text.slice(from, to);
    const before = tokens[at - 1];
    const isWithin = written === '|' && before?.kind === 'word' && before.to === from;
    if (written !== '||' && written !== '&&' && !isWithin) continue;
    const message = `${written} is read as ${kind.toUpperCase()}`;
    note({ code: 'operator', from, to, message });
  }
}

function refused(text: string, { at, problem, remedy }: QueryFault): Parsed<never> {
  return invalid('q', `cannot be read: ${positionOf(text, at)}, ${problem}`, remedy);
}

function positionOf(text: string, at: number): string {
  const { line, column } = lineAndColumn(text, at);
  return text.includes('\n') ? `in line ${line}, column ${column}` : `at column ${column}`;
}

/** A note with its span as people count. */
export function placedIn(text: string, { from, to, ...note }: PlacedNote): Note {
  return { ...note, ...lineAndColumn(text, from), length: codePointCount(text.slice(from, to)) };
}

/** Line and column of a span in a text, both from 1, the column in characters. */
function lineAndColumn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  const column = codePointCount(before.slice(before.lastIndexOf('\n') + 1)) + 1;
  return { line: before.split('\n').length, column };
}

function checkSize(expression: Expression): Expression {
  const parts = countParts(expression);
  if (parts <= maxParts) return expression;
  throw new Faulty({
    at: 0,
    problem: `there are ${parts} texts, patterns and conditions`,
    remedy: `give at most ${maxParts}`,
  });
}
