// Small made sites, for tests: a few pages of some kilobytes each, with nothing in them that a marker is known by.
import { keyedRandom } from './keyed-random.ts';
import type { BaseSite } from './made-site.ts';

const LINES = 20;

/** @param most pages of a site, which has from one to so many of them */
export function smallSites(count: number, seed: string, most = 4): readonly BaseSite[] {
  return Array.from({ length: count }, (_, number) => {
    const domain = `small-${number}.example`;
    const random = keyedRandom(seed, 'small', number);
    const pages = 1 + random.below(most);
    return {
      domain,
      pages: Array.from({ length: pages }, (__, page) => ({
        url: `https://${domain}/${page === 0 ? '' : `page-${page}`}`,
        headers: [['content-type', 'text/html; charset=utf-8']] as const,
        body: Buffer.from(pageOf(domain, page, pages)),
      })),
    };
  });
}

function pageOf(domain: string, page: number, pages: number): string {
  const links = Array.from(
    { length: pages - 1 },
    (_, at) => `<li><a href="/page-${at + 1}">Page ${at + 1}</a></li>`,
  );
  const lines = Array.from(
    { length: LINES },
    (_, at) => `<p>Line ${at + 1} of page ${page} of ${domain}.</p>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>Page ${page} of ${domain}</title></head>`,
    `<body><ul>${links.join('')}</ul>`,
    ...lines,
    '</body></html>',
    '',
  ].join('\n');
}
