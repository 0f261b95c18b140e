// The reading of a search by the query language: its form, its query, and what it asks for.
import { randomBytes } from 'node:crypto';
import { checker, ITEM_FIELD_NAMES, ITEM_FIELDS, ITEM_PROPERTIES, SearchRequest } from '@sitegrep/contract';
import {
  checkAnswerSize,
  deriveTokenKey,
  didYouMeanField,
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
import { furtherFields } from '@sitegrep/tables/format';
import { badRequest, Failure } from './failure.ts';
import { requireLatest } from './latest.ts';
import { KNOWN_VALUES } from './known-values.ts';

const checkSearch = checker(SearchRequest);

interface ReadQuery {
  readonly query: Query;
  /** Fields that items have besides the usual ones. */
  readonly fields: readonly RecordField[];
  /** True if items have what happened last. */
  readonly latest: boolean;
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
  if (body.latest === true) requireLatest(query);
  const size = checkAnswerSize(query);
  if (!size.ok) throw badRequest(size.error);
  return {
    query,
    fields,
    latest: body.latest === true,
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

/** Fields that items have only as a request asks for them. @throws Failure bad_request if items of the level do not have one */
export function fieldsOf(
  { fields = [] }: Pick<SearchRequest, 'fields'>,
  level: Level,
): readonly RecordField[] {
  requireOfLevel('fields', fields, level);
  return furtherFields(fields);
}

/**
 * Checks names of fields.
 *
 * @param list member of the request that has the names
 * @param values names of the values that items have besides their fields
 * @throws Failure bad_request if items of the level do not have one
 */
export function requireOfLevel(
  list: 'columns' | 'fields',
  names: readonly string[],
  level: Level,
  values: readonly string[] = [],
): void {
  const known: readonly string[] = [...ITEM_FIELDS[level], ...values];
  const index = names.findIndex((name) => !known.includes(name));
  const name = names[index];
  if (name === undefined) return;
  throw badRequest({
    field: `${list}[${index}]`,
    problem: `is ${name}, which items of level ${level} do not have`,
    remedy: `${isOfOtherLevel(name) ? '' : didYouMeanField(name, known)}use some of ${known.join(', ')}`,
  });
}

function isOfOtherLevel(name: string): boolean {
  return ITEM_FIELD_NAMES.some((field) => field === name);
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
