// Answers searches for pages. Sources decide which pages match; what is shown of them is in the list of each document.
import type { OrderRule, PageQuery } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import type { PageHit, PageSearchPage, SearchOptions } from '../../domains.ts';
import { SearchAborted } from '../../errors.ts';
import type { Walk } from '../../walk.ts';
import { readsHits, wishOf } from '../../texts/hit-wish.ts';
import { compareValues, domainRulesOf, isAfter, pageValue, startOf } from '../../result-order.ts';
import { countFacets, documentsOf } from './facets.ts';
import { type FoundInOrder, nextPart } from './ahead.ts';
import { FirstInOrder } from './first-in-order.ts';
import { type SearchParts, withinTime } from './search.ts';
import { parseVersions } from './stored.ts';
import { atPointInTime, holdPoint, incomplete, type PointInTime, readSources } from './stored-pages.ts';
import type { Match } from './verifier.ts';

export async function searchPages(
  parts: SearchParts,
  query: PageQuery,
  options: SearchOptions,
): Promise<PageSearchPage> {
  const { signal } = options;
  const endsAt = performance.now() + (options.budgetMs ?? Infinity);
  if (signal?.aborted === true) throw new SearchAborted('the search was aborted');
  if (options.walk !== undefined && query.facets === undefined) {
    return await walkedPages(parts, query, options, options.walk);
  }
  return await atPointInTime(parts.client, parts.alias, signal, async (point) => {
    const { from, facets } = query;
    const matched: Match[] = [];
    const task = { parts, point, query, signal };
    const {
      total,
      items: shown,
      isCut,
    } = await found(task, options, (match) => {
      if (facets !== undefined) matched.push(match);
    });
    const end = shown.at(-1);
    const { offset } = startOf(from);
    const isLast = end === undefined || !isCut;
    const next = isLast ? null : { values: end.hit.sortValues, offset: offset + shown.length };
    const hits = readsHits(query)
      ? await withSources(task, shown, withinTime(options, endsAt))
      : shown.map(({ hit }) => hit);
    if (facets === undefined) return { total, offset, hits, next };
    const work = { client: parts.client, sources: parts.sources, point, options };
    return { total, offset, hits, next, facets: await countFacets(work, facets, documentsOf(matched)) };
  });
}

/** Pages that a walk finds in one go. */
const AHEAD = 5_000;

/** A search that is a part of a walk: the sources decide once for many parts. */
async function walkedPages(
  parts: SearchParts,
  query: PageQuery,
  options: SearchOptions,
  walk: Walk,
): Promise<PageSearchPage> {
  const { client, alias } = parts;
  const { signal } = options;
  const { from, limit } = query;
  const endsAt = performance.now() + (options.budgetMs ?? Infinity);
  const ahead = { ...query, limit: Math.max(limit, AHEAD) };
  return await nextPart<SortedPage, PageSearchPage>(walk, {
    from,
    limit,
    valuesOf: ({ hit }) => hit.sortValues,
    hold: () => holdPoint(client, alias, signal),
    find: (point) => found({ parts, point, query: ahead, signal }, options, () => {}),
    async show(point, { items, ...page }) {
      const task = { parts, point, query, signal };
      const hits = readsHits(query)
        ? await withSources(task, items, withinTime(options, endsAt))
        : items.map(({ hit }) => hit);
      return { ...page, hits };
    },
  });
}

/** Up to `limit` pages from the position of the query on. @param see gets each document that matches */
async function found(
  task: Task,
  options: SearchOptions,
  see: (match: Match) => void,
): Promise<FoundInOrder<SortedPage>> {
  const { parts, point, query } = task;
  const { where, level, order, limit } = query;
  const fields = order.flatMap(({ field }) => (field === 'url' || field === 'fetched_at' ? [] : [field]));
  const matching = seen(parts.verifier.matching(point, { where, level, fields }, options), see);
  const byDomain = domainRulesOf(order);
  const { total, pages } =
    byDomain === null ? await allSorted(task, matching) : await sortedByDomain(task, matching, byDomain);
  return { total, items: pages.slice(0, limit), isCut: pages.length > limit };
}

/** The same matches, each of which `see` gets. */
async function* seen(matching: AsyncIterable<Match>, see: (match: Match) => void): AsyncGenerator<Match> {
  for await (const match of matching) {
    see(match);
    yield match;
  }
}

interface Task {
  readonly parts: SearchParts;
  readonly point: PointInTime;
  readonly query: PageQuery;
  readonly signal: AbortSignal | undefined;
}

/** A page that matches. */
interface SortedPage {
  readonly hit: PageHit;
  /** Number of the page in its document. */
  readonly number: number;
  /** Bytes of all pages of the document. */
  readonly compressedBytes: number;
}

