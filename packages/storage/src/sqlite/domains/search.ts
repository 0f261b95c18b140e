// Answers searches on one state of the database and the segments: what matches, in order, a part of it with facts.
import type { Level, Query } from '@sitegrep/search';
import type { ItemPage, ItemShape, SearchPage } from '../../domains.ts';
import { KeptCaptures } from '../../facets/kept-captures.ts';
import { joinedItems } from '../../items.ts';
import { KeptByText } from '../../kept-by-text.ts';
import { HitsTooMany } from '../../query-too-broad.ts';
import { hitReader, type ReadOfHit, readsHits, requireBoundedFound, wishOf } from '@sitegrep/texts';
import { startOf } from '../../result-order.ts';
import type { SharedProgress } from '../../search-progress.ts';
import { openFoundChanges } from './found-changes.ts';
import { openFoundDomains } from './found-domains.ts';
import type { FoundItems, Items, SearchParts, ShownReader } from './found-items.ts';
import { openFoundPages } from './found-pages.ts';
import { openFoundVersions } from './found-versions.ts';
import { Look } from './look.ts';
import type { PackedSearchPage } from './packed.ts';

/**
 * Maximum times for looking at sources, and at those of candidates alone, in milliseconds, and maximum work in them; may be
 * Infinity.
 */
export interface Limits {
  readonly budgetMs: number;
  readonly sliceMs: number;
  readonly maxWork: number;
  /** Gets how far the search is with candidates; null: nobody looks. */
  readonly progress: SharedProgress | null;
}

export interface Search {
  hits<L extends Level>(query: Query<L>, limits: Limits): PackedSearchPage<L>;
  items<L extends Level>(query: Query<L>, shape: ItemShape, limits: Limits): ItemPage<L>;
}

/** Makes what is shown of the items of a page of results. */
type Show<L extends Level, Shown> = (
  found: FoundItems<L>,
  items: readonly Items[L][],
  read: ShownReader,
) => Shown;

/** Memory for what earlier searches showed of hits, in bytes. */
const SHOWN_BYTES = 8 << 20;

export function openSearch(parts: SearchParts): Search {
  const { rows, past, checkpoint } = parts;
  const levels: { readonly [L in Level]: FoundItems<L> } = {
    domain: openFoundDomains(parts),
    page: openFoundPages(parts),
    version: openFoundVersions(parts),
    change: openFoundChanges(parts),
  };

  const captures = new KeptCaptures();
  const shownBefore = new KeptByText<ReadOfHit>({
    maxBytes: SHOWN_BYTES,
    bytesOf: (shown) => 2 * JSON.stringify(shown).length,
  });

  /** @param next is called before each hit */
  function readerOf(query: Query, look: Look, next: () => void): ShownReader {
    if (!readsHits(query)) return () => ({});
    const wish = wishOf(query);
    const read = hitReader(wish, look.searches, look.checkpoint);
    const number = shownBefore.numberOf(JSON.stringify(wish));
    return (item, pages) => {
      next();
      const known = shownBefore.get(number, item);
      if (known !== null) return known;
      const shown = read(() => look.textsOf(pages()));
      shownBefore.set(number, item, shown);
      return shown;
    };
  }

  function answer<L extends Level, Shown>(
    query: Query<L>,
    { budgetMs, sliceMs, maxWork, progress }: Limits,
    show: Show<L, Shown>,
  ): Omit<SearchPage<L>, 'hits'> & Shown {
    const until = performance.now() + budgetMs;
    const { level, where, order, from, limit } = query;
    const items = levels[level];
    /** How many hits there are to read, and how many are; null: hits are not read now. */
    let reading: { readonly hits: number; readonly done: number } | null = null;
    const look = new Look(query, {
      rows: level === 'version' ? past.pages : rows,
      captures,
      checkpoint() {
        checkpoint();
        if (reading !== null && performance.now() > until) throw new HitsTooMany(reading.hits, reading.done);
      },
    });
    const limits = { budgetMs: Math.min(budgetMs, sliceMs), maxWork, progress };
    const matches = items.find(where, { limits, look });
    checkpoint();
    const { skip, offset, last } = startOf(from);
    const found = matches.inOrder({ order, last, skip, limit: limit + 1 });
    const shown = found.slice(0, limit);
    requireBoundedFound(query, { matches: matches.total, shown: shown.length }, maxWork);
    const count = { hits: shown.length, done: -1 };
    reading = count;
    const parts = show(
      items,
      shown,
      readerOf(query, look, () => count.done++),
    );
    reading = null;
    const end = shown.at(-1);
    const isLast = end === undefined || found.length <= limit;
    const next = isLast ? null : { values: items.valuesOf(end, order), offset: offset + shown.length };
    const page = { total: matches.total, offset, next, ...parts };
    if (query.facets === undefined) return page;
    return { ...page, facets: matches.counts(query.facets, { look, until }) };
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
