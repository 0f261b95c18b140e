import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { HTML, INDEXED, type Stage } from './stage.ts';
import type { Certificates } from './certificates.ts';
import type { RequestListener } from 'node:http';

/** Number of good sites among the bad ones: three pages each, of many kinds. */
export const GOOD_SITES = 200;

export function goodName(n: number): string {
  return `good-${String(n).padStart(3, '0')}.test`;
}

/** A word that is on every page of a good site and nowhere else. */
export function ownWord(domain: string): string {
  return `own-word-of-${domain}-end`;
}

/** Names in the certificate. */
export const TLS_NAMES: readonly string[] = Array.from({ length: GOOD_SITES }, (_, n) => n)
  .filter((n) => n % 10 === 7)
  .map(goodName);

export async function addGoodSites(stage: Stage, certificates: Certificates): Promise<void> {
  for (let n = 0; n < GOOD_SITES; n++) {
    const domain = goodName(n);
    const site = siteOf(domain, n);
    if (TLS_NAMES.includes(domain)) await stage.tls(domain, expected, certificates.valid, site);
    else stage.web(domain, expected, site);
  }
}

const expected = { ...INDEXED, pages: 3 };

/** The home page, perhaps after a redirect, then `/contact` by a link and `/hidden`, which is linked only from there. */
function siteOf(domain: string, n: number): RequestListener {
  const body = (title: string, links: string): string =>
    `<!doctype html><html lang="en"><title>${title}</title><body><p>${ownWord(domain)} ${'word '.repeat(200)}</p>${links}</body></html>`;
  const byPath: Readonly<Record<string, string>> = {
    [n % 10 === 3 ? '/home' : '/']: body(
      `Home ${n}`,
      '<a href="/contact">Contact</a> <a href="/nothing.pdf">x</a>',
    ),
    '/contact': body(`Contact ${n}`, '<a href="/hidden">x</a> <a href="/">home</a>'),
    '/hidden': body(`Hidden ${n}`, ''),
  };
  return (request, response) => {
    const path = request.url ?? '';
    const text = byPath[path];
    if (path === '/robots.txt' && n % 2 === 0)
      response.writeHead(200).end('User-agent: *\nDisallow: /private\n');
    else if (path === '/' && text === undefined) response.writeHead(301, { location: '/home' }).end();
    else if (text === undefined) response.writeHead(404, HTML).end('<p>nothing here');
    else encoded(n, text, (headers, bytes) => response.writeHead(200, { ...HTML, ...headers }).end(bytes));
  };
}

type Send = (headers: Readonly<Record<string, string>>, bytes: string | Buffer) => void;

function encoded(n: number, text: string, send: Send): void {
  switch (n % 10) {
    case 1:
      return send({ 'content-encoding': 'gzip' }, gzipSync(text));
    case 2:
      return send({ 'content-encoding': 'br' }, brotliCompressSync(text));
    case 4:
      return send({ 'content-encoding': 'zstd' }, zstdCompressSync(text));
    case 5:
      return send({ 'content-type': 'text/html; charset=iso-8859-1' }, Buffer.from(text, 'latin1'));
    case 6:
      return send({ 'content-length': String(Buffer.byteLength(text)) }, text);
    default:
      return send({}, text);
  }
}
