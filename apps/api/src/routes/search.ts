import {
  checker,
  type ExplainAnswer,
  type FacetAnswer,
  type FoundChange,
  ExplainRequest,
  NoParameters,
  parameterChecker,
  parseTimestamp,
  type SearchAnswer,
  SearchExportRequest,
  SearchParameters,
  type TranslateAnswer,
  TranslateRequest,
} from '@sitegrep/contract';
import {
  domainsMatching,
  onDomains,
  FACET_FIELDS,
  feedCursor,
  isChangeFacet,
  isFeed,
  facetInputOf,
  type FacetCounts,
  type FacetInput,
  necessaryFor,
  type Note,
  partsForSources,
  type Query,
  readEither,
  signToken,
  simplify,
  treeOf,
  type TokenKey,
} from '@sitegrep/search';
import { type ItemPage, type RenderedItems, SearchProgress } from '@sitegrep/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJsonOrForm, requireValid } from '../body.ts';
import { type ExportLayout, furtherFields } from '@sitegrep/tables/format';
import { requireOfFormat, sendExport } from '../export/send-export.ts';
import { badRequest } from '../failure.ts';
import { additionsOf, foundItems } from '../found-item.ts';
import { type Addition, sendJson, withItems } from '../item-answer.ts';
import type { LatestOfItem } from '../latest.ts';
import { KNOWN_VALUES } from '../known-values.ts';
import { addOperation } from '../operation-route.ts';
import { fieldsOf, readQueryRequest, requireOfLevel, requireQuery } from '../query-request.ts';
import { queryTranslation } from '../query-translation.ts';
import { countedNotes, shownNote } from '../search-notes.ts';
import { sendWatched } from '../search-stream.ts';
import type { Searches } from '../searches.ts';

const checkLink = parameterChecker(SearchParameters);
const checkExport = checker(SearchExportRequest);
const checkExplain = checker(ExplainRequest);
const checkTranslate = checker(TranslateRequest);
const checkParameters = parameterChecker(NoParameters);

/**
 * POST and GET /search: finds domains or pages by the query language. POST /search/events: the same, and how far it is. POST
 * /search/export: the same as a stream of all results. POST /search/explain: how a query is read and answered. POST /search/translate: queries of other search engines.
 */
