// Answers requests as an HTTP proxy from captured pages: a process of its own, so that its time is nobody else's. Copies of
// a site, each at a registrable domain of its own, answer with the site's page; their number costs no memory.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readCaptures, type Capture } from './captures.ts';

export interface ReplayRequest {
  readonly files: readonly string[];
  /** Sites that are taken of them at most. */
  readonly sites: number;
  /** How often each site is there, at hosts of their own, ≥ 1. */
  readonly copies: number;
}

export interface ReplayReady {
  /** URL of the proxy. */
  readonly proxy: string;
  /** One page a site. */
  readonly urls: readonly string[];
}

process.once('message', (request: ReplayRequest) => {
  // What it fails with ends the process, and stands on its standard error.
  void serve(request);
});
process.once('disconnect', () => process.exit());

async function serve({ files, sites, copies }: ReplayRequest): Promise<void> {
  const captures = await Array.fromAsync(readCaptures(files, sites));
  const byHost = new Map(captures.map((capture) => [new URL(capture.url).hostname, capture]));
  const captureOf = (host: string): Capture | undefined => {
    const copied = /^site-(\d+)-\d+\.example$/.exec(host)?.[1];
    return copied === undefined ? byHost.get(host) : captures[Number(copied)];
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, ({ url: answered = '' }, response) => {
    const url = URL.parse(answered);
    const capture = url === null ? undefined : captureOf(url.hostname);
    if (url === null || capture === undefined) {
      response.writeHead(502).end('no such host\n');
      return;
    }
    const { pathname, search } = new URL(capture.url);
    if (`${url.pathname}${url.search}` !== `${pathname}${search}`) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page\n');
      return;
    }
    const fields = [...capture.headers, ['content-length', String(capture.body.length)] as const];
    response.writeHead(200, fields.flat()).end(capture.body);
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    const urls = captures.map(({ url }) => url);
    for (let copy = 2; copy <= copies; copy++) {
      for (const [site, { url }] of captures.entries()) {
        const at = new URL(url);
        at.hostname = `site-${site}-${copy}.example`;
        urls.push(at.href);
      }
    }
    const ready: ReplayReady = { proxy: `http://127.0.0.1:${port}`, urls };
    process.send?.(ready);
  });
}
