// Loopback sites that make a crawler repeat requests in all possible ways, and record the time of each request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request, by the clock of the server. */
export interface Arrival {
  /** `robots`, `page` or `sitemap`. */
  readonly what: string;
  readonly host: string;
  readonly path: string;
  readonly at: number;
  /** Time at which the answer had been sent; null: not yet, or never because one side aborted. */
  answeredAt: number | null;
  /** Time for which the host asks for a pause, in milliseconds. */
  pauseMs: number;
}

export interface PacedWeb {
  readonly port: number;
  /** Requests by registered domain, in the order of arrival. */
  readonly arrivals: ReadonlyMap<string, readonly Arrival[]>;
  close(): Promise<void>;
}

/** Crawl-delay that every fourth site requires, in milliseconds. */
export const REQUIRED_DELAY_MS = 150;
const RETRY_AFTER_S = 1;

/** `s0.test`, `s1.test` and so on. */
export function siteName(n: number): string {
  return `s${n}.test`;
}

/** Crawl-delay in the robots.txt of a site; 0 if there is none. */
export function requiredDelayMs(n: number): number {
  return n % 4 === 1 ? REQUIRED_DELAY_MS : 0;
}

export async function servePacedWeb(): Promise<PacedWeb> {
  const arrivals = new Map<string, Arrival[]>();
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '';
    const domain = host.split('.').slice(-2).join('.');
    const arrival: Arrival = { what: kindOf(path), host, path, at, answeredAt: null, pauseMs: 0 };
    const known = arrivals.get(domain);
    if (known === undefined) arrivals.set(domain, [arrival]);
    else known.push(arrival);
    response.on('finish', () => {
      arrival.answeredAt = performance.now();
    });
    const first = !seen.has(`${host}${path}`);
    seen.add(`${host}${path}`);
    const n = Number(domain.slice(1, -'.test'.length));
    const answer = path === '/robots.txt' ? answerRobots : answerPage;
    answer({ n, host, path, first, arrival, port: portOf(server.address()) }, request, response);
  });
  // Connections of a killed process must not linger.
  server.keepAliveTimeout = 5_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(server.address()),
    arrivals,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface PageRequest {
  readonly n: number;
  readonly host: string;
  readonly path: string;
  /** Whether this is the first request for the path. */
  readonly first: boolean;
  readonly arrival: Arrival;
  readonly port: number;
}

/** No file, one with a crawl-delay, one redirected to another host of the site, or one that fails at first. */
function answerRobots(
  { n, host, first, port }: PageRequest,
  _request: IncomingMessage,
  response: ServerResponse,
): void {
  const rules = `User-agent: *\nDisallow: /private\nSitemap: http://${siteName(n)}:${port}/sitemap.xml\n`;
  if (n % 4 === 0) response.writeHead(404).end();
  else if (n % 4 === 1) response.end(`${rules}Crawl-delay: ${REQUIRED_DELAY_MS / 1_000}\n`);
  else if (n % 4 === 2 && !host.startsWith('rules.'))
    response.writeHead(301, { location: `http://rules.${siteName(n)}:${port}/robots.txt` }).end();
  else if (n % 4 === 3 && first) response.writeHead(503).end();
  else response.end(rules);
}

/** Start pages redirect, fail, break off or are slow at first; some pages never answer. */
function answerPage(
  { n, host, path, first, arrival, port }: PageRequest,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const html = (): void => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  if (path === '/sitemap.xml') response.writeHead(404).end();
  else if (path === '/1' && n % 7 === 0) return;
  else if (path === '/2' && first) response.writeHead(500).end();
  else if (path !== '/' || !first) html();
  else if (n % 5 === 0 && !host.startsWith('www.'))
    response.writeHead(302, { location: `http://www.${host}:${port}/` }).end();
  else if (n % 5 === 1) response.writeHead(429).end();
  else if (n % 5 === 2) {
    arrival.pauseMs = RETRY_AFTER_S * 1_000;
    response.writeHead(503, { 'retry-after': String(RETRY_AFTER_S) }).end();
  } else if (n % 5 === 3) request.socket.destroy();
  else setTimeout(html, 100);
}

function kindOf(path: string): string {
  if (path === '/robots.txt') return 'robots';
  return path === '/sitemap.xml' ? 'sitemap' : 'page';
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