export function addSearchRoutes(app: FastifyInstance, searches: Searches): void {
  const { hooks } = searches;

  addOperation(app, 'search', hooks, async (request, reply) => {
    requireValid(checkParameters(request.query));
    const key = await searches.tokenKey();
    return sendJson(reply, await answerTo(request, reply, readQueryRequest(request.json, key), key));
  });

  addOperation(app, 'watchSearch', hooks, async (request, reply) => {
    requireValid(checkParameters(request.query));
    const key = await searches.tokenKey();
    const progress = new SearchProgress();
    const answer = answerTo(request, reply, readQueryRequest(request.json, key), key, progress);
    return sendWatched(request, reply, progress, answer);
  });

  addOperation(app, 'searchByLink', { onRequest: hooks.onRequest }, async (request, reply) => {
    const key = await searches.tokenKey();
    const wish = requestOf(requireValid(checkLink(request.query)));
    return sendJson(reply, await answerTo(request, reply, readQueryRequest(wish, key), key));
  });

  /** The body of the answer. @param progress gets how far the search is; absent: nobody looks */
  async function answerTo(
    request: FastifyRequest,
    reply: FastifyReply,
    { query, fields, latest, countOnly, facets, text, notes }: ReturnType<typeof readQueryRequest>,
    key: TokenKey,
    progress?: SearchProgress,
  ): Promise<string> {
    const startedAt = performance.now();
    const { page, shownNotes, recent } = await searches.withinTime(reply, async (signal) => {
      const shape = { names: 'own', fields } as const;
      const options = progress === undefined ? { signal } : { signal, progress };
      const found = await searches.items(request, countOnly ? counting(query) : query, shape, options);
      const count = async (other: Query<'domain'>): Promise<number> =>
        (await searches.search(request, other, { signal })).total;
      const isFirst = query.level === 'domain' && query.from.kind === 'offset';
      return {
        page: found,
        recent: latest && !countOnly ? await searches.latest(found.items) : null,
        shownNotes:
          isFirst && text !== null
            ? await countedNotes(text, notes, { total: found.total, count })
            : notes.map((note) => shownNote(note)),
      };
    });
    const { total, offset, next, facets: counted = [] } = page;
    const items = itemsOf(countOnly ? NO_ITEMS : page.items, recent);
    const additionOf = additionsOf(query);
    const additions: Addition = (read, index) => ({ ...additionOf(read, index), ...recent?.[index] });
    const answer: SearchAnswer = {
      success: true,
      data: {
        total_count: total,
        items_count: items.ends.length,
        offset,
        offset_token: next === null || countOnly ? '' : signToken(key, query, next),
        items: [],
        ...(countOnly ? {} : feedTokenOf(query, page, key)),
        ...(facets.length === 0 ? {} : { facets: facetAnswers(facets, query, counted) }),
        notes: [...shownNotes],
        took_ms: Math.round(performance.now() - startedAt),
      },
    };
    return withItems(answer, items, additions);
  }

  addOperation(app, 'exportSearch', { ...hooks, preParsing: readJsonOrForm }, async (request, reply) => {
    requireValid(checkParameters(request.query));
    const key = await searches.tokenKey();
    const { columns, bom, format, limit, ...input } = requireValid(checkExport(request.json));
    const query = requireQuery(input, key);
    const values = (query.extract ?? []).map(({ as }) => as);
    requireOfLevel('columns', columns ?? [], query.level, values);
    const further = fieldsOf(input, query.level);
    const layout: ExportLayout = {
      format: format ?? 'ndjson',
      level: query.level,
      hasMatches: query.snippets !== undefined,
      values,
      lists: (query.extract ?? []).filter(({ all }) => all).map(({ as }) => as),
      fields: furtherFields([...further, ...(columns ?? [])]),
      ...(columns === undefined ? {} : { columns }),
      ...(bom === undefined ? {} : { bom }),
    };
    requireOfFormat(layout);
    const wish = {
      layout,
      max: limit ?? Infinity,
      key,
      about: input.q ?? '',
      patienceMs: searches.timeoutMs,
    };
    return sendExport(
      request,
      reply,
      { ...wish, query, itemOf: foundItems(query, layout.fields) },
      (work) => searches.whileWanted(reply, work),
      (some, options) => searches.search(request, some, options),
    );
  });

  addExplainRoute(app, searches);

  // It searches nothing, so it does not wait in the queue of searches.
  addOperation(
    app,
    'translateQuery',
    { preParsing: hooks.preParsing },
    async (request): Promise<TranslateAnswer> => {
      requireValid(checkParameters(request.query));
      const { engine, query } = requireValid(checkTranslate(request.json));
      return { success: true, data: queryTranslation(engine, query) };
    },
  );
}

/** Adds POST /search/explain: how a query is read and answered. */
function addExplainRoute(app: FastifyInstance, searches: Searches): void {
  addOperation(app, 'explainSearch', searches.hooks, async (request, reply): Promise<ExplainAnswer> => {
    requireValid(checkParameters(request.query));
    const { level = 'domain', ...written } = requireValid(checkExplain(request.json));
    const notes: Note[] = [];
    const read = readEither(written, KNOWN_VALUES, (note) => notes.push(note));
    if (!read.ok) throw badRequest(read.error);
    const canonical = simplify(read.value, level);
    const { candidates, isExact } = necessaryFor(canonical, level, searches.unit);
    const { total } = await searches.withinTime(reply, (signal) =>
      searches.search(
        request,
        { ...domainsMatching(onDomains(candidates, level)), limit: 1, from: START },
        { signal },
      ),
    );
    return {
      success: true,
      data: {
        level,
        tree: treeOf(read.value),
        canonical: treeOf(canonical),
        candidates: treeOf(candidates),
        candidates_count: total,
        is_exact: isExact,
        looked_at: partsForSources(canonical, searches.unit).map(treeOf),
        notes: notes.map((note) => shownNote(note)),
      },
    };
  });
}

