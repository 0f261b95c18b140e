import { createHash } from 'node:crypto';
import { canonicalText, type Expression } from '@sitegrep/search';

/** A technology that pages have which fulfil a query. */
export interface QueryTechnology {
  readonly name: string;
  /** Ids of its categories. */
  readonly categories: readonly number[];
  /** The query as it was written, or as the JSON of its tree. */
  readonly query: string;
  /** The query in canonical form for the level `page`. */
  readonly where: Expression;
  /** A pattern in RE2 syntax with one group, which is the version where it matches first; null: it has none. */
  readonly version: string | null;
}

/** Maximum technologies by query that a set has: each of them is decided for every page. */
export const MAX_QUERY_TECHNOLOGIES = 1_000;

/** A fault of a part of a technology, without its subject, and what helps. */
export interface QueryFault {
  readonly problem: string;
  readonly remedy: string;
}

/** Changes with everything that decides which pages have a technology, and as what. */
export function digestOfQuery({ name, categories, where, version }: QueryTechnology): string {
  const written = [name, categories.toSorted((a, b) => a - b), canonicalText(where), version];
  return createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 16);
}
