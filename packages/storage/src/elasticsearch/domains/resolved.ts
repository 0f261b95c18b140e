// What was looked up for the conditions of a search that no query of Elasticsearch can say; resolve.ts looks it up.
import type { Condition, Regex } from '@sitegrep/search';

/** Values of conditions, by the keys of these. */
export interface Resolved {
  /** The labels that fulfil each condition on versions, by `rangeKey`. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
  /** The values of its field that match each regular expression, by `regexKey`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export const NOTHING_RESOLVED: Resolved = { versions: new Map(), values: new Map() };

/** A condition on versions. */
export type VersionRange = Pick<Extract<Condition, { readonly kind: 'versions' }>, 'field' | 'of' | 'range'>;

export function rangeKey({ field, of, range }: VersionRange): string {
  return JSON.stringify([field, of, range]);
}

/** Names a regular expression on a field; whether it is negated is of no consequence. */
export function regexKey({ field, pattern }: Pick<Regex, 'field' | 'pattern'>): string {
  return JSON.stringify([field, pattern]);
}
