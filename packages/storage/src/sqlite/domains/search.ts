// Answers searches on one state of the database and the segments: what matches, in order, a part of it with facts.
import type { Level, Query } from '@sitegrep/search';
import type { SearchPage } from '../../domains.ts';
import { type ItemPage, type ItemShape, joinedItems } from '../../items.ts';
import { HitsTooMany } from '../../query-too-broad.ts';
import { requireBoundedFound } from '../../request-work.ts';
import { hitReader, type HitReader } from '../../texts/hit-reader.ts';
import { readsHits, wishOf } from '../../texts/hit-wish.ts';
import { startOf } from '../../result-order.ts';
import { openFoundDomains } from './found-domains.ts';
import type { FoundItems, Items, SearchParts } from './found-items.ts';
import { openFoundPages } from './found-pages.ts';
import type { PackedSearchPage } from './packed.ts';

/**
 * Maximum times for looking at sources, and at those of candidates alone, in milliseconds, and maximum work in them; may be
 * Infinity.
 */
export interface Limits {
  readonly budgetMs: number;
  readonly sliceMs: number;
  readonly maxWork: number;
}

export interface Search {
  hits<L extends Level>(query: Query<L>, limits: Limits): PackedSearchPage<L>;
  items<L extends Level>(query: Query<L>, shape: ItemShape, limits: Limits): ItemPage<L>;
}

/** Makes what is shown of the items of a page of results. */
type Show<L extends Level, Shown> = (
  found: FoundItems<L>,
  items: readonly Items[L][],
  read: HitReader,
) => Shown;

export function openSearch(parts: SearchParts): Search {
  const { finder, facets, checkpoint } = parts;
  const levels: { readonly [L in Level]: FoundItems<L> } = {
    domain: openFoundDomains(parts),
    page: openFoundPages(parts),
  };

  /** Reads what is shown of so many hits, one after the other. */
  function readerOf(query: Query, hits: number, until: number): HitReader {
    let done = -1;
    const read = hitReader(wishOf(query), () => {
      checkpoint();
      if (performance.now() > until) throw new HitsTooMany(hits, done);
    });
    return (pages) => {
      done++;
      return read(pages);
    };
  }

  function answer<L extends Level, Shown>(
    query: Query<L>,
    { budgetMs, sliceMs, maxWork }: Limits,
    show: Show<L, Shown>,
  ): Omit<SearchPage<L>, 'hits'> & Shown {
    const until = performance.now() + budgetMs;
    const { level, where, order, from, limit } = query;
    const items = levels[level];
    const matches = finder.find(where, level, { budgetMs: Math.min(budgetMs, sliceMs), maxWork });
    checkpoint();
    const { skip, offset, last } = startOf(from);
    const found = items.inOrder(matches, { order, last, skip, limit: limit + 1 });
    const shown = found.slice(0, limit);
    requireBoundedFound(query, { matches: matches.length, shown: shown.length }, maxWork);
    const parts = show(items, shown, readerOf(query, shown.length, until));
    const end = shown.at(-1);
    const isLast = end === undefined || found.length <= limit;
    const next = isLast ? null : { values: items.valuesOf(end, order), offset: offset + shown.length };
    const page = { total: matches.length, offset, next, ...parts };
    if (query.facets === undefined) return page;
    return { ...page, facets: facets.count(query.facets, items.documentsOf(matches), until) };
  }

  return {
    hits: (query, limits) =>
      answer(query, limits, (found, items, read) => ({
        hits: items.map((item) => found.hitOf(item, found.readOf(item, query, read))),
      })),
    items: (query, shape, limits) =>
      answer(query, limits, (found, items, read) => ({
        items: joinedItems(
          found.rendered(items, shape),
          readsHits(query) ? items.map((item) => found.readOf(item, query, read)) : [],
        ),
      })),
  };
}
