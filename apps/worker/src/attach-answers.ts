// Attaches what a site answers besides its pages to the record of its home page, before the site is folded. These answers may have
// changed although the page stays as it is stored: then its record is stored anew with them.
import { isDeepStrictEqual } from 'node:util';
import type { AnalysisPool } from '@sitegrep/analysis';
import type { CrawledSite } from '@sitegrep/crawl';
import {
  type CollectedAnswers,
  homeFirst,
  type PageRecord,
  type SiteAnswers,
  type SiteIcon,
  type Source,
  withAnswers,
  withoutAnswers,
} from '@sitegrep/site';
import type { PageList } from '@sitegrep/storage';
import { type ComparablePage, type ComparedPages, StoredPagesLost, type StoredRecords } from './revisit.ts';

/**
 * The pages of a visit with the answers on the first one of them, the home page, and on no other.
 *
 * @param icon the icon of the site, or that it is as it is stored
 * @param versions stored pages that the visit was compared with; null if there are none
 * @param at time of the visit, for the page if it is stored anew
 */
export async function attachAnswers(
  domain: string,
  pages: ComparedPages,
  { facts: besideIcon, file }: CollectedAnswers,
  icon: SiteIcon | 'as_stored' | null,
  versions: PageList | null,
  stored: StoredRecords,
  at: number,
): Promise<ComparedPages> {
  const known = [...pages.unchanged.notModified, ...pages.unchanged.same];
  const [home] = homeFirst(domain, [...pages.records, ...known]);
  if (home === undefined) return pages;
  const answers = await storedAnswers(domain, home.url, known, versions, stored);
  const facts = { ...besideIcon, icon: icon === 'as_stored' ? (answers.get(home.url)?.icon ?? null) : icon };
  const collected = { facts, file };
  const changed: PageRecord[] = [];
  for (const { url } of known) {
    const before = answers.get(url);
    if (before === undefined) continue;
    const isHome = url === home.url;
    if (isHome ? isDeepStrictEqual(before, collected.facts) : before === null) continue;
    const record = await stored.record(url);
    if (record === null) throw new StoredPagesLost(`${url} has an outline, but no record`);
    const page = { ...record, fetchedAt: at };
    changed.push(isHome ? withAnswers(page, collected) : withoutAnswers(page));
  }
  const anew = new Set(changed.map(({ url }) => url));
  const stays = ({ url }: ComparablePage): boolean => !anew.has(url);
  const { notModified, same } = pages.unchanged;
  return {
    records: [
      ...pages.records.map((page): PageRecord<Source> =>
        page.url === home.url ? withAnswers(page, collected) : page,
      ),
      ...changed,
    ],
    unchanged: { notModified: notModified.filter(stays), same: same.filter(stays) },
  };
}

/** The answers on those pages that stay and may have any: the home page, and the one that was it. */
async function storedAnswers(
  domain: string,
  home: string,
  known: readonly ComparablePage[],
  versions: PageList | null,
  stored: StoredRecords,
): Promise<ReadonlyMap<string, SiteAnswers | null>> {
  const [before] = homeFirst(domain, versions?.pages ?? []);
  const urls = known.map(({ url }) => url).filter((url) => url === home || url === before?.url);
  const outlines = urls.length === 0 ? [] : await stored.outlines(urls);
  return new Map(outlines.map(({ url, facts }) => [url, facts.site]));
}

/** Maximum characters of the address of an icon that is stored. */
const MAX_URL = 2_000;

/** The icon of a site as it is stored; null if what came is not an image. */
export async function siteIcon(
  analysis: Pick<AnalysisPool, 'readIcon'>,
  icon: CrawledSite['icon'],
): Promise<SiteIcon | 'as_stored' | null> {
  if (icon === null || icon === 'as_stored') return icon;
  const { type, size: _, png, ...reading } = await analysis.readIcon(icon.bytes, 'queued');
  if (type === null) return null;
  const url = icon.url.slice(0, MAX_URL).toWellFormed();
  return { url, ...reading, png: png === null ? null : Buffer.from(png).toString('base64') };
}
