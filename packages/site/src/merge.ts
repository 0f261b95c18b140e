import { compareCodePoints } from './order.ts';
import type { PageRecord } from './page.ts';

/**
 * The pages a site has after an import: of each URL the capture fetched last. At the same time `incoming` wins, so that
 * importing a file again brings improved extraction to pages that are already stored.
 *
 * @returns unique by URL, in code point order of URLs, whatever the order within each list
 */
export function mergePages(
  existing: readonly PageRecord[],
  incoming: readonly PageRecord[],
): readonly PageRecord[] {
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
export function newestByUrl(pages: readonly PageRecord[]): readonly PageRecord[] {
  const kept = new Map<string, PageRecord>();
  for (const page of pages) {
    const other = kept.get(page.url);
    if (other === undefined || compareCaptures(page, other) < 0) kept.set(page.url, page);
  }
  return [...kept.values()];
}

/** Below 0 if `a` is to be kept. 0 only for captures that are the same in every field. */
function compareCaptures(a: PageRecord, b: PageRecord): number {
  return (
    b.fetchedAt - a.fetchedAt ||
    Number(a.truncated) - Number(b.truncated) ||
    b.source.length - a.source.length ||
    compareCodePoints(a.source, b.source) ||
    compareCodePoints(written(a), written(b))
  );
}

function written(page: PageRecord): string {
  return JSON.stringify([
    page.charset,
    ...[page.facts, page.version ?? {}].map((part) =>
      Object.entries(part).sort(([a], [b]) => compareCodePoints(a, b)),
    ),
  ]);
}
