// The reading of a search by the query language: its form, its query, and what it asks for.
import { randomBytes } from 'node:crypto';
import { checker, ITEM_FIELDS, ITEM_PROPERTIES, SearchRequest } from '@sitegrep/contract';
import {
  checkAnswerSize,
  deriveTokenKey,
  type FacetInput,
  type Level,
  type Note,
  type NoteTaker,
  parseSearch,
  type Query,
  type TokenKey,
} from '@sitegrep/search';
import type { RecordField } from '@sitegrep/site';
import { requireValid } from './body.ts';
import { furtherFields } from './export/format.ts';
import { badRequest, Failure } from './failure.ts';
import { KNOWN_VALUES } from './known-values.ts';

const checkSearch = checker(SearchRequest);

interface ReadQuery {
  readonly query: Query;
  /** Fields that items have besides the usual ones. */
  readonly fields: readonly RecordField[];
  /** Whether only the total and facets are wanted. */
  readonly countOnly: boolean;
  /** Facets as the request has them. */
  readonly facets: readonly FacetInput[];
  /** Text that the query was read from; null: it is not read from one. */
  readonly text: string | null;
  readonly notes: readonly Note[];
}

/** @throws Failure bad_request */
export function readQueryRequest(json: unknown, key: TokenKey): ReadQuery {
  const body = requireValid(checkSearch(json));
  const notes: Note[] = [];
  const query = requireQuery(body, key, (note) => notes.push(note));
  const fields = fieldsOf(body, query.level);
  const size = checkAnswerSize(query);
  if (!size.ok) throw badRequest(size.error);
  return {
    query,
    fields,
    countOnly: body.count_only === true,
    facets: body.facets ?? [],
    text: body.literal === true ? null : (body.q ?? null),
    notes,
  };
}

/** @throws Failure bad_request */
export function requireQuery(
  { level = 'domain', ...input }: SearchRequest,
  key: TokenKey,
  note?: NoteTaker,
): Query {
  const query = parseSearch(level, input, key, KNOWN_VALUES, note);
  if (!query.ok) throw badRequest(query.error);
  for (const [index, { as }] of (query.value.extract ?? []).entries()) {
    if (!OWN_NAMES.has(as)) continue;
    throw badRequest({
      field: `extract[${index}].as`,
      problem: `is ${as}, which items have already`,
      remedy: 'give the value another name',
    });
  }
  return query.value;
}

/** Names that values cannot have: exports have a column for each field and each value. */
const OWN_NAMES: ReadonlySet<string> = new Set([...Object.values(ITEM_FIELDS).flat(), ...ITEM_PROPERTIES]);

/** Further fields that a request asks for. @throws Failure bad_request if items of the level have none */
export function fieldsOf(
  { fields = [] }: Pick<SearchRequest, 'fields'>,
  level: Level,
): readonly RecordField[] {
  if (fields.every((field) => ITEM_FIELDS[level].includes(field))) return furtherFields(fields);
  throw badRequest({
    field: 'fields',
    problem: `is given with level ${level}`,
    remedy: `leave it out: ${level}s have none of these fields`,
  });
}

/** Sentence about what is wrong with the JSON of a search, as the API gives it; null if nothing is. It must have no token. */
export function faultOf(request: unknown): string | null {
  try {
    readQueryRequest(request, deriveTokenKey(randomBytes(32)));
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}
