import { createServer, type Server } from 'node:http';
import { openSiteCrawler, type CrawlerOptions, type SiteCrawler } from '@sitegrep/crawl';

/** A crawler that resolves every name to this machine. */
export function openLoopbackCrawler(options: CrawlerOptions = {}): SiteCrawler {
  return openSiteCrawler({
    allowedAddresses: ['127.0.0.0/8'],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    crawlDelayMs: 0,
    sitemaps: false,
    retryDelayMs: 1,
    connectTimeoutMs: 5_000,
    ...options,
  });
}

/** A small web on this machine. */
export interface Loopback {
  /** Start URL of a site's crawl. */
  url(domain: string, path?: string): string;
  /** Requested pages in order, as `Host` and path. */
  readonly requested: string[];
  close(): Promise<void>;
}

export type Answer =
  | { readonly html: string; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  | 'never';

/** @param answer gives the page at a path of a host; null is a 404 */
export async function serveLoopback(
  answer: (host: string, path: string) => Answer | null | Promise<Answer | null>,
): Promise<Loopback> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '';
    if (path !== '/robots.txt') requested.push(`${host}${path}`);
    const send = (found: Answer | null): void => {
      if (found === 'never') return;
      if (found === null) response.writeHead(404).end();
      else
        response
          .writeHead(found.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...found.headers })
          .end(found.html);
    };
    const found = path === '/robots.txt' ? null : answer(host, path);
    if (found instanceof Promise) void found.then(send);
    else send(found);
  });
  const port = await listen(server);
  return {
    requested,
    url: (domain, path = '/') => `http://${domain}:${port}${path}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
