// Queries for any of many values.
import type { estypes } from '@elastic/elasticsearch';

/** Maximum values in one query for terms; a cluster allows 65,536. */
const TERMS_AT_A_TIME = 50_000;

/** Documents with any of some values of a keyword field. */
export function anyOfValues(field: string, values: readonly string[]): estypes.QueryDslQueryContainer {
  // A query of no clause would match everything.
  if (values.length === 0) return { match_none: {} };
  const should = Array.from({ length: Math.ceil(values.length / TERMS_AT_A_TIME) }, (_, part) => ({
    terms: { [field]: values.slice(part * TERMS_AT_A_TIME, (part + 1) * TERMS_AT_A_TIME) },
  }));
  return { bool: { should, minimum_should_match: 1 } };
}
