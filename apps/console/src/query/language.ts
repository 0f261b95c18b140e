// The query language in the browser, by the very parser that the server reads it with: colours, and conditions that buttons
// write into a query.
import { CHANGE_CONDITIONS, CONDITION_FIELDS } from '@sitegrep/search/field-names';
import { quotedText } from '@sitegrep/search/quoted';
import { type Syntax, syntaxOf, TooDeep, tokensOf, type TokenKind } from '@sitegrep/search/syntax';

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: 'text' | 'pattern' | 'name' | 'operator';
}

const KINDS: Readonly<Partial<Record<TokenKind, Span['kind']>>> = {
  quoted: 'text',
  joined: 'text',
  pattern: 'pattern',
  field: 'name',
  same_page: 'name',
  same_change: 'name',
  near: 'operator',
  or: 'operator',
  and: 'operator',
  not: 'operator',
  open: 'operator',
  close: 'operator',
};

/** The parts of a query that have a colour, in their order. */
export function spansOf(query: string): readonly Span[] {
  return tokensOf(query).flatMap(({ kind, from, to }) => {
    const shown = KINDS[kind];
    return shown === undefined ? [] : [{ from, to, kind: shown }];
  });
}

interface Part {
  readonly kind: Syntax['kind'];
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The parts of a query that all must hold. */
function partsOf(query: string): readonly Part[] {
  const tree = treeOf(query);
  if (tree === null) return [];
  const parts = tree.kind === 'and' ? tree.of : [tree];
  return parts.map(({ kind, from, to }) => ({ kind, from, to, text: query.slice(from, to) }));
}

/** The tree of a query; null: it is empty, or nested too deeply to be a query. */
export function treeOf(query: string): Syntax | null {
  try {
    return syntaxOf(query).tree;
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

/** Matches a condition on the domain or on a change, and not on texts. */
const CONDITION = new RegExp(
  `^-?(?:${[...Object.keys(CONDITION_FIELDS), ...Object.keys(CHANGE_CONDITIONS)].join('|')}):`,
);

/** Whether a part of a query is a condition on domains, or excludes what fulfils one. */
export function isCondition(
  { kind, from, to }: Pick<Syntax, 'kind' | 'from' | 'to'>,
  query: string,
): boolean {
  return kind !== 'or' && CONDITION.test(query.slice(from, to));
}

/** The conditions on domains that all must hold, as they are written. */
export function conditionsOf(query: string): readonly string[] {
  return partsOf(query).flatMap((part) => (isCondition(part, query) ? [part.text] : []));
}

/** Adds a condition to a query. */
export function withCondition(query: string, condition: string): string {
  const trimmed = query.trim();
  if (trimmed === '') return condition;
  const kind = treeOf(trimmed)?.kind;
  if (kind === 'or') return `(${trimmed}) ${condition}`;
  // What is read as one text would be read as parts beside a condition.
  return `${kind === 'literal' ? quotedText(trimmed) : trimmed} ${condition}`;
}

/** Removes a condition from a query; it is unchanged if it has none. */
export function withoutCondition(query: string, condition: string): string {
  const part = partsOf(query).find(({ text }) => text === condition);
  if (part === undefined) return query;
  const before = query
    .slice(0, part.from)
    .trimEnd()
    .replace(/(?:^|\s)AND$/, '');
  const after = query.slice(part.to).trimStart();
  const rest = before === '' ? after.replace(/^AND\s+/, '') : `${before} ${after}`;
  return rest.trim();
}

/** A value as it stands after a colon: in quotes if it has characters that would end it. */
export function valueOf(value: string): string {
  return /^[\p{L}\p{N}_.+#-]+$/u.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Column of the fault that a refusal names, from 0; null: it names none. */
export function faultIn(details: string, query: string): number | null {
  const [, line, column] = /(?:in line (\d+),|at) column (\d+)/.exec(details) ?? [];
  if (column === undefined) return null;
  const lines = query.split('\n').slice(0, Number(line ?? 1) - 1);
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + Number(column) - 1;
}
