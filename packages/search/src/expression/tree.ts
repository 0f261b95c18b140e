// The JSON form of an expression: what a program sends as `query`, and what explain answers.
import { comparisonOf, isOrderField } from '@sitegrep/site';
import { SEARCH_BOUNDS } from '../bounds.ts';
import type { Condition, ConditionValue } from '../filter.ts';
import { invalid, type Parsed } from '../invalid-input.ts';
import type { KnownValues } from '../known-values.ts';
import { didYouMean, shown } from '../nearest.ts';
import type { NoteTaker } from '../language/notes.ts';
import { readQuery } from '../language/read-query.ts';
import { parseFilter } from '../parse-filter.ts';
import { parseTerms } from '../terms.ts';
import { changeTree, joinFault, readChangeNode, spanTree } from './change-tree.ts';
import { ALL, and, NONE, not, or, countParts, type Expression, type Needle } from './expression.ts';
import { inScopes, NEAR_APART, needlesOf, patternNeedle, textNeedle, textsOfBoth } from './needles.ts';
import { isScopeWord, SCOPE_WORDS, type ScopeWord, UNKNOWN_SCOPES } from './scopes.ts';

/** Each kind of node has one of these properties; the further ones that it may have. */
const NODES: Readonly<Record<string, readonly string[]>> = {
  and: [],
  or: [],
  not: [],
  same_page: [],
  near: ['within'],
  text: ['case_sensitive', 'in', 'whole_word'],
  pattern: ['case_sensitive', 'in'],
  keyword: [],
  filter: [],
  added: [],
  removed: [],
  at: [],
  by: [],
  same_change: [],
  q: [],
  all: [],
  none: [],
};
const NODE_NAMES = Object.keys(NODES);

const { maxParts, maxDepth, maxWithin } = SEARCH_BOUNDS;

/** Values that the parts of a tree are read with. */
interface Reading {
  readonly known: KnownValues;
  readonly note: NoteTaker;
}

/**
 * Reads a tree.
 *
 * @param note called with what a text in it may not have been meant to say
 * @returns the expression as it is written; or the first fault with its path, e.g. `query.and[1].text`
 */
export function readTree(
  tree: unknown,
  known: KnownValues = {},
  note: NoteTaker = () => undefined,
): Parsed<Expression> {
  const read = readNode(tree, 'query', 0, { known, note });
  if (!read.ok) return read;
  const parts = countParts(read.value);
  if (parts <= maxParts) return read;
  return invalid('query', `has ${parts} texts, patterns and conditions`, `give at most ${maxParts}`);
}

