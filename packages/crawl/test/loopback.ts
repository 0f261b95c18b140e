// A small web on 127.0.0.1 for tests: servers that record their requests, names that lead to them, certificates.
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { Page } from '@sitegrep/site';
import { onTestFinished } from 'vitest';
import { makeCertificates, type KeyPair } from './certificates.ts';
import {
  openSiteCrawler,
  type CrawledSite,
  type CrawlerOptions,
  type PageVerdict,
  type SiteCrawler,
  type SiteTask,
} from '../src/index.ts';
import type { Lookup } from '../src/lookup.ts';

export interface TestServer {
  readonly port: number;
  /** Each request's `Host` and path, in order. */
  readonly requests: string[];
}

export const html = { 'content-type': 'text/html; charset=utf-8' };

export async function serve(handler: RequestListener): Promise<TestServer> {
  const requests: string[] = [];
  const server = createServer(noting(requests, handler));
  return { port: await listen(server), requests };
}

export async function serveTls(
  pair: KeyPair & SecureContextOptions,
  handler: RequestListener,
): Promise<TestServer> {
  const requests: string[] = [];
  const server = createTlsServer(pair, noting(requests, handler));
  return { port: await listen(server), requests };
}

/** A server that answers every connection with what the function writes; it gets the first bytes of the request. */
export async function serveBytes(answer: (socket: Socket, request: string) => void): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => answer(socket, bytes.toString('latin1')));
  });
  return listen(server);
}

/** A server with pages by path; robots.txt is missing unless it is among them. */
export function pages(byPath: Readonly<Record<string, string>>): RequestListener {
  return (request, response) => {
    const body = byPath[request.url ?? ''];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, html).end(body);
  };
}

function noting(requests: string[], handler: RequestListener): RequestListener {
  return (request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    handler(request, response);
  };
}

/** Listens on a free port of 127.0.0.1 until the test has finished. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Lookup that resolves every name under `.test` to this machine, and no other name. */
export const testLookup: Lookup = (host) =>
  host.endsWith('.test')
    ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    : Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));

/** A crawler for loopback, by default without pauses and sitemaps, closed after the test. */
export function testCrawler(options: CrawlerOptions = {}): SiteCrawler {
  const crawler = openSiteCrawler({
    allowedAddresses: ['127.0.0.0/8'],
    lookup: testLookup,
    crawlDelayMs: 0,
    retryDelayMs: 10,
    sitemaps: false,
    requestTimeoutMs: 5_000,
    ...options,
  });
  onTestFinished(() => crawler.close(0));
  return crawler;
}

export interface Crawled {
  readonly result: CrawledSite;
  readonly pages: readonly Page[];
}

/** Crawls `a.test` from one URL and indexes every page; `links` says what each page links to. */
export async function crawlFrom(
  url: string | null,
  options: CrawlerOptions = {},
  task: Partial<SiteTask> = {},
  links: (page: Page) => readonly string[] = () => [],
): Promise<Crawled> {
  const found: Page[] = [];
  const onPage = (page: Page): Promise<PageVerdict> => {
    found.push(page);
    return Promise.resolve({ links: links(page), indexed: true, problem: null });
  };
  const result = await testCrawler(options).crawl(
    { domain: 'a.test', urls: url === null ? [] : [url], maxPages: 10, maxDepth: 0, ...task },
    onPage,
  );
  return { result, pages: found };
}

export interface Certificates {
  readonly authority: string;
  /** Certificate for a.test and *.a.test. */
  readonly valid: KeyPair;
  /** Certificate for a.test and *.a.test that expired on 1 March 2026. */
  readonly expired: KeyPair;
  readonly otherName: KeyPair;
  readonly selfSigned: KeyPair;
}

export function testCertificates(): Certificates {
  return makeCertificates(({ selfSigned, issued }) => {
    const authority = selfSigned('ca', '/C=AT/O=Test Trust/CN=Test authority').cert;
    const ours = { hosts: ['a.test', '*.a.test'], authority: 'ca' } as const;
    return {
      authority,
      valid: issued('valid', ours),
      expired: issued('expired', { ...ours, to: '20260301120000Z' }),
      otherName: issued('other', { ...ours, hosts: ['b.test', '*.b.test'] }),
      selfSigned: selfSigned('self', '/CN=a.test'),
    };
  });
}
