// Sites with endless links. Each has a few useful pages, which must be among the fetched ones.
import { gzipSync } from 'node:zlib';
import { HTML, type Stage } from './stage.ts';

/** Maximum pages of a site in the test. */
export const MAX_PAGES = 8;

/** Reason of a site that has more pages. */
export const LEFT_OUT = /^\d+ linked pages were left out \(limit 8\)$/;

/** Expected requests of the crawler to a trap. */
export interface TrapRules {
  /** Paths that must be fetched. */
  readonly fetched: readonly string[];
  /** Maximum requests, including robots.txt and sitemaps. */
  readonly maxRequests: number;
}

export function addTraps(stage: Stage): Readonly<Record<string, TrapRules>> {
  const indexed = (pages: number) =>
    ({ outcome: 'indexed', reason: pages === MAX_PAGES ? LEFT_OUT : null, pages }) as const;
  const rules: Record<string, TrapRules> = {};
  const real = '<a href=/about>About us</a> <a href=/imprint>Imprint</a> <a href=/wares>Wares</a>';
  const REAL = ['/', '/about', '/imprint', '/wares'];

  const trap = (domain: string, pages: number, linksOf: (path: string) => string, most = 20): void => {
    stage.web(domain, indexed(pages), (request, response) => {
      const path = request.url ?? '';
      if (path.includes('sitemap')) response.writeHead(404).end();
      else response.writeHead(200, HTML).end(`<title>${path}</title>${real}${linksOf(path)}`);
    });
    rules[domain] = { fetched: REAL, maxRequests: most };
  };

  // Three links deep is the fourth month.
  trap('calendar.test', 7, (path) => {
    const [, year = '2026', month = '1'] = /(\d+)\/(\d+)/.exec(path) ?? [];
    const next = Number(month) === 12 ? `${Number(year) + 1}/1` : `${year}/${Number(month) + 1}`;
    return `<a href=/calendar/${next}>next</a>`;
  });
  // The same four pages, each link with a session of its own.
  let sessions = 0;
  const session = (): string => (++sessions).toString(16).padStart(32, 'a1');
  trap(
    'sessions.test',
    4,
    () =>
      ['about', 'imprint', 'wares', '']
        .map((page) => `<a href="/${page}?PHPSESSID=${session()}">x</a>`)
        .join('') +
      ['about', 'imprint', 'wares']
        .map((page) => `<a href="/${page};jsessionid=${session()}">x</a>`)
        .join('') +
      ['about', 'wares'].map((page) => `<a href="/${page}/?sid=${session()}&utm_source=x">x</a>`).join(''),
  );
  trap(
    'deeper.test',
    MAX_PAGES,
    (path) => `<a href="${path.replace(/\/$/, '')}/a/b/">deeper</a><a href="x/y/">relative</a>`,
  );
  trap('facets.test', MAX_PAGES, (path) => {
    const chosen = new URL(path, 'http://x').searchParams;
    return ['color', 'size', 'brand', 'sort', 'view', 'price', 'page', 'stock', 'rating', 'season']
      .map((name) => {
        const query = new URLSearchParams(chosen);
        query.set(name, String(query.size));
        return `<a href="/wares?${String(query)}">${name}</a>`;
      })
      .join('');
  });
  trap('same-page.test', 4, () =>
    [
      '/',
      '/index.html',
      '/index.php',
      '/#top',
      '/about/',
      '/about#team',
      '/about?utm_medium=x',
      '/imprint/index.htm',
      '//same-page.test.:PORT/wares/',
    ]
      .map((href) => `<a href="${href.replace('PORT', String(stage.port))}">x</a>`)
      .join(''),
  );
  trap(
    'long-urls.test',
    4,
    () => `<a href="/${'long/'.repeat(400)}">x</a><a href="/?${'q'.repeat(3_000)}">x</a>`,
  );

  const sitemaps = (domain: string, answer: (path: string) => string | Buffer): void => {
    stage.web(domain, indexed(4), (request, response) => {
      const path = request.url ?? '';
      if (path.includes('sitemap'))
        response.writeHead(200, { 'content-type': 'application/xml' }).end(answer(path));
      else response.writeHead(200, HTML).end(`<title>${path}</title>${real}`);
    });
    rules[domain] = { fetched: REAL, maxRequests: 20 };
  };
  const at = (domain: string, path: string): string => `http://${domain}:${stage.port}${path}`;
  sitemaps('sitemaps-for-ever.test', (path) => {
    const files = Array.from({ length: 1_000 }, (_, n) =>
      at('sitemaps-for-ever.test', `/sitemap-${path.length}-${n}.xml`),
    );
    return `<sitemapindex>${files.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
  });
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  sitemaps('sitemap-bomb.test', () => bomb);
  const deep = Buffer.from(`<urlset>${'<a>'.repeat(700_000)}`);
  sitemaps('sitemap-of-tags.test', () => deep);
  const elsewhere = `<urlset>${Array.from({ length: 50_000 }, (_, n) => `<url><loc>http://good-000.test/${n}</loc></url>`).join('')}</urlset>`;
  sitemaps('sitemap-of-others.test', () => elsewhere);
  return rules;
}
