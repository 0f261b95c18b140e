import { createServer, type Server } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listenAsProxy } from './loopback-proxy.ts';

/** Name of the n-th of any number of small sites, each with a word of its own. */
export function siteName(n: number): string {
  return `site-${n}.example`;
}

/** @param page number of the page; 0: the home page */
export function ownWord(domain: string, page = 0): string {
  return page === 0 ? `own-word-of-${domain}-end` : `own-word-of-page-${page}-of-${domain}-end`;
}

function pageOf(domain: string, page = 0, pages = 1): string {
  const filler = Array.from(
    { length: 80 },
    (_, line) => `<p class="row-${line}">${domain} line ${line * 7919}</p>`,
  );
  const links = Array.from({ length: pages - 1 }, (_, n) => `<a href="/page-${n + 1}">${n + 1}</a>`);
  const body = [...links, ...filler].join('\n');
  return `<!doctype html><html lang="en"><title>${domain}</title><body data-own="${ownWord(domain, page)}">${body}</body></html>`;
}

/** Writes one gzip member per record, like crawlers. */
export async function writeSampleWarc(path: string, sites: number): Promise<void> {
  const members = Array.from({ length: sites }, (_, n) => gzipSync(recordOf(siteName(n))));
  await writeFile(path, Buffer.concat(members));
}

function recordOf(domain: string): string {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${pageOf(domain)}`;
  return [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Target-URI: http://${domain}/`,
    'WARC-Date: 2026-01-02T03:04:05Z',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${Buffer.byteLength(http)}`,
    '',
    `${http}\r\n\r\n`,
  ].join('\r\n');
}

/**
 * Serves the same sites through a loopback proxy.
 *
 * @param delay milliseconds before each answer, or what each answer of a domain waits for
 * @param pages number of pages per site: `/` links to all others, `/page-1` and so on
 */
export async function serveSampleSites(
  delay: number | ((domain: string) => Promise<unknown>),
  pages = 1,
): Promise<{ proxyUrl: string; server: Server }> {
  const wait = typeof delay === 'number' ? () => setTimeout(delay) : delay;
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '');
    const page = url === null ? null : pageNumber(url.pathname);
    if (url === null || page === null || page >= pages) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end();
      return;
    }
    const answer = async (): Promise<void> => {
      await wait(url.hostname);
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageOf(url.hostname, page, pages));
    };
    void answer();
  });
  const proxyUrl = await listenAsProxy(server);
  return { proxyUrl, server };
}

function pageNumber(path: string): number | null {
  if (path === '/') return 0;
  const number = /^\/page-([1-9]\d{0,3})$/.exec(path)?.[1];
  return number === undefined ? null : Number(number);
}