/** The token of a feed as an answer has it: for what is recorded after its items, or after where it began if it has none. */
function feedTokenOf(
  query: Query,
  { items, offset, next }: Pick<ItemPage, 'items' | 'offset' | 'next'>,
  key: TokenKey,
): Pick<SearchAnswer['data'], 'feed_token'> {
  if (!isFeed(query)) return {};
  const { from } = query;
  const before = items.ends.at(-2);
  const last = items.json.slice(before === undefined ? 0 : before + 2);
  // What an offset passes over is in no answer, so that nothing says where it ends.
  if (last === '' && from.kind === 'offset' && from.offset > 0) return {};
  const cursor =
    next ??
    (last !== ''
      ? feedCursor(query, lastRead(last), offset + items.ends.length)
      : from.kind === 'after'
        ? from.cursor
        : feedCursor(query, null, 0));
  return { feed_token: signToken(key, query, cursor) };
}

/** @param json an item of the level of changes */
function lastRead(json: string): Parameters<typeof feedCursor>[1] {
  const { recorded, domain, at } = JSON.parse(json) as FoundChange;
  return { recorded, domain, at: Math.floor((parseTimestamp(at) ?? 0) / 1_000) };
}

/** Items each of which has an addition, if anything is added besides what was read of their sources. */
function itemsOf(items: RenderedItems, recent: readonly LatestOfItem[] | null): RenderedItems {
  return recent === null ? items : { ...items, read: recent.map((_, index) => items.read[index] ?? {}) };
}

const NO_ITEMS: RenderedItems = { json: '', ends: [], read: [] };

const START = { kind: 'offset', offset: 0 } as const;

/** A search with as little in its answer as shows its total. */
function counting(query: Query): Query {
  const { snippets: _, extract: __, ...rest } = query;
  return { ...rest, limit: 1, from: START };
}

/** The counts of each facet, with what was requested. */
function facetAnswers(
  requested: readonly FacetInput[],
  { facets = [] }: Query,
  counted: readonly FacetCounts[],
): FacetAnswer[] {
  return counted.flatMap(({ values, distinct, listed, without }, index) => {
    const [facet, input] = [facets[index], requested[index]];
    const field = FACET_FIELDS.find((one) => one === input?.field);
    if (facet === undefined || field === undefined) return [];
    const of = facet.kind === 'values' || facet.kind === 'changed' ? { of: facet.of } : {};
    const implied = input?.implied === undefined ? {} : { implied: input.implied };
    const group = facet.kind === 'captures' ? { group: input?.group ?? facet.group } : {};
    const host =
      facet.kind === 'hosts'
        ? {
            ...(facet.of === null ? {} : { kind: facet.of }),
            ...(facet.isThird ? { party: 'third' as const } : {}),
          }
        : {};
    const counts = isChangeFacet(field)
      ? values.map(({ value, domains: changes }) => ({ value, changes }))
      : [...values];
    return { field, ...of, ...implied, ...group, ...host, values: counts, distinct, listed, without };
  });
}

/** The body of a request that a link stands for. @throws Failure bad_request */
function requestOf({
  order_by,
  fields,
  snippets,
  around,
  lines,
  facets,
  facet_limit,
  facet_offset,
  facet_min,
  ...same
}: SearchParameters): unknown {
  const part = Object.fromEntries(
    Object.entries({ limit: facet_limit, offset: facet_offset, min: facet_min }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const [partly] = Object.keys(part);
  if (facets === undefined && partly !== undefined) {
    throw badRequest({
      field: `facet_${partly}`,
      problem: 'is given without facets',
      remedy: 'give facets as well',
    });
  }
  const shown = Object.fromEntries(
    Object.entries({ around, lines }).filter(([, value]) => value !== undefined),
  );
  const [alone] = Object.keys(shown);
  if (snippets === undefined && alone !== undefined) {
    throw badRequest({
      field: alone,
      problem: 'is given without snippets',
      remedy: 'give snippets as well',
    });
  }
  return {
    ...same,
    ...(order_by === undefined ? {} : { order_by: order_by.split(';') }),
    ...(fields === undefined ? {} : { fields: fields.split(',') }),
    ...(facets === undefined
      ? {}
      : { facets: facets.split(',').map((one) => ({ ...facetInputOf(one), ...part })) }),
    ...(snippets === undefined ? {} : { snippets: { per_item: snippets, ...shown } }),
  };
}
