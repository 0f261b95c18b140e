import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listenAsProxy } from '../../support/loopback-proxy.ts';

/** A home page as served. */
export interface HomePage {
  /** Content-Type, e.g. `text/html; charset=utf-8`; null: none. */
  readonly contentType: string | null;
  readonly body: Uint8Array;
}

/** Means by which servers state whether a page has changed; sites use them in turn. */
const KINDS = ['tag', 'tag of compressed pages', 'date', 'nothing', 'another tag each time'] as const;

const CHANGED_AT = { false: 'Mon, 05 Jan 2026 08:00:00 GMT', true: 'Tue, 06 Jan 2026 08:00:00 GMT' } as const;

interface Site {
  readonly kind: (typeof KINDS)[number];
  readonly contentType: string | null;
  body: Buffer;
  changed: boolean;
}

/** Answers to requests for home pages, without robots.txt. */
export interface Served {
  pages: number;
  notModified: number;
  /** Size of the compressed bodies. */
  bytes: number;
}

/** Home pages behind a loopback proxy, of sites that can change. */
export interface RevisitWeb {
  readonly domains: readonly string[];
  readonly proxyUrl: string;
  /** Answers since the previous call. */
  served(): Served;
  /** Number of requests by domain since the last call of `served`, including robots.txt. */
  requests(): ReadonlyMap<string, number>;
  /** Changes the page of a site. */
  change(domain: string): void;
  /** Whether the site reports by a 304 that it has not changed. */
  answers304(domain: string): boolean;
  close(): Promise<void>;
}

/**
 * @param pages home pages by domain
 * @param delayMs delay of each answer
 */
export async function serveRevisitWeb(
  pages: Iterable<readonly [string, HomePage]>,
  delayMs = 0,
): Promise<RevisitWeb> {
  const sites = new Map<string, Site>();
  for (const [domain, { contentType, body }] of pages) {
    const kind = KINDS[sites.size % KINDS.length] ?? 'nothing';
    sites.set(domain, { kind, contentType, body: gzipSync(body, { level: 1 }), changed: false });
  }
  let count: Served = { pages: 0, notModified: 0, bytes: 0 };
  let requests = new Map<string, number>();
  let answers = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = URL.parse(request.url ?? '');
    const domain = url?.hostname ?? '';
    requests.set(domain, (requests.get(domain) ?? 0) + 1);
    const site = sites.get(domain);
    if (site === undefined || url?.pathname !== '/') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end();
      return;
    }
    const validators = validatorsOf(site, ++answers);
    if (isAsKnown(site, validators, request.headers)) {
      count.notModified++;
      response.writeHead(304, validators).end();
      return;
    }
    count.pages++;
    count.bytes += site.body.length;
    const type = site.contentType === null ? {} : { 'content-type': site.contentType };
    response.writeHead(200, { ...type, ...validators, 'content-encoding': 'gzip' }).end(site.body);
  };
  const server = createServer((request, response) => {
    if (delayMs === 0) answer(request, response);
    else setTimeout(answer, delayMs, request, response);
  });
  const proxyUrl = await listenAsProxy(server);

  const siteOf = (domain: string): Site => {
    const site = sites.get(domain);
    if (site === undefined) throw new Error(`there is no site ${domain}`);
    return site;
  };
  return {
    domains: [...sites.keys()],
    proxyUrl,
    served() {
      const served = count;
      count = { pages: 0, notModified: 0, bytes: 0 };
      requests = new Map();
      return served;
    },
    requests: () => requests,
    change(domain) {
      const site = siteOf(domain);
      site.changed = true;
      site.body = gzipSync(Buffer.concat([gunzipSync(site.body), Buffer.from('<!-- something new -->')]));
    },
    answers304: (domain) => ['tag', 'tag of compressed pages', 'date'].includes(siteOf(domain).kind),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function validatorsOf({ kind, changed }: Site, answer: number): Readonly<Record<string, string>> {
  const tag = changed ? 'new' : 'old';
  switch (kind) {
    case 'tag':
      return { etag: `W/"${tag}"` };
    case 'tag of compressed pages':
      return { etag: `"${tag}-gzip"` };
    case 'date':
      return { 'last-modified': CHANGED_AT[`${changed}`] };
    case 'another tag each time':
      return { etag: `"${answer}"` };
    case 'nothing':
      return {};
  }
}

function isAsKnown(
  { kind, changed }: Site,
  validators: Readonly<Record<string, string>>,
  headers: IncomingHttpHeaders,
): boolean {
  const tags = (headers['if-none-match'] ?? '').split(', ');
  // The tag of the file without the suffix that compression added.
  if (kind === 'tag of compressed pages') return tags.includes(changed ? '"new"' : '"old"');
  if (kind === 'date') return headers['if-modified-since'] === validators['last-modified'];
  return tags.includes(validators['etag'] ?? 'none');
}
