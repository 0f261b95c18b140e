import { SEARCH_BOUNDS } from './bounds.ts';
import { ALL, wantedNeedles, type Expression } from './expression/expression.ts';
import { textNeedle } from './expression/needles.ts';
import { patternFault, patternsOf, textFault } from './expression/query-work.ts';
import { canonicalText, simplify } from './expression/simplify.ts';
import { readTree } from './expression/tree.ts';
import { parseExtract, type ExtractionInput } from './extraction.ts';
import { type FacetInput, parseFacets } from './facets.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import type { KnownValues } from './known-values.ts';
import type { NoteTaker } from './language/notes.ts';
import { readQuery } from './language/read-query.ts';
import type { Level } from './levels.ts';
import { parseOrder } from './order.ts';
import { parseLimit, parseStart, type Query } from './query.ts';
import type { Snippets } from './terms.ts';
import type { TokenKey } from './token.ts';

/** A search by the query language as it comes in; the names are those of the HTTP request. */
export interface QueryInput {
  /** Text of a query. */
  readonly q?: string;
  /** Whether `q` is one text, as it stands. */
  readonly literal?: boolean;
  /** A query as a tree. */
  readonly query?: unknown;
  readonly order_by?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly offset_token?: string;
  readonly snippets?: { readonly per_item?: number; readonly around?: number; readonly lines?: number };
  readonly extract?: readonly ExtractionInput[];
  readonly facets?: readonly FacetInput[];
}

/**
 * Reads and checks a search by the query language. Neither text nor tree: everything.
 *
 * @param tokenKey key that the tokens of earlier answers were sealed with
 * @param known values of fields of closed sets; conditions on others are not checked
 * @param note called with what the text may not have been meant to say
 */
export function parseSearch<L extends Level>(
  level: L,
  input: QueryInput,
  tokenKey: TokenKey,
  known: KnownValues = {},
  note: NoteTaker = () => undefined,
): Parsed<Query<L>> {
  const written = readEither(input, known, note);
  if (!written.ok) return written;
  const where = simplify(written.value, level);
  const snippets = snippetsOf(written.value, input.snippets);
  if (level === 'change') {
    const name = (['snippets', 'extract'] as const).find((one) => input[one] !== undefined);
    if (name !== undefined)
      return invalid(
        name,
        'is given with level change',
        'leave it out: a change has no sources; ask for it with level domain or page and change:( … )',
      );
  }
  const extract = parseExtract(input.extract ?? []);
  if (!extract.ok) return extract;
  const captures = extract.value.flatMap((one) => (one.kind === 'pattern' ? [one.pattern] : []));
  const tooLarge = patternFault('extract', captures);
  if (tooLarge !== null) return { ok: false, error: tooLarge };
  const limit = parseLimit(input.limit ?? SEARCH_BOUNDS.defaultLimit);
  if (!limit.ok) return limit;
  const facets = parseFacets(level, input.facets ?? [], written.value, known);
  if (!facets.ok) return facets;
  const further = {
    limit: limit.value,
    ...(snippets === null ? {} : { snippets }),
    ...(extract.value.length === 0 ? {} : { extract: extract.value }),
    ...(facets.value.length === 0 ? {} : { facets: facets.value }),
  };
  const order = parseOrder(level, input.order_by ?? []);
  if (!order.ok) return order;
  const criteria = { level, where, order: order.value };
  const from = parseStart(input, criteria, limit.value, tokenKey);
  return from.ok ? { ok: true, value: { ...criteria, ...further, from: from.value } } : from;
}

/**
 * The expression of a text or of a tree, as it is written.
 *
 * @param note called with what a text may not have been meant to say
 */
export function readEither(
  { q, query, literal = false }: Pick<QueryInput, 'q' | 'query' | 'literal'>,
  known: KnownValues,
  note: NoteTaker = () => undefined,
): Parsed<Expression> {
  if (q !== undefined && query !== undefined) {
    return invalid('query', 'is given beside q', 'give one of the two: they say the same in two forms');
  }
  if (literal) {
    if (query !== undefined) return invalid('literal', 'is given beside query', 'leave it out, or give q');
    return q === undefined || q === '' ? { ok: true, value: ALL } : readLiteral(q);
  }
  const tooLong = textFault(query);
  if (tooLong !== null) return { ok: false, error: tooLong };
  const read = query === undefined ? readQuery(q ?? '', known, note) : readTree(query, known, note);
  if (!read.ok) return read;
  const tooLarge = patternFault(query === undefined ? 'q' : 'query', patternsOf(read.value));
  return tooLarge === null ? read : { ok: false, error: tooLarge };
}

function readLiteral(q: string): Parsed<Expression> {
  const needle = textNeedle(q, { caseSensitive: false, scope: 'body' });
  if ('kind' in needle) return { ok: true, value: needle };
  return invalid('q', `cannot be looked for: ${needle.problem}`, needle.remedy);
}

/** Matches to show of all needles that a match has, each once; null: none were asked for. */
function snippetsOf(written: Expression, wish: QueryInput['snippets']): Snippets | null {
  if (wish === undefined) return null;
  const { defaultMatches, defaultAround, maxAround } = SEARCH_BOUNDS;
  const needles = new Map(wantedNeedles(written).map((needle) => [canonicalText(needle), needle]));
  const sought = Array.from(needles.values(), (needle) => ({
    term: needle.kind === 'text' ? needle.text : needle.pattern,
    needle,
  }));
  return {
    sought,
    perNeedle: wish.per_item ?? defaultMatches,
    around: wish.around ?? (wish.lines === undefined ? defaultAround : maxAround),
    ...(wish.lines !== undefined && { lines: wish.lines }),
    isComplete: false,
  };
}
