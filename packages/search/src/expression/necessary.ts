import { necessaryTexts, parsePattern, type Necessity } from '@sitegrep/patterns';
import { foldCase } from '@sitegrep/fold';
import { type Level, LEVELS } from '../levels.ts';
import { ALL, sourceText, type Expression, type Needle, type TextNeedle } from './expression.ts';
import { type IndexedScope, isIndexedScope, isOfSource } from './scopes.ts';
import { simplify } from './simplify.ts';

/** The share of an expression that an index of folded sources and of facts decides. */
export interface Necessary {
  /**
   * A condition on domains that each matching domain fulfils, made of what an index decides: texts anywhere in the source or
   * in what scripts wrote, without regard to case, keywords, conditions, and `and`, `or`, `not` of these.
   */
  readonly candidates: Expression;
  /** Whether every domain that fulfils it matches. Otherwise the sources decide. */
  readonly isExact: boolean;
}

/**
 * The part of an expression that an index decides. The index knows in which domains a text stands, not on
 * which pages.
 *
 * @param expression simplified
 */
export function necessaryFor(expression: Expression, level: Level): Necessary {
  const candidates = simplify(candidatesFor(expression, level), 'domain');
  return { candidates, isExact: isDecided(expression, level) };
}

/** Whether the index decides an expression without a look at the sources. */
export function isDecided(expression: Expression, level: Level): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'keyword':
    case 'condition':
      return true;
    case 'text':
    case 'pattern':
      return !LEVELS[level].isByPage && isIndexed(expression);
    case 'near':
    case 'same_page':
      return false;
    case 'and':
    case 'or':
      return expression.of.every((part) => isDecided(part, level));
    case 'not':
      return isDecided(expression.of, level);
  }
}

function candidatesFor(expression: Expression, level: Level): Expression {
  switch (expression.kind) {
    case 'constant':
    case 'keyword':
    case 'condition':
      return expression;
    case 'text':
    case 'pattern':
      return textsOf(expression);
    case 'near':
      return { kind: 'and', of: [expression.left, expression.right].map((side) => anyOf(side.map(textsOf))) };
    case 'same_page':
      return candidatesFor(expression.of, 'page');
    case 'and':
    case 'or':
      return { kind: expression.kind, of: expression.of.map((part) => candidatesFor(part, level)) };
    case 'not':
      return isDecided(expression.of, level) ? expression : ALL;
  }
}

/**
 * The parts of an expression that the sources decide: the largest ones in which nothing but the sources can tell.
 *
 * @param expression simplified
 */
export function partsForSources(expression: Expression, level: Level): readonly Expression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap((part) => partsForSources(part, level));
    case 'not':
      return partsForSources(expression.of, level);
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'text':
    case 'pattern':
    case 'near':
    case 'same_page':
      return isDecided(expression, level) ? [] : [expression];
  }
}

/** A text that an index of folded texts has. */
export interface IndexedText extends TextNeedle {
  readonly scope: IndexedScope;
}

/** Whether the index has a needle's very text: it decides for a domain without a look at the sources. */
export function isIndexed(needle: Needle): needle is IndexedText {
  if (needle.kind !== 'text' || needle.caseSensitive || needle.wholeWord !== undefined) return false;
  return isIndexedScope(needle.scope);
}

/** Fulfilled by the domains that have a rendered page. */
export const RENDERED: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'has', values: ['rendered'], negated: false },
};

/** Texts that the sources of a domain contain if one of its pages has the needle. */
function textsOf(needle: Needle): Expression {
  const { scope } = needle;
  if (isOfSource(scope)) return textsIn(needle, 'body');
  // The index knows nothing of a text that is neither in the source nor in the index, such as the address of a page.
  if (!isIndexedScope(scope)) return ALL;
  const texts = simplify(textsIn(needle, scope), 'domain');
  return texts.kind === 'constant' ? RENDERED : texts;
}

function textsIn(needle: Needle, scope: IndexedScope): Expression {
  if (needle.kind === 'text') return indexedText(foldCase(needle.text), scope);
  const pattern = parsePattern(needle.pattern);
  return pattern.ok ? expressionOf(necessaryTexts(pattern.value), scope) : ALL;
}

function expressionOf(necessity: Necessity, scope: IndexedScope): Expression {
  switch (necessity.kind) {
    case 'nothing known':
      return ALL;
    case 'text':
      return indexedText(necessity.text, scope);
    case 'all':
      return { kind: 'and', of: necessity.of.map((one) => expressionOf(one, scope)) };
    case 'any':
      return anyOf(necessity.of.map((one) => expressionOf(one, scope)));
  }
}

function indexedText(text: string, scope: IndexedScope): IndexedText {
  return { ...sourceText(text), scope };
}

function anyOf(of: readonly Expression[]): Expression {
  return { kind: 'or', of };
}