interface SortedPages {
  /** Number of all pages that match. */
  readonly total: number;
  /** Those that are sought, in order, and one more if there is one. */
  readonly pages: readonly SortedPage[];
}

/** Documents whose lists of pages are read together. */
const LISTS_AT_A_TIME = 100;

/** Pages of any order: the lists of all documents are read. */
async function allSorted(task: Task, matching: AsyncIterable<Match>): Promise<SortedPages> {
  const { order, from, limit } = task.query;
  const { skip, last } = startOf(from);
  const compare = compareValues(order);
  const first = new FirstInOrder<SortedPage>(
    (a, b) => compare(a.hit.sortValues, b.hit.sortValues),
    skip + limit + 1,
  );
  let total = 0;
  let some: Match[] = [];
  const addSome = async (): Promise<void> => {
    for (const pages of await pagesOf(task, some)) {
      total += pages.length;
      for (const page of pages) if (isAfter(order, page.hit.sortValues, last)) first.add(page);
    }
    some = [];
  };
  for await (const match of matching) if (some.push(match) === LISTS_AT_A_TIME) await addSome();
  await addSome();
  return { total, pages: first.sorted().slice(skip) };
}

/** Pages of an order in which those of a domain follow each other: only the lists of documents that are shown are read. */
async function sortedByDomain(
  task: Task,
  matching: AsyncIterable<Match>,
  byDomain: readonly OrderRule[],
): Promise<SortedPages> {
  const { order, from, limit } = task.query;
  const { skip, last } = startOf(from);
  const lastDomain = last?.slice(0, byDomain.length) ?? null;
  const compareDomains = compareValues(byDomain);
  // The domain of the page that was seen last may have no more of them.
  const first = new FirstInOrder<{ readonly match: Match; readonly values: readonly SortValue[] }>(
    (a, b) => compareDomains(a.values, b.values),
    skip + limit + 2,
  );
  let total = 0;
  for await (const match of matching) {
    total += match.pages.length;
    const values = byDomain.map(({ field }) => match.document.values.get(field) ?? null);
    if (lastDomain === null || compareDomains(values, lastDomain) >= 0) first.add({ match, values });
  }
  const documents = first.sorted().map(({ match }) => match);
  let [begin, left] = [0, skip];
  for (const { pages } of documents) {
    if (pages.length > left) break;
    left -= pages.length;
    begin++;
  }
  const compare = compareValues(order);
  const found: SortedPage[] = [];
  const atATime = Math.min(LISTS_AT_A_TIME, left + limit + 1);
  for (let at = begin; at < documents.length && found.length <= left + limit; at += atATime) {
    for (const pages of await pagesOf(task, documents.slice(at, at + atATime))) {
      const further = pages.filter(({ hit }) => isAfter(order, hit.sortValues, last));
      found.push(...further.toSorted((a, b) => compare(a.hit.sortValues, b.hit.sortValues)));
    }
  }
  return { total, pages: found.slice(left, left + limit + 1) };
}

/** The pages of each document that match. */
async function pagesOf(
  { parts, point, query, signal }: Task,
  matches: readonly Match[],
): Promise<readonly (readonly SortedPage[])[]> {
  const domains = matches.map(({ document }) => document.domain);
  const wish = { domains, fields: ['domain', 'versions'] as const };
  const sources = await readSources(parts.client, point, wish, signal);
  return sources.map(({ domain, domain_rank: rank, versions }, index) => {
    const { document, pages: numbers } = matches[index] ?? {};
    const listed = parseVersions(versions);
    return (numbers ?? []).map((number) => {
      const page = listed[number];
      if (page === undefined || document === undefined) throw incomplete(domain);
      const { url, fetchedAt, charset, truncated, title } = page;
      const { values, compressedBytes } = document;
      const sortValues = query.order.map(({ field }) =>
        pageValue(field, page, (own) => values.get(own) ?? null),
      );
      const hit = { domain, rank, url, fetchedAt, charset, truncated, title, sortValues };
      return { hit, number, compressedBytes };
    });
  });
}

/** The hits of pages with what is shown of their sources. */
async function withSources(
  { parts, point, query }: Task,
  shown: readonly SortedPage[],
  options: SearchOptions,
): Promise<readonly PageHit[]> {
  const byDomain = [...Map.groupBy(shown, ({ hit }) => hit.domain)];
  const documents = byDomain.map(([domain, pages]) => ({
    domain,
    compressed_bytes: pages[0]?.compressedBytes ?? 0,
    numbers: pages.map(({ number }) => number),
  }));
  const read = await parts.sources.ofPages(point, documents, wishOf(query), options);
  const byPage = new Map(
    byDomain.flatMap(([, pages], document) => pages.map((page, index) => [page, read[document]?.[index]])),
  );
  return shown.map((page) => ({ ...page.hit, ...byPage.get(page) }));
}