function readNode(tree: unknown, path: string, depth: number, reading: Reading): Parsed<Expression> {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) {
    return invalid(
      path,
      `is ${shown(tree)}, which is not part of a query`,
      `give an object with one of ${NODE_NAMES.join(', ')}`,
    );
  }
  if (depth > maxDepth) return invalid(path, `lies in ${maxDepth} others`, 'nest less deeply');
  const node: Readonly<Record<string, unknown>> = { ...tree };
  const names = NODE_NAMES.filter((name) => Object.hasOwn(node, name));
  const [name] = names;
  if (name === undefined || names.length > 1) {
    const problem = name === undefined ? 'has no kind' : `has both ${names.join(' and ')}`;
    return invalid(path, problem, `give exactly one of ${NODE_NAMES.join(', ')}`);
  }
  const further = NODES[name] ?? [];
  const unknown = Object.keys(node).find((key) => key !== name && !further.includes(key));
  if (unknown !== undefined) {
    const choices = further.length === 0 ? 'leave it out' : `use ${further.join(', ')}`;
    return invalid(
      `${path}.${unknown}`,
      `is unknown beside ${name}`,
      `${didYouMean(unknown, further)}${choices}`,
    );
  }
  const at = `${path}.${name}`;
  const value = node[name];
  const inner = (one: unknown, where: string): Parsed<Expression> => readNode(one, where, depth + 1, reading);
  switch (name) {
    case 'and':
    case 'or': {
      const of = readList(value, at, inner);
      return of.ok ? { ok: true, value: name === 'and' ? and(of.value) : or(of.value) } : of;
    }
    case 'not': {
      const of = inner(value, at);
      return of.ok ? { ok: true, value: not(of.value) } : of;
    }
    case 'same_page': {
      const of = inner(value, at);
      return of.ok ? joinedOf('same_page', of.value, at) : of;
    }
    case 'same_change': {
      const of = inner(value, at);
      return of.ok ? joinedOf('same_change', of.value, at) : of;
    }
    case 'added':
    case 'removed':
    case 'at':
    case 'by':
      return readChangeNode(name, value, at, reading.known);
    case 'near':
      return readNear(value, node['within'], at, path, inner);
    case 'text':
    case 'pattern':
      return readNeedle(name, value, node, path);
    case 'keyword': {
      const terms = parseTerms(at, [typeof value === 'string' ? value : '']);
      const [text] = terms.ok ? terms.value : [];
      if (typeof value !== 'string') return invalid(at, 'is not text', 'give a text');
      return text === undefined
        ? terms.ok
          ? invalid(at, 'is empty', 'give a text')
          : terms
        : { ok: true, value: { kind: 'keyword', text } };
    }
    case 'q': {
      if (typeof value !== 'string') return invalid(at, 'is not text', 'give a query as a text');
      const read = readQuery(value, reading.known, reading.note);
      return read.ok ? read : invalid(at, read.error.problem, read.error.remedy);
    }
    case 'all':
    case 'none':
      if (value !== true) return invalid(at, `is ${shown(value)}`, 'give true');
      return { ok: true, value: name === 'all' ? ALL : NONE };
    default: {
      if (!Array.isArray(value)) return invalid(at, 'is not a condition', 'give [field, operator, value]');
      const filter = parseFilter(value, reading.known);
      if (!filter.ok)
        return invalid(filter.error.field.replace(/^filters/, at), filter.error.problem, filter.error.remedy);
      return filter.value === null
        ? invalid(at, 'is empty', 'give [field, operator, value]')
        : { ok: true, value: filter.value };
    }
  }
}

/** Parts that must be on one page, or of one change. */
function joinedOf(kind: 'same_page' | 'same_change', of: Expression, at: string): Parsed<Expression> {
  const fault = joinFault(kind, of);
  return fault === null ? { ok: true, value: { kind, of } } : invalid(at, fault.problem, fault.remedy);
}

function readList(
  value: unknown,
  path: string,
  read: (one: unknown, path: string) => Parsed<Expression>,
): Parsed<readonly Expression[]> {
  if (!Array.isArray(value) || value.length === 0)
    return invalid(path, 'is not a list of parts', 'give a list with at least one');
  const items: readonly unknown[] = value;
  if (items.length > maxParts) return invalid(path, `has ${items.length} parts`, `give at most ${maxParts}`);
  const of: Expression[] = [];
  for (const [index, item] of items.entries()) {
    const one = read(item, `${path}[${index}]`);
    if (!one.ok) return one;
    of.push(one.value);
  }
  return { ok: true, value: of };
}

function readNear(
  value: unknown,
  within: unknown,
  at: string,
  path: string,
  read: (one: unknown, path: string) => Parsed<Expression>,
): Parsed<Expression> {
  if (!Array.isArray(value) || value.length !== 2)
    return invalid(at, 'is not a list of two', 'give two texts or patterns');
  if (typeof within !== 'number' || !Number.isInteger(within) || within < 1 || within > maxWithin) {
    return invalid(
      `${path}.within`,
      `is ${shown(within)}, which is not a distance`,
      `give 1 to ${maxWithin}, in characters`,
    );
  }
  const sides: (readonly Needle[])[] = [];
  for (const [index, item] of [...value].entries()) {
    const side = read(item, `${at}[${index}]`);
    if (!side.ok) return side;
    const needles = needlesOf(side.value);
    if (needles === null)
      return invalid(
        `${at}[${index}]`,
        'has no position in a text',
        'give a text, a pattern, or an or of these',
      );
    sides.push(needles);
  }
  const [left = [], right = []] = sides;
  return textsOfBoth(left, right).length === 0
    ? invalid(at, NEAR_APART.problem, NEAR_APART.remedy)
    : { ok: true, value: { kind: 'near', left, right, within } };
}

