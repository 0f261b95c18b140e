// Answers searches on one state of the index: what matches, in order, a part of it as hits, and facets.
import { isOnChanges, type Level, type Query } from '@sitegrep/search';
import type { SearchOptions, SearchPage } from '../../domains.ts';
import { SearchAborted } from '../../errors.ts';
import { requireBoundedFound } from '@sitegrep/texts';
import { startOf } from '../../result-order.ts';
import { type FoundInOrder, nextPart } from './ahead.ts';
import { countFacets } from './facets.ts';
import { FOUND_CHANGES } from './found-changes.ts';
import { FOUND_DOMAINS } from './found-domains.ts';
import type { FoundItems, Items, SearchParts, Task } from './found-items.ts';
import { FOUND_PAGES } from './found-pages.ts';
import { FOUND_VERSIONS } from './found-versions.ts';
import { setRecordedUpTo } from './recorded-points.ts';
import { atPointInTime, holdPoint, type PointInTime } from './stored-pages.ts';

const LEVEL_ITEMS: { readonly [L in Level]: FoundItems<L> } = {
  domain: FOUND_DOMAINS,
  page: FOUND_PAGES,
  version: FOUND_VERSIONS,
  change: FOUND_CHANGES,
};

export async function search<L extends Level>(
  parts: SearchParts,
  query: Query<L>,
  options: SearchOptions,
): Promise<SearchPage<L>> {
  const { client, alias, sources, captures, numberRecords, savedNames } = parts;
  const { signal, walk } = options;
  const endsAt = performance.now() + (options.budgetMs ?? Infinity);
  if (signal?.aborted === true) throw new SearchAborted('the search was aborted');
  const items = LEVEL_ITEMS[query.level];
  const taskAt = (point: PointInTime): Task<L> => ({ parts, point, query, options, endsAt });

  const { from, limit, facets } = query;
  /** Numbers records where the search is on them. */
  const numberOf = async (): Promise<number> =>
    query.level === 'change' || isOnChanges(query.where) ? await numberRecords() : 0;
  if (walk !== undefined && facets === undefined) {
    return await nextPart<Items[L], SearchPage<L>>(walk, {
      from,
      limit,
      valuesOf: (item) => items.valuesOf(item),
      async hold() {
        const number = await numberOf();
        const held = await holdPoint(client, alias, signal);
        setRecordedUpTo(held.point, number);
        return held;
      },
      find: (point) => items.findAhead(taskAt(point), walk),
      show: async (point, { items: some, ...page }) => ({
        ...page,
        hits: await items.show(taskAt(point), some),
      }),
    });
  }

  /** Total and position of a page of the answer. */
  const positionOf = ({ total, items: some, isCut }: FoundInOrder<Items[L]>): Omit<SearchPage<L>, 'hits'> => {
    const { offset } = startOf(from);
    const end = some.at(-1);
    const isLast = end === undefined || !isCut;
    const next = isLast ? null : { values: items.valuesOf(end), offset: offset + some.length };
    return { total, offset, next };
  };
  const number = await numberOf();
  const atOnce = await items.atOnce(parts, query, options);
  if (atOnce !== null) return { ...positionOf(atOnce), hits: atOnce.hits };
  return await atPointInTime(client, alias, signal, async (point) => {
    setRecordedUpTo(point, number);
    const task = taskAt(point);
    const found = await items.find(task);
    const counts = { matches: found.total, shown: found.items.length };
    requireBoundedFound(query, counts, options.maxWork ?? Infinity);
    const page = { ...positionOf(found), hits: await items.show(task, found.items) };
    if (facets === undefined) return page;
    const work = { client, sources, captures, point, options, savedNames };
    return { ...page, facets: await countFacets(work, facets, found.documents()) };
  });
}
