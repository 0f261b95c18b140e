// Three crawls of the same sites, at the start of three months: pages that stay, change, come and go. The plain model says
// what each of them has.
import { createHash } from 'node:crypto';
import type { MadeCrawl, MadeRecord } from '../../packages/commoncrawl/test/crawl-shapes.ts';

export const CRAWL_IDS = ['CC-MAIN-2026-04', 'CC-MAIN-2026-08', 'CC-MAIN-2026-12'] as const;
const STARTS = [Date.UTC(2026, 0, 12), Date.UTC(2026, 1, 9), Date.UTC(2026, 2, 9)] as const;

/** Name of a site, of which every third one is in German. */
export function crawledSite(number: number): string {
  return `site${String(number).padStart(4, '0')}.example`;
}

/** Script that some shops load, in some crawls. */
export const SCRIPT = 'https://cdn.checkout.example/pay.js';

export interface CrawlsOptions {
  readonly sites: number;
  /** Pages of each site in each crawl, the home page among them. */
  readonly pages: number;
}

/** The crawls in the order of their dates. A page of number `page` of a site changes in the crawls whose number divides it. */
export function threeCrawls({ sites, pages }: CrawlsOptions): readonly MadeCrawl[] {
  return CRAWL_IDS.map((id, crawl) => {
    const records: MadeRecord[] = [];
    for (let site = 0; site < sites; site++) {
      for (let page = 0; page < pages; page++) {
        const record = recordOf(site, page, crawl);
        if (record !== null) records.push(record);
      }
    }
    return { id, records, shape: { warcs: 6, parts: 4, groupRows: 1000, blockLines: 300 } };
  });
}

/** Version of a page in a crawl: 0, or the number of the crawl in which it was last changed. */
function versionOf(page: number, crawl: number): number {
  return page % 3 === 0 ? 0 : page % 3 === 1 ? crawl : Math.min(1, crawl);
}

/** A page in a crawl; null if that crawl has none: every ninth site is missing in the second one. */
function recordOf(site: number, page: number, crawl: number): MadeRecord | null {
  if (crawl === 1 && site % 9 === 4) return null;
  const name = crawledSite(site);
  const version = versionOf(page, crawl);
  const isShop = site % 4 === 0;
  const isGerman = site % 3 === 0;
  const url = page === 0 ? `https://${name}/` : `https://${name}/page/${page}`;
  const script = isShop && version >= 1 ? `<script src="${SCRIPT}"></script>` : '';
  const title = isGerman ? `Laden ${site}` : `Store ${site}`;
  const text = (isGerman ? 'Wir verkaufen gute Dinge. ' : 'We sell good things. ').repeat(5);
  const noise = randomWords(`${site} ${page} ${version}`, 300 + ((site * 7 + page) % 400));
  return {
    url,
    time: (STARTS[crawl] ?? 0) + (site * 97 + page * 31) * 1000,
    body: `<!doctype html><html lang="${isGerman ? 'de' : 'en'}"><head><title>${title}</title>${script}</head><body><h1>${title}, page ${page}, version ${version}</h1><p>${text}</p><p>${noise}</p></body></html>`,
    languages: isGerman ? 'deu' : 'eng',
  };
}

/** Words that compress as badly as those of pages do, and follow from a text. */
function randomWords(seed: string, count: number): string {
  const words: string[] = [];
  for (let round = 0; words.length < count; round++) {
    const hash = createHash('sha256').update(`${seed} ${round}`).digest('base64url');
    words.push(...(hash.match(/.{6}/g) ?? []));
  }
  return words.slice(0, count).join(' ');
}
