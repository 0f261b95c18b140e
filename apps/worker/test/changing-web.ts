import { createServer } from 'node:http';
import { once } from 'node:events';

/** A page that a test may change at any time. */
export interface ChangingPage {
  html: string | Uint8Array;
  /** Header fields of every answer. */
  headers?: Record<string, string>;
  /** When the server answers 304; if absent, never. */
  answers304?: 'if the entity tag matches' | 'if the date matches' | 'always';
  /** Status of an answer without the page. */
  status?: number;
}

export interface ChangingWeb {
  readonly pages: Map<string, ChangingPage>;
  /** Status and path of each request except robots.txt: `200 /path`. */
  readonly answered: string[];
  readonly conditions: { readonly ifNoneMatch: string | null; readonly ifModifiedSince: string | null }[];
  url(path: string): string;
  close(): Promise<void>;
}

/** Serves a site on this machine under any name. */
export async function serveChangingWeb(): Promise<ChangingWeb> {
  const web = new Map<string, ChangingPage>();
  const answered: string[] = [];
  const conditions: ChangingWeb['conditions'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const page = web.get(path);
    if (path === '/robots.txt') {
      response.writeHead(page === undefined ? 404 : 200, page?.headers).end(page?.html);
      return;
    }
    const ifNoneMatch = request.headers['if-none-match'] ?? null;
    const ifModifiedSince = request.headers['if-modified-since'] ?? null;
    conditions.push({ ifNoneMatch, ifModifiedSince });
    const status = statusOf(page, ifNoneMatch, ifModifiedSince);
    answered.push(`${status} ${path}`);
    response.writeHead(status, { 'content-type': 'text/html', ...page?.headers });
    response.end(status === 200 ? page?.html : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    pages: web,
    answered,
    conditions,
    url: (path) => `http://a.test:${address.port}${path}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function statusOf(
  page: ChangingPage | undefined,
  ifNoneMatch: string | null,
  ifModifiedSince: string | null,
): number {
  if (page === undefined) return 404;
  if (page.status !== undefined) return page.status;
  if (page.answers304 === 'always') return 304;
  const { etag = 'none', 'last-modified': date = 'none' } = page.headers ?? {};
  const isAsKnown =
    page.answers304 === 'if the date matches'
      ? ifModifiedSince === date
      : page.answers304 !== undefined && (ifNoneMatch ?? '').split(', ').includes(etag);
  return isAsKnown ? 304 : 200;
}
