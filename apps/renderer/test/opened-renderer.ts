/* A renderer over a real Chromium and a small web on loopback, for the tests of this folder. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type CrawlerOptions, type Gateway, openSiteCrawler } from '@sitegrep/crawl';
import { ensureProgram } from '../../../infra/dev/programs.ts';
import {
  BrowserMissing,
  findChromium,
  openPageRenderer,
  type PageRenderer,
  type RendererOptions,
  type Rendering,
  type RenderRequest,
} from '../src/index.ts';

/** Address of the web of these tests, which alone is allowed. All else on this machine is as private as it is for a crawl. */
export const WEB = '127.0.0.2';

export interface OpenedRenderer extends AsyncDisposable {
  readonly renderer: PageRenderer;
  /** URLs that were connected to, and those whose connection was refused. */
  readonly connected: readonly string[];
  readonly refused: readonly string[];
  /** Renders a page of the web by its path. */
  render(path: string, request?: Partial<RenderRequest>): Promise<Rendering>;
  /** URL of a path of the web. */
  url(path: string, host?: string): string;
  /** Processes of browsers that this test has started and that still run. */
  browsers(): Promise<readonly number[]>;
}

/** Names under `.test` lead to the web, those under `inner.test` to this machine itself. */
const lookup: NonNullable<CrawlerOptions['lookup']> = (host) =>
  Promise.resolve([{ address: host.endsWith('inner.test') ? '127.0.0.1' : WEB, family: 4 }]);

export async function openRenderer(
  web: RequestListener,
  options: Partial<Omit<RendererOptions, 'gateway'>> & {
    readonly crawler?: CrawlerOptions;
    /** Answers requests for a WebSocket. */
    readonly onUpgrade?: (request: IncomingMessage, socket: Duplex) => void;
  } = {},
): Promise<OpenedRenderer> {
  await needChromium();
  // Browsers inherit it, so that they are known by it.
  const mark = `RENDERER_TEST=${randomUUID()}`;
  [, process.env['RENDERER_TEST']] = mark.split('=') as [string, string];
  const closers = new AsyncDisposableStack();
  const server = createServer(web);
  if (options.onUpgrade !== undefined) server.on('upgrade', options.onUpgrade);
  const port = await listenAt(server, WEB);
  closers.defer(() => closeServer(server));
  const crawler = openSiteCrawler({
    allowedAddresses: [`${WEB}/32`],
    crawlDelayMs: 0,
    hostConcurrency: 16,
    lookup,
    ...options.crawler,
  });
  closers.defer(() => crawler.close(0));
  const connected: string[] = [];
  const refused: string[] = [];
  const gateway: Gateway = {
    ...crawler.gateway,
    async connect(url, signal) {
      try {
        const route = await crawler.gateway.connect(url, signal);
        connected.push(url.href);
        return route;
      } catch (error) {
        refused.push(url.href);
        throw error;
      }
    },
  };
  const renderer = await openPageRenderer({ chromium: null, ...options, gateway });
  closers.defer(() => renderer.close());
  const url = (path: string, host = 'site.test'): string => `http://${host}:${port}${path}`;
  return {
    renderer,
    connected,
    refused,
    url,
    render: (path, request) =>
      renderer.render(
        { url: url(path), globals: [], screenshot: false, ...request },
        AbortSignal.timeout(600_000),
      ),
    browsers: () => processesWith(mark),
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

/** Installs Chromium if this machine has none. */
export async function needChromium(): Promise<void> {
  try {
    await findChromium(null);
  } catch (error) {
    if (!(error instanceof BrowserMissing)) throw error;
    await ensureProgram('chromium', 'chromium');
  }
}

/** @returns the port */
export async function listenAt(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return address.port;
}

export async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** Processes with a variable in their environment, and all that they have started; this one excepted. */
export async function processesWith(variable: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const parents = new Map<number, number>();
  const found = new Set<number>();
  await Promise.all(
    pids.map(async (pid) => {
      try {
        const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
        parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
        if ((await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').includes(variable)) found.add(pid);
      } catch {
        // It has ended, or is another user's.
      }
    }),
  );
  // Chromium writes over the environment of the processes of pages.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Memory of processes together, in bytes. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      try {
        const status = await readFile(`/proc/${pid}/status`, 'latin1');
        return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
      } catch {
        return 0;
      }
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
