// What was looked up for the conditions of a search that no query of Elasticsearch can say; resolve.ts looks it up.
import type { ChoosingCondition, Regex } from '@sitegrep/search';

/** Values of conditions, by the keys of these. */
export interface Resolved {
  /** The labels that each condition chooses, by `choiceKey`. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** The values of its field that match each regular expression, by `regexKey`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export const NOTHING_RESOLVED: Resolved = { labels: new Map(), values: new Map() };

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
