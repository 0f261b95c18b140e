// The criteria of a saved search, as a request has them.
import type { PutSavedSearchRequest } from '@sitegrep/contract';
import { type Expression, parseSearch, type TokenKey, withAges } from '@sitegrep/search';
import { listsIn, type SearchLevel } from '@sitegrep/storage';
import { badRequest } from '../failure.ts';
import { KNOWN_VALUES } from '../known-values.ts';

export interface SavedCriteria {
  readonly level: SearchLevel;
  /** The expression in canonical form for the level. */
  readonly where: Expression;
  /** The query as it was written; null: it was given as a tree. */
  readonly q: string | null;
}

/** @throws Failure bad_request */
export function readCriteria(body: PutSavedSearchRequest, key: TokenKey): SavedCriteria {
  const { q, query, literal, level = 'domain' } = body;
  if (q === undefined && query === undefined)
    throw badRequest({
      field: 'The body',
      problem: 'has no query',
      remedy: 'give q or query; {"query": {"all": true}} is every domain',
    });
  const input = {
    ...(q === undefined ? {} : { q }),
    ...(query === undefined ? {} : { query }),
    ...(literal === undefined ? {} : { literal }),
  };
  const { value: read, ages } = withAges(() => parseSearch(level, input, key, KNOWN_VALUES));
  if (!read.ok) throw badRequest(read.error);
  const { where } = read.value;
  const [age] = ages;
  if (age !== undefined)
    throw badRequest({
      field: q === undefined ? 'query' : 'q',
      problem: `has the age ${age}, which is another day tomorrow, while a search is decided only when a domain is put`,
      remedy: 'write a day in its place, for instance >2026-10-01, or leave it out: events have their time',
    });
  const [saved] = listsIn(where, 'saved');
  if (saved !== undefined)
    throw badRequest({
      field: q === undefined ? 'query' : 'q',
      problem: `names the saved search ${saved}, and one may not depend on another`,
      remedy: `write its criteria in its place; GET /searches/${saved} shows them`,
    });
  return { level, where, q: q ?? null };
}
