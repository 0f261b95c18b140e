import { necessaryTexts, parsePattern, type Necessity } from '@sitegrep/patterns';
import { foldCase } from '@sitegrep/fold';
import type { Level } from '../levels.ts';
import { ALL, sourceText, type Expression, type Needle, type TextNeedle } from './expression.ts';
import { type IndexedScope, isIndexedScope, isWholeScope, type RangeScope, type Scope } from './scopes.ts';
import { simplify, simplifyPart } from './simplify.ts';

/** Unit by which an index knows texts: on which pages one stands, or also in which scopes of those. */
export type IndexUnit = 'page' | 'zone';

/** The share of an expression that an index of folded sources and of facts decides. */
export interface Necessary {
  /**
   * A condition that whatever matches fulfils, made of what an index decides: texts in scopes that it has, without regard to case,
   * keywords, conditions, and `and`, `or`, `not` of these. It is on items of the level, and may have `same_page`.
   */
  readonly candidates: Expression;
  /** True if whatever fulfils it matches; false if the sources have to decide. */
  readonly isExact: boolean;
}

/**
 * The part of an expression that an index decides.
 *
 * @param expression simplified
 */
export function necessaryFor(expression: Expression, level: Level, unit: IndexUnit): Necessary {
  const index = { unit, hasLabels: level !== 'version' };
  const candidates = simplifyPart(candidatesFor(expression, index), level);
  return { candidates, isExact: isDecided(expression, unit) };
}

/** Whether the index decides an expression without a look at the sources. */
export function isDecided(expression: Expression, unit: IndexUnit): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
      return true;
    case 'text':
    case 'pattern':
      return isIndexed(expression, unit);
    case 'near':
      return false;
    case 'same_page':
    case 'same_version':
      return isDecided(expression.of, unit);
    case 'and':
    case 'or':
      return expression.of.every((part) => isDecided(part, unit));
    case 'not':
      return isDecided(expression.of, unit);
  }
}

/** Knowledge of an index about texts. */
interface KnownOfTexts {
  readonly unit: IndexUnit;
  /** True if the labels of a domain tell which of its items have a text of a scope: of versions they do not. */
  readonly hasLabels: boolean;
}

function candidatesFor(expression: Expression, index: KnownOfTexts): Expression {
  switch (expression.kind) {
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
      return expression;
    case 'text':
    case 'pattern':
      return onOnePage(textsOf(expression, index));
    case 'near': {
      const sides = [expression.left, expression.right].map((side) =>
        anyOf(side.map((needle) => textsOf(needle, index))),
      );
      return onOnePage({ kind: 'and', of: sides });
    }
    case 'same_page':
      return onOnePage(candidatesFor(expression.of, index));
    case 'same_version':
      return { kind: 'same_version', of: candidatesFor(expression.of, { ...index, hasLabels: false }) };
    case 'and':
    case 'or':
      return { kind: expression.kind, of: expression.of.map((part) => candidatesFor(part, index)) };
    case 'not':
      return isDecided(expression.of, index.unit) ? expression : ALL;
  }
}

function onOnePage(of: Expression): Expression {
  return { kind: 'same_page', of };
}

/**
 * The parts of an expression that the sources decide: the largest ones in which nothing but the sources can tell.
 *
 * @param expression simplified
 */
export function partsForSources(expression: Expression, unit: IndexUnit): readonly Expression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap((part) => partsForSources(part, unit));
    case 'not':
      return partsForSources(expression.of, unit);
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'text':
    case 'pattern':
    case 'near':
    case 'same_page':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return isDecided(expression, unit) ? [] : [expression];
  }
}

/** A text that an index of folded texts has: anywhere in a scope that it has as a whole, or in ranges of the source. */
export interface IndexedText extends TextNeedle {
  readonly scope: IndexedScope | RangeScope;
}

/** Tells whether the index has the very text of a needle, so that it decides without the sources. */
export function isIndexed(needle: Needle, unit: IndexUnit): needle is IndexedText {
  if (needle.kind !== 'text' || needle.caseSensitive || needle.wholeWord !== undefined) return false;
  return hasScope(needle.scope, unit);
}

function hasScope(scope: Scope, unit: IndexUnit): scope is IndexedScope | RangeScope {
  return isIndexedScope(scope) || (unit === 'zone' && !isWholeScope(scope));
}

/** Fulfilled by the domains that have a page with a text of a scope, if not all pages have one; null: all have. */
export function havingScope(scope: Scope): Expression | null {
  return scope === 'body' || scope === 'url' || !isIndexedScope(scope) ? null : HAVING[scope];
}

/** Scopes of which not all pages have a text; each expression is one object, which others are compared with. */
const HAVING: Readonly<Record<Exclude<IndexedScope, 'body' | 'url'>, Expression>> = {
  rendered: havingAny('rendered'),
  dns: havingAny('dns'),
  headers: havingAny('headers'),
  cookies: havingAny('cookies'),
  file: havingAny('file'),
};

function havingAny(value: string): Expression {
  return { kind: 'condition', condition: { kind: 'any_of', field: 'has', values: [value], negated: false } };
}

/** Texts that a page has if it has the needle. */
function textsOf(needle: Needle, { unit, hasLabels }: KnownOfTexts): Expression {
  const { scope } = needle;
  if (!hasScope(scope, unit)) return textsIn(needle, 'body');
  const texts = textsIn(needle, scope);
  const having = hasLabels ? havingScope(scope) : null;
  if (having === null) return texts;
  const simple = simplify(texts, 'domain');
  return simple.kind === 'constant' ? having : simple;
}

function textsIn(needle: Needle, scope: IndexedText['scope']): Expression {
  if (needle.kind === 'text') return indexedText(foldCase(needle.text), scope);
  const pattern = parsePattern(needle.pattern);
  return pattern.ok ? expressionOf(necessaryTexts(pattern.value), scope) : ALL;
}

function expressionOf(necessity: Necessity, scope: IndexedText['scope']): Expression {
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

function indexedText(text: string, scope: IndexedText['scope']): IndexedText {
  return { ...sourceText(text), scope };
}

function anyOf(of: readonly Expression[]): Expression {
  return { kind: 'or', of };
}
