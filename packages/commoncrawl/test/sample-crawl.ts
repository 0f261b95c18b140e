// A crawl of invented sites, with what an index has to be asked for: sub-hosts, names that begin alike, ports, robots.txt,
// redirects, other media types, languages, pages that were cut.
import type { MadeCrawl, MadeRecord } from './crawl-shapes.ts';

const START = Date.UTC(2026, 0, 10);
const LANGUAGES = ['deu', 'eng', 'deu,eng', 'fra,nld', undefined];

/** @param sites number of sites; each has some twenty records */
export function sampleCrawl(id: string, sites: number, shape: MadeCrawl['shape'] = {}): MadeCrawl {
  const records: MadeRecord[] = [];
  let second = 0;
  const add = (url: string, more: Partial<MadeRecord> = {}): void => {
    const languages = LANGUAGES[(second * 7) % LANGUAGES.length];
    records.push({
      url,
      time: START + second * 1000,
      body: `<!doctype html><html><title>${url}</title><p>${url.repeat(20 + ((second * 13) % 50))}</html>`,
      ...(languages === undefined ? {} : { languages }),
      ...more,
    });
    second++;
  };
  for (let number = 0; number < sites; number++) {
    const site = siteName(number);
    add(`https://www.${site}/`);
    add(`http://${site}/`);
    add(`https://${site}/robots.txt`, {
      body: `User-agent: *\nDisallow: /private${number}\n`,
      mime: 'text/plain',
    });
    add(`https://${site}/old`, { status: 301, body: 'moved' });
    add(`https://${site}/paper.pdf`, { mime: 'application/pdf', body: '%PDF-1.7' });
    add(`https://${site}:8443/`);
    add(`https://${site}/?page=2`);
    if (number % 3 === 0) add(`https://shop.${site}/`);
    if (number % 3 === 0) add(`https://a.shop.${site}/cart`);
    for (let page = 0; page < number % 9; page++) add(`https://www.${site}/blog/${page}/Entry?x=${page}`);
    if (number % 5 === 0) add(`https://${site}/long`, { isTruncated: true });
  }
  return { id, records, shape };
}

/** Names of which some begin alike, under three suffixes. */
export function siteName(number: number): string {
  const suffix = ['example', 'test', 'invalid'][number % 3];
  return `site${number % 7 === 0 ? '-x' : ''}${number}.${suffix}`;
}