function readNeedle(
  kind: 'text' | 'pattern',
  value: unknown,
  node: Readonly<Record<string, unknown>>,
  path: string,
): Parsed<Expression> {
  if (typeof value !== 'string') return invalid(`${path}.${kind}`, 'is not text', 'give a text');
  const { case_sensitive: caseSensitive = false, in: scope = 'body', whole_word: wholeWord = false } = node;
  if (typeof caseSensitive !== 'boolean')
    return invalid(`${path}.case_sensitive`, 'is neither true nor false', 'give one of them');
  if (typeof wholeWord !== 'boolean')
    return invalid(`${path}.whole_word`, 'is neither true nor false', 'give one of them');
  const scopeRead = readScope(scope, `${path}.in`);
  if (!scopeRead.ok) return scopeRead;
  const needle = inScopes(scopeRead.value, (one) => {
    const look = { caseSensitive, scope: one, wholeWord };
    return kind === 'text' ? textNeedle(value, look) : patternNeedle(value, look);
  });
  if ('kind' in needle) return { ok: true, value: needle };
  const where = kind === 'pattern' ? `, at column ${needle.at + 1}` : '';
  return invalid(`${path}.${kind}`, `cannot be looked for${where}: ${needle.problem}`, needle.remedy);
}

function readScope(scope: unknown, path: string): Parsed<ScopeWord> {
  if (typeof scope === 'string' && isScopeWord(scope)) return { ok: true, value: scope };
  const missing = typeof scope === 'string' ? UNKNOWN_SCOPES.get(scope) : undefined;
  const problem =
    missing === undefined
      ? `is ${shown(scope)}, which is not a scope`
      : `is ${shown(scope)}, which cannot be searched: ${missing}`;
  return invalid(path, problem, `${didYouMean(scope, SCOPE_WORDS)}use one of ${SCOPE_WORDS.join(', ')}`);
}

/** The tree of an expression, of which `readTree` makes the same one again. */
export function treeOf(expression: Expression): unknown {
  switch (expression.kind) {
    case 'constant':
      return { [expression.value ? 'all' : 'none']: true };
    case 'and':
    case 'or':
      return { [expression.kind]: expression.of.map(treeOf) };
    case 'not':
      return { not: treeOf(expression.of) };
    case 'same_page':
      return { same_page: treeOf(expression.of) };
    case 'same_change':
      return { same_change: treeOf(expression.of) };
    case 'change_label':
    case 'change_time':
    case 'change_by':
      return changeTree(expression);
    case 'version_time':
      return spanTree(expression);
    case 'same_version':
      throw new TypeError('no query that is written has same_version');
    case 'near':
      return {
        near: [expression.left, expression.right].map((side) =>
          side.length === 1 ? treeOf(side[0] ?? expression) : { or: side.map(treeOf) },
        ),
        within: expression.within,
      };
    case 'text':
      return {
        text: expression.text,
        ...lookOf(expression),
        ...(expression.wholeWord === undefined ? {} : { whole_word: true }),
      };
    case 'pattern':
      return { pattern: expression.pattern, ...lookOf(expression) };
    case 'keyword':
      return { keyword: expression.text };
    case 'condition':
      return { filter: conditionTree(expression.condition) };
  }
}

function lookOf({ caseSensitive, scope }: Needle): Readonly<Record<string, unknown>> {
  return { ...(caseSensitive ? { case_sensitive: true } : {}), ...(scope === 'body' ? {} : { in: scope }) };
}

function conditionTree(condition: Condition): readonly unknown[] {
  const { field } = condition;
  const isTime = isOrderField(field) && comparisonOf(field) === 'time';
  const shownValue = (value: ConditionValue): ConditionValue =>
    isTime && typeof value === 'number' ? new Date(value * 1_000).toISOString() : value;
  switch (condition.kind) {
    case 'any_of':
    case 'in_list':
      return [field, condition.negated ? 'not_in' : 'in', condition.values.map(shownValue)];
    case 'range':
      return [field, condition.op, shownValue(condition.value)];
    case 'like':
      return [field, condition.negated ? 'not_like' : 'like', condition.pattern];
    case 'regex':
      return [field, condition.negated ? 'not_regex' : 'regex', condition.pattern];
    case 'matching':
      return [field, condition.negated ? 'not_matches' : 'matches', condition.value];
    case 'versions':
      return [field, 'version', `${condition.of}@${condition.range}`];
  }
}
