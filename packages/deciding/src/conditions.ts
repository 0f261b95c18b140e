import {
  type Condition,
  isNegated,
  isValueCondition,
  labelChoice,
  LABEL_FIELDS,
  type LabelCondition,
  testOfValue,
} from '@sitegrep/search';
import { type KnownDomain, type Labels, sortValue } from '@sitegrep/site';

/** A domain, and what is known of it besides its pages. */
export interface ListedDomain extends KnownDomain {
  /** The names of the lists of domains that it is in. */
  readonly lists: ReadonlySet<string>;
}

/** Tells whether a site fulfils a condition. @param labels those of the site, its first visit included */
export type ConditionTest = (site: ListedDomain, labels: Labels) => boolean;

export function testOfCondition(condition: Condition): ConditionTest {
  const test = positiveTest(condition);
  return isNegated(condition) ? (site, labels) => !test(site, labels) : test;
}

function positiveTest(condition: Condition): ConditionTest {
  if (condition.kind === 'in_list') return ({ lists }) => condition.values.some((name) => lists.has(name));
  if (!isValueCondition(condition)) return testOfLabels(condition);
  const { field } = condition;
  const isFulfilled = testOfValue(condition);
  return (site) => isFulfilled(sortValue(field, site));
}

function testOfLabels(condition: LabelCondition): ConditionTest {
  if (condition.kind === 'any_of') {
    const kinds = LABEL_FIELDS[condition.field];
    const values = new Set(condition.values.map(String));
    return (_, labels) => kinds.some((kind) => labels[kind].some((label) => values.has(label)));
  }
  const { kind, prefix, among } = labelChoice(condition);
  return (_, labels) => {
    const some = labels[kind].filter((label) => label.startsWith(prefix));
    return some.length > 0 && among(some).length > 0;
  };
}
