// Expressions as trends evaluate them: conditions on labels whose changes are recorded, and the rest, which is taken as it is now.
import {
  type CHANGE_FIELDS,
  changeChoices,
  type ChangeChoice,
  isChangeField,
  isChangeMatchField,
} from './change-fields.ts';
import { type Condition, isNegated, isValueCondition } from './filter.ts';
import { type Expression, partsOf } from './expression/expression.ts';

/** A condition on labels whose changes are recorded. It is fulfilled by a domain that has a label of any of the choices. */
interface TrendLeaf {
  readonly choices: readonly ChangeChoice[];
}

/** An expression with what it needs to know of a domain. */
export interface TrendPlan {
  readonly leaves: readonly TrendLeaf[];
  /** Parts without such conditions, in canonical form. */
  readonly rest: readonly Expression[];
  /**
   * Tells whether a domain fulfils it.
   *
   * @param leaves for each whether the domain has a label of it: above 0 if so
   * @param rest for each whether the domain fulfils it: above 0 if so
   */
  readonly isFulfilled: (leaves: ArrayLike<number>, rest: ArrayLike<number>) => boolean;
  /** Names of what may have changed without a record; empty if the plan is exact for the past, too. */
  readonly asOfNow: readonly string[];
}

type Test = TrendPlan['isFulfilled'];

/** @param where in canonical form of level `domain` */
export function trendPlan(where: Expression): TrendPlan {
  const leaves: TrendLeaf[] = [];
  const rest: Expression[] = [];

  function testOf(part: Expression): Test {
    if (!hasLeaf(part)) return restTest(part);
    switch (part.kind) {
      case 'and': {
        const tests = grouped(part.kind, part.of).map(testOf);
        return (labels, others) => tests.every((test) => test(labels, others));
      }
      case 'or': {
        const tests = grouped(part.kind, part.of).map(testOf);
        return (labels, others) => tests.some((test) => test(labels, others));
      }
      case 'not': {
        const test = testOf(part.of);
        return (labels, others) => !test(labels, others);
      }
      case 'condition':
        return leafTest(part.condition);
      case 'constant':
      case 'same_page':
      case 'near':
      case 'text':
      case 'pattern':
      case 'keyword':
      case 'same_change':
      case 'change_label':
      case 'change_time':
      case 'change_by':
      case 'version_time':
      case 'same_version':
        return restTest(part);
    }
  }

  function restTest(part: Expression): Test {
    const index = rest.push(part) - 1;
    return (_, others) => (others[index] ?? 0) > 0;
  }

  function leafTest(condition: Condition): Test {
    const index = leaves.push({ choices: choicesOf(condition) ?? [] }) - 1;
    const wanted = !isNegated(condition);
    return (labels) => (labels[index] ?? 0) > 0 === wanted;
  }

  const isFulfilled = testOf(where);
  return { leaves, rest, isFulfilled, asOfNow: [...new Set(rest.flatMap(unrecordedIn))] };
}

/** Parts without leaves together, since one search finds what fulfils all of them. */
function grouped(kind: 'and' | 'or', of: readonly Expression[]): readonly Expression[] {
  const others = of.filter((part) => !hasLeaf(part));
  return others.length < 2 ? of : [...of.filter(hasLeaf), { kind, of: others }];
}

/** Tells whether a part has a condition on recorded labels that is on the domain. */
function hasLeaf(part: Expression): boolean {
  switch (part.kind) {
    case 'and':
    case 'or':
      return part.of.some(hasLeaf);
    case 'not':
      return hasLeaf(part.of);
    case 'condition':
      return choicesOf(part.condition) !== null;
    case 'constant':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return false;
  }
}

/** Fields whose recorded labels are not their values: ranks in steps, texts that are cut. */
const OTHERWISE_RECORDED: ReadonlySet<string> = new Set<keyof typeof CHANGE_FIELDS>([
  'rank',
  'title',
  'description',
]);

/** The labels that a condition looks at; null: their changes are not recorded. */
function choicesOf(condition: Condition): readonly ChangeChoice[] | null {
  // Of conditions on values, labels fulfil those alone that name values.
  if (isValueCondition(condition) && condition.kind !== 'any_of') return null;
  switch (condition.kind) {
    case 'any_of': {
      const { field, values } = condition;
      if (!isChangeField(field) || OTHERWISE_RECORDED.has(field)) return null;
      return changeChoices({ kind: 'any_of', field, values: values.map(String) });
    }
    case 'in_list':
      return null;
    case 'versions':
      return changeChoices(condition);
    case 'matching': {
      const { kind, field, value } = condition;
      return isChangeMatchField(field) ? changeChoices({ kind, field, value }) : null;
    }
  }
}

/** Fields of domains that never change. */
const FIXED: ReadonlySet<string> = new Set(['domain', 'tld', 'registrable_domain', 'first_visited']);

/** Names of what an expression looks at that may have changed without a record. */
export function unrecordedIn(part: Expression): readonly string[] {
  return Array.from(partsOf(part), (one): string | null => {
    switch (one.kind) {
      case 'condition':
        return FIXED.has(one.condition.field) ? null : one.condition.field;
      case 'text':
      case 'pattern':
      case 'near':
        return 'texts and patterns';
      case 'keyword':
        return 'keywords';
      case 'same_change':
      case 'change_label':
      case 'change_time':
      case 'change_by':
      case 'version_time':
      case 'same_version':
        return 'changes';
      case 'constant':
      case 'and':
      case 'or':
      case 'not':
      case 'same_page':
        return null;
    }
  }).filter((name) => name !== null);
}
