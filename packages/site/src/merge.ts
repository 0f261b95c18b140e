import { compareCodePoints } from './order.ts';
import type { PageRecord } from './page.ts';
import { compareSources, type Source } from './source.ts';

/**
 * The pages a site has after an import: of each URL the capture fetched last. At the same time `incoming` wins, so that
 * importing a file again brings improved extraction to pages that are already stored.
 *
 * @returns unique by URL, in code point order of URLs, whatever the order within each list
 */
export function mergePages<S extends Source>(
  existing: readonly PageRecord<S>[],
  incoming: readonly PageRecord<S>[],
): readonly PageRecord<S>[] {
  const kept = new Map(newestByUrl(existing).map((page) => [page.url, page]));
  for (const page of newestByUrl(incoming)) {
    const old = kept.get(page.url);
    if (old === undefined || old.fetchedAt <= page.fetchedAt) kept.set(page.url, page);
  }
  return [...kept.values()].sort((a, b) => compareCodePoints(a.url, b.url));
}

/**
 * Of each URL the capture fetched last; of two fetched at once the whole one before the truncated one, then the longer
 * source, then the one that stands first when written out.
 */
export function newestByUrl<S extends Source>(pages: readonly PageRecord<S>[]): readonly PageRecord<S>[] {
  const kept = new Map<string, PageRecord<S>>();
  for (const page of pages) {
    const other = kept.get(page.url);
    if (other === undefined || compareCaptures(page, other) < 0) kept.set(page.url, page);
  }
  return [...kept.values()];
}

/** Below 0 if `a` is to be kept. 0 only for captures that are the same in every field. */
function compareCaptures(a: PageRecord<Source>, b: PageRecord<Source>): number {
  return (
    b.fetchedAt - a.fetchedAt ||
    Number(a.truncated) - Number(b.truncated) ||
    b.source.length - a.source.length ||
    compareSources(a.source, b.source) ||
    compareCodePoints(written(a), written(b))
  );
}

function written(page: PageRecord<Source>): string {
  return JSON.stringify([
    page.charset,
    ...[page.facts, page.version ?? {}].map((part) =>
      Object.entries(part).sort(([a], [b]) => compareCodePoints(a, b)),
    ),
  ]);
}
