// Sources decide which pages match; what is shown of them is in the list of each document.
import type { OrderRule } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import type { PageHit } from '../../domains.ts';
import { readsHits, wishOf } from '../../texts/hit-wish.ts';
import { compareValues, domainRulesOf, isAfter, pageValue, startOf } from '../../result-order.ts';
import { FirstInOrder } from '../../first-in-order.ts';
import {
  type Found,
  type FoundItems,
  type SortedPage,
  type Task,
  verified,
  withinTime,
} from './found-items.ts';
import { parseVersions } from './stored.ts';
import { incomplete, readSources } from './stored-pages.ts';
import type { Match } from './verifier.ts';

/** Pages that a walk finds in one go. */
const AHEAD = 5_000;

/** Pages that match. */
export const FOUND_PAGES: FoundItems<'page'> = {
  atOnce: () => null,
  find: (task) => sortedPages(task, task.query.limit),
  findAhead: (task) => sortedPages(task, Math.max(task.query.limit, AHEAD)),
  valuesOf: ({ hit }) => hit.sortValues,
  show: async (task, pages) =>
    readsHits(task.query) ? await withSources(task, pages) : pages.map(({ hit }) => hit),
};

/** Up to `limit` pages from the position of a query on. */
async function sortedPages(task: Task<'page'>, limit: number): Promise<Found<SortedPage>> {
  const { order } = task.query;
  const fields = order.flatMap(({ field }) => (field === 'url' || field === 'fetched_at' ? [] : [field]));
  const { matching, documents } = verified(task, fields);
  const byDomain = domainRulesOf(order);
  const { total, pages } =
    byDomain === null
      ? await allSorted(task, matching, limit)
      : await sortedByDomain(task, matching, byDomain, limit);
  return { total, items: pages.slice(0, limit), isCut: pages.length > limit, documents };
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
async function allSorted(
  task: Task<'page'>,
  matching: AsyncIterable<Match>,
  limit: number,
): Promise<SortedPages> {
  const { order, from } = task.query;
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
  task: Task<'page'>,
  matching: AsyncIterable<Match>,
  byDomain: readonly OrderRule[],
  limit: number,
): Promise<SortedPages> {
  const { order, from } = task.query;
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
  { parts, point, query, options }: Task<'page'>,
  matches: readonly Match[],
): Promise<readonly (readonly SortedPage[])[]> {
  const domains = matches.map(({ document }) => document.domain);
  const wish = { domains, fields: ['domain', 'versions'] as const };
  const sources = await readSources(parts.client, point, wish, options.signal);
  return sources.map(({ domain, rank, versions }, index) => {
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
async function withSources(task: Task<'page'>, shown: readonly SortedPage[]): Promise<readonly PageHit[]> {
  const { parts, point, query } = task;
  const byDomain = [...Map.groupBy(shown, ({ hit }) => hit.domain)];
  const documents = byDomain.map(([domain, pages]) => ({
    domain,
    compressed_bytes: pages[0]?.compressedBytes ?? 0,
    numbers: pages.map(({ number }) => number),
  }));
  const read = await parts.sources.ofPages(point, documents, wishOf(query), withinTime(task));
  const byPage = new Map(
    byDomain.flatMap(([, pages], document) => pages.map((page, index) => [page, read[document]?.[index]])),
  );
  return shown.map((page) => ({ ...page.hit, ...byPage.get(page) }));
}
