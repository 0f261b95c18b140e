// Which stored pages of a domain a put replaces or removes, and where new ones stand among those that stay.
import { compareCodePoints, homeFirst, type PageRecord, type Source } from '@sitegrep/site';
import type { DomainPut } from '../../domains.ts';
import type { PagesSummary } from './document-rows.ts';
import type { PageRow } from './page-rows.ts';
import type { DomainRow, RowReader } from './rows.ts';

/** A page that a put brings, with the number that it gets. */
interface ComingPage {
  readonly number: number;
  readonly record: PageRecord<Source>;
}

/** Effect of a put on the pages of a domain. */
export interface PageChanges {
  /** Pages that go, or that another version replaces. */
  readonly gone: readonly PageRow[];
  readonly come: readonly ComingPage[];
  /** Numbers of all pages afterwards, in the order of their URLs. */
  readonly pages: readonly number[];
  /** Number of the home page afterwards. */
  readonly home: number;
}

/** The stored pages of a domain, which are found by their URLs. */
export interface StoredPages {
  readonly row: DomainRow;
  readonly summary: PagesSummary;
}

/**
 * @param stored null: nothing is stored
 * @param put consistent in itself
 * @param newNumber gives a number that no page ever had
 */
export function pageChanges(
  rows: RowReader,
  stored: StoredPages | null,
  { domain, pages, removed }: DomainPut,
  newNumber: () => number,
): PageChanges {
  const come = pages
    .toSorted((a, b) => compareCodePoints(a.url, b.url))
    .map((record): ComingPage => ({ number: newNumber(), record }));
  if (stored === null || removed === 'others') {
    const gone = stored === null ? [] : [...rows.pages(stored.row)];
    return { gone, come, pages: come.map(({ number }) => number), home: homeOf(domain, come) };
  }
  const { row, summary } = stored;
  const urls = new Set([...pages.map(({ url }) => url), ...removed]);
  const gone = [...urls].flatMap((url) => pageAt(rows, row, summary.pages, url) ?? []);
  const goes = new Set(gone.map(({ id }) => id));
  const stay = summary.pages.filter((number) => !goes.has(number));
  return { gone, come, pages: merged(rows, row, stay, come), home: homeAfter(rows, stored, stay, come) };
}

/** The page of a URL among some in the order of their URLs; null: there is none. */
function pageAt(rows: RowReader, row: DomainRow, pages: readonly number[], url: string): PageRow | null {
  const page = pages[slotOf(rows, row, pages, url)];
  const found = page === undefined ? null : rows.page(row, page);
  return found?.url === url ? found : null;
}

/** The pages of some URLs, in the order of the document. */
export function pagesAt(rows: RowReader, row: DomainRow, urls: readonly string[]): readonly PageRow[] {
  const { pages } = rows.summary(row);
  const found: PageRow[] = [];
  let from = 0;
  for (const url of [...new Set(urls)].sort(compareCodePoints)) {
    const next = pages[from];
    // Neighbours are often wanted together.
    const following = next === undefined ? null : rows.page(row, next);
    const slot = following?.url === url ? from : slotOf(rows, row, pages, url, from);
    const page = pages[slot];
    const read = slot === from ? following : page === undefined ? null : rows.page(row, page);
    if (read?.url === url) found.push(read);
    from = read?.url === url ? slot + 1 : slot;
  }
  return found;
}

/** Index of the first page whose URL does not come before another one. @param from index that it is not before */
function slotOf(rows: RowReader, row: DomainRow, pages: readonly number[], url: string, from = 0): number {
  let [low, high] = [from, pages.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const page = pages[middle];
    if (page !== undefined && compareCodePoints(rows.page(row, page).url, url) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merged(
  rows: RowReader,
  row: DomainRow,
  stay: readonly number[],
  come: readonly ComingPage[],
): readonly number[] {
  const all: number[] = [];
  let from = 0;
  for (const { number, record } of come) {
    const to = slotOf(rows, row, stay, record.url);
    for (; from < to; from++) all.push(stay[from] ?? 0);
    all.push(number);
  }
  for (; from < stay.length; from++) all.push(stay[from] ?? 0);
  return all;
}

interface Located extends Pick<PageRecord, 'url' | 'fetchedAt'> {
  readonly number: number;
}

/**
 * The home page afterwards. Only where the one before goes, and none comes that would have gone before it, the others have to be
 * compared.
 */
function homeAfter(
  rows: RowReader,
  { row, summary }: StoredPages,
  stay: readonly number[],
  come: readonly ComingPage[],
): number {
  const located = (number: number): Located => {
    const { url, fetchedAt } = rows.page(row, number);
    return { number, url, fetchedAt };
  };
  const before = located(summary.home);
  const coming = come.map(({ number, record: { url, fetchedAt } }): Located => ({ number, url, fetchedAt }));
  const stays = stay.includes(summary.home);
  const again = coming.find(({ url, fetchedAt }) => url === before.url && fetchedAt >= before.fetchedAt);
  const rivals = stays ? [before] : again !== undefined ? [] : stay.map(located);
  return homeFirst(row.domain, [...rivals, ...coming])[0]?.number ?? 0;
}

function homeOf(domain: string, come: readonly ComingPage[]): number {
  const located = come.map(({ number, record: { url, fetchedAt } }) => ({ number, url, fetchedAt }));
  return homeFirst(domain, located)[0]?.number ?? 0;
}
