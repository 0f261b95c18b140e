import type { PageChanges } from '../page-changes.ts';
import { type PageRow, type StorableSources, unpackUtf8 } from '../page-rows.ts';

/** Pages that go with a put, and those that come, with their sources. */
export interface ChangedPages {
  readonly changes: PageChanges;
  readonly sources: readonly StorableSources[];
}

/**
 * Tells whether the pages that fulfil a search are others than before a put, or one of them has another source. A page that has its
 * number still is as it was.
 *
 * @param before their numbers, ascending, as is `after`
 */
export function areOthers(
  before: readonly number[],
  after: readonly number[],
  { changes: { gone, come }, sources }: ChangedPages,
): boolean {
  if (before.length !== after.length) return true;
  const [old, now] = [new Set(before), new Set(after)];
  const replaced = new Map(gone.filter(({ id }) => old.has(id)).map((row) => [row.url, row]));
  const news = come.flatMap(({ number, record }, index) =>
    now.has(number) ? [{ url: record.url.toWellFormed(), sources: sources[index] }] : [],
  );
  const staying = before.filter((number) => now.has(number)).length;
  // Whatever else is not on both sides began, or ended, to fulfil it while it stayed.
  if (staying + replaced.size !== before.length || replaced.size !== news.length) return true;
  return news.some((page) => {
    const row = replaced.get(page.url);
    return row === undefined || page.sources === undefined || !hasSources(row, page.sources);
  });
}

function hasSources({ source, rendered }: PageRow, now: StorableSources): boolean {
  if (source.bytes !== now.source.length || (rendered === null) !== (now.rendered === null)) return false;
  if (!unpackUtf8(source).equals(now.source)) return false;
  return rendered === null || now.rendered === null || unpackUtf8(rendered).equals(now.rendered);
}
