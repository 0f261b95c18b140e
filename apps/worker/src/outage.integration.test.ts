import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { openAnalysisPool } from '@sitegrep/analysis';
import { readSeeds, submitCrawl } from '@sitegrep/intake';
import { openQueues } from '@sitegrep/jobs';
import { createMetrics } from '@sitegrep/metrics';
import { expect, test, vi } from 'vitest';
import { openLoopbackCrawler, serveLoopback } from '../test/loopback.ts';
import { startWorker } from './start-worker.ts';
import { openTestStorage } from '../../../packages/storage/test/elasticsearch/test-storage.ts';

const redis = process.env['TEST_REDIS'] ?? '';
const elasticsearch = process.env['TEST_ELASTICSEARCH'] ?? '';
const PATIENT = 60_000;

/** A proxy to a server that can be disconnected; while it is, every connection fails. */
async function openWay(to: URL) {
  const sockets = new Set<Socket>();
  let whole = true;
  let refused = 0;
  const server = createServer((from) => {
    if (!whole) {
      refused += 1;
      from.destroy();
      return;
    }
    const onward = connect(Number(to.port), to.hostname);
    const outages = [
      [from, onward],
      [onward, from],
    ] as const;
    for (const [one, other] of outages) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    cut,
    mend: () => {
      whole = true;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('while Elasticsearch is away fetched sites wait with their documents, no more are fetched, and none twice', async () => {
  if (redis === '' || elasticsearch === '') {
    throw new Error('TEST_REDIS or TEST_ELASTICSEARCH is not set: run npm run test:integration');
  }
  await using closers = new AsyncDisposableStack();
  const way = await openWay(new URL(elasticsearch));
  closers.defer(() => way.close());
  const storage = await openTestStorage(closers, { nodes: [way.url], requestTimeoutMs: 10_000 });
  const analysis = openAnalysisPool({
    threads: 1,
    deadlineMs: 20_000,
    heapMb: 512,
    maxSourceBytes: 1_000_000,
    fullText: true,
    queueLimit: 100,
  });
  closers.defer(() => analysis.close());
  const away = Promise.withResolvers<void>();
  // The first pages come after the storage has gone away.
  const web = await serveLoopback(async (host, path) => {
    await away.promise;
    return path === '/' ? { html: `<!doctype html><title>Welcome to ${host}</title>` } : null;
  });
  closers.defer(() => web.close());
  const crawler = openLoopbackCrawler();
  closers.defer(() => crawler.close(0));
  const errors: string[] = [];
  const tell = (error: Error): unknown => errors.push(error.message);
  const queues = await openQueues({
    backend: { kind: 'redis', url: redis, prefix: `test-${randomUUID()}` },
    onError: tell,
    onFatal: tell,
  });
  const logged: string[] = [];
  const outcomes: string[] = [];
  const concurrency = 2;
  const worker = await startWorker({
    queues,
    storage,
    crawler,
    analysis,
    metrics: createMetrics({ version: 'test' }),
    settings: {
      concurrency,
      queueWindow: 100,
      crawlRetentionDays: 90,
      maxSiteBytes: 1_000_000,
      honourNoindex: true,
      honourNofollow: true,
      conditionalRequests: true,
      siteDeadlineMs: 60_000,
      storageRetryMs: 100,
    },
    logger: {
      debug: () => {},
      info: (_fields, message) => logged.push(message),
      error: (_fields, message) => logged.push(message),
    },
    onOutcome: (domain, { outcome }) => outcomes.push(`${domain} ${outcome}`),
  });
  closers.defer(() => worker.close({ deadlineMs: 10_000 }));

  const domains = Array.from({ length: 6 }, (_, n) => `s${n}.test`);
  const { id } = await submitCrawl(
    storage.crawls,
    { maxPages: 1, maxDepth: 0, priority: 5 },
    readSeeds(
      domains.map((domain) => web.url(domain)),
      'text',
    ),
  );
  await vi.waitFor(() => expect(web.requested).toHaveLength(concurrency), PATIENT);
  way.cut();
  away.resolve();
  await vi.waitFor(
    () => expect(logged.some((line) => line.startsWith('the storage fails'))).toBe(true),
    PATIENT,
  );
  // Both wait and retry; neither they nor others are fetched meanwhile.
  const before = way.refused();
  await vi.waitFor(() => expect(way.refused()).toBeGreaterThan(before + 10), PATIENT);
  expect(web.requested).toHaveLength(concurrency);
  expect(outcomes).toEqual([]);

  way.mend();
  await vi.waitFor(() => expect(outcomes).toHaveLength(domains.length), 2 * PATIENT);
  expect(outcomes.sort()).toEqual(domains.map((domain) => `${domain} indexed`));
  expect(web.requested.map((requested) => requested.replace('/', '')).sort()).toEqual(domains);
  expect(errors).toEqual([]);
  expect(await storage.crawls.get(id)).toMatchObject({ state: 'completed', outcomes: { indexed: 6 } });
  expect((await storage.domains.stats()).domains).toBe(6);
}, 180_000);
