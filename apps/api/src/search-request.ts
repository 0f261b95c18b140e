// The reading of a search for terms: its form, its conditions, and what it asks for.
import { checker, HtmlSearchRequest } from '@sitegrep/contract';
import {
  checkAnswerSize,
  type Expression,
  parseQuery,
  type Query,
  type SearchInput,
  type TokenKey,
} from '@sitegrep/search';
import { specifiedName } from '@sitegrep/site';
import { requireValid } from './body.ts';
import { furtherFields } from '@sitegrep/tables/format';
import { badRequest } from './failure.ts';
import { KNOWN_VALUES } from './known-values.ts';

const checkSearch = checker(HtmlSearchRequest);

interface ReadSearch {
  readonly query: Query<'domain'>;
  /** Fields that items have besides the usual ones. */
  readonly fields: ReturnType<typeof furtherFields>;
}

/** @throws Failure bad_request */
export function readSearch(json: unknown, key: TokenKey): ReadSearch {
  const body = requireValid(checkSearch(json));
  const query = requireQuery(body, key);
  const fields = furtherFields(body.fields ?? [], specifiedName);
  const size = checkAnswerSize(query);
  if (!size.ok) throw badRequest(size.error);
  return { query, fields };
}

/** @param further requirement besides those of the input @throws Failure bad_request */
export function requireQuery(
  input: SearchInput,
  key: TokenKey,
  further: Expression | null = null,
): Query<'domain'> {
  const query = parseQuery(input, key, KNOWN_VALUES, further);
  if (!query.ok) throw badRequest(query.error);
  return query.value;
}
