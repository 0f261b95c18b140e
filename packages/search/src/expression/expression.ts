import { RECORD_REASONS } from '@sitegrep/site';
import type { ChangeCondition } from '../change-fields.ts';
import type { Condition } from '../filter.ts';
import type { Scope } from './scopes.ts';

/**
 * Requirements of a search: a tree of conditions on pages and domains. A pure value; `simplify` gives the form that tokens
 * and caches are bound to, storage adapters evaluate it.
 *
 * At the level `domain`, a text or pattern is fulfilled if any page of the domain has it, so `not` means that no page
 * has it. At the level `page`, and inside `same_page`, each page is looked at by itself; conditions on the domain are
 * then fulfilled by all of its pages or by none.
 *
 * At the level `version`, each version of a page is looked at by itself as pages are, and a span of time is that in which it stood.
 *
 * At the level `change`, conditions on changes are on the change itself, and all else is on its domain as it is now. At the
 * other levels, and outside of `same_change`, each condition on changes is on its own fulfilled by a domain with a change
 * that fulfils it. No `same_page` has conditions on changes, and `same_change` has nothing else.
 */
export type Expression =
  /** Fulfilled by everything, or by nothing. */
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'same_page'; readonly of: Expression }
  | Near
  | Needle
  /** A text that is a substring of the folded title, description or one of the meta keywords of the domain. */
  | { readonly kind: 'keyword'; readonly text: string }
  | { readonly kind: 'condition'; readonly condition: Condition }
  /** Fulfilled by a domain with one change that fulfils all of it. */
  | { readonly kind: 'same_change'; readonly of: Expression }
  | ChangePart
  | VersionTime
  /** Fulfilled by a domain with one version of a page that fulfils all of it. It is in no query that is written. */
  | { readonly kind: 'same_version'; readonly of: Expression };

/** A condition on a change. */
export type ChangePart = ChangeLabel | ChangeTime | ChangeBy;

/** Fulfilled by a change that added, or removed, a label. */
export interface ChangeLabel {
  readonly kind: 'change_label';
  readonly side: 'added' | 'removed';
  readonly condition: ChangeCondition;
}

/** A span of time, in seconds since the epoch; null: it has no such end. */
export interface TimeSpan {
  readonly from: number | null;
  /** The first second behind the span. */
  readonly until: number | null;
}

/** Fulfilled by a change in a span of time. */
export interface ChangeTime extends TimeSpan {
  readonly kind: 'change_time';
}

/** Fulfilled by a version that stood in a span of time. It is in canonical expressions of the level `version` alone. */
interface VersionTime extends TimeSpan {
  readonly kind: 'version_time';
}

/** Words for what a change is from; `any` stands for all of them. */
export const CHANGE_CAUSES = [...RECORD_REASONS, 'any'] as const;
type ChangeCause = (typeof CHANGE_CAUSES)[number];

/** Fulfilled by a change that is from a visit, from a new detector, or whatever it is from. */
export interface ChangeBy {
  readonly kind: 'change_by';
  readonly by: ChangeCause;
}

/** A text or pattern that is looked for in pages. */
export type Needle = TextNeedle | PatternNeedle;

export interface TextNeedle {
  readonly kind: 'text';
  /** Text, folded unless `caseSensitive`. */
  readonly text: string;
  readonly caseSensitive: boolean;
  readonly scope: Scope;
  /** Present if no letter or digit may stand right before or behind it. */
  readonly wholeWord?: true;
}

export interface PatternNeedle {
  readonly kind: 'pattern';
  /** A regular expression in RE2 syntax, as `parsePattern` of package patterns accepts it. */
  readonly pattern: string;
  readonly caseSensitive: boolean;
  readonly scope: Scope;
}

/** Two needles on one page with at most so many characters between them, in either order. */
export interface Near {
  readonly kind: 'near';
  /** One or more on either side; any of them will do. */
  readonly left: readonly Needle[];
  readonly right: readonly Needle[];
  /** Code points between the end of one match and the start of the other, 1–10,000. Overlapping matches have none. */
  readonly within: number;
}

export const ALL: Expression = { kind: 'constant', value: true };
export const NONE: Expression = { kind: 'constant', value: false };

export function and(of: readonly Expression[]): Expression {
  return { kind: 'and', of };
}

export function or(of: readonly Expression[]): Expression {
  return { kind: 'or', of };
}

export function not(of: Expression): Expression {
  return { kind: 'not', of };
}

/** The needle of a text that may stand anywhere in the source of a page. @param text folded */
export function sourceText(text: string): TextNeedle {
  return { kind: 'text', text, caseSensitive: false, scope: 'body' };
}

/** Every part of an expression, itself included, parents first. */
export function* partsOf(expression: Expression): Generator<Expression> {
  yield expression;
  switch (expression.kind) {
    case 'and':
    case 'or':
      for (const one of expression.of) yield* partsOf(one);
      break;
    case 'not':
    case 'same_page':
    case 'same_change':
    case 'same_version':
      yield* partsOf(expression.of);
      break;
    case 'near':
      yield* expression.left;
      yield* expression.right;
      break;
    case 'constant':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'condition':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
  }
}

/** Tells whether an expression has a condition on changes. */
export function isOnChanges(expression: Expression): boolean {
  return Iterator.from(partsOf(expression)).some(isChangePart);
}

export function isChangePart(part: Expression): part is ChangePart {
  return part.kind === 'change_label' || part.kind === 'change_time' || part.kind === 'change_by';
}

/** Number of texts, patterns, conditions and other parts that are not mere joints. */
export function countParts(expression: Expression): number {
  let parts = 0;
  for (const { kind } of partsOf(expression)) {
    if (kind !== 'and' && kind !== 'or' && kind !== 'not') parts++;
  }
  return parts;
}

/** The needles that matching pages have, in the order in which they are written: those under no negation. */
export function wantedNeedles(expression: Expression): readonly Needle[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(wantedNeedles);
    case 'same_page':
    case 'same_version':
      return wantedNeedles(expression.of);
    case 'near':
      return [...expression.left, ...expression.right];
    case 'text':
    case 'pattern':
      return [expression];
    case 'not':
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
      return [];
  }
}
