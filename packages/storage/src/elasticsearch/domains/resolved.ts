// What was looked up for the conditions of a search that no query of Elasticsearch can say; resolve.ts looks it up.
import type { ChangeLabel, ChoosingCondition, Regex } from '@sitegrep/search';
import type { KindedLabel } from '@sitegrep/site';

/** Values of conditions, by the keys of these. */
export interface Resolved {
  /** The labels that each condition chooses, by `choiceKey`. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** The values of its field that match each regular expression, by `regexKey`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The labels of changes that each condition on changes chooses, by `changeKey`. */
  readonly changes: ReadonlyMap<string, readonly KindedLabel[]>;
}

export const NOTHING_RESOLVED: Resolved = { labels: new Map(), values: new Map(), changes: new Map() };

/** Names a condition that chooses among labels; whether it is negated is of no consequence. */
export function choiceKey(condition: ChoosingCondition): string {
  const { kind, field } = condition;
  return JSON.stringify(
    kind === 'matching' ? [field, condition.value] : [field, condition.of, condition.range],
  );
}

/** Names a regular expression on a field; whether it is negated is of no consequence. */
export function regexKey({ field, pattern }: Pick<Regex, 'field' | 'pattern'>): string {
  return JSON.stringify([field, pattern]);
}

/** Names a condition on the labels of changes. */
export function changeKey({ side, condition }: ChangeLabel): string {
  return JSON.stringify([side, condition]);
}
