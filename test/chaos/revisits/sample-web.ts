import { serveRevisitWeb, type HomePage, type RevisitWeb } from './web.ts';

/** Delay that makes a crawl of few sites long enough to be killed in the middle. */
const LATE_MS = 20;

/** Any number of small sites. */
export function serveSampleRevisits(sites: number): Promise<RevisitWeb> {
  const pages = Array.from({ length: sites }, (_, n): readonly [string, HomePage] => {
    const rows = Array.from(
      { length: 60 },
      (_, row) => `<p class="row-${row}">${(n + 1) * (row + 7919)}</p>`,
    );
    const html = `<!doctype html><html lang="en"><title>${n}</title><body>${rows.join('\n')}</body></html>`;
    return [`site-${n}.example`, { contentType: 'text/html; charset=utf-8', body: Buffer.from(html) }];
  });
  return serveRevisitWeb(pages, LATE_MS);
}
