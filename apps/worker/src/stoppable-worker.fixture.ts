// A process for tests to stop and to let go on: crawls what is in the queue, and says on its standard output which sites
// have their outcome by it and what went wrong, a line of JSON each.
// usage: node stoppable-worker.fixture.ts <backend as JSON> <timing as JSON> <data folder>
import { openAnalysisPool } from '@sitegrep/analysis';
import { openQueues } from '@sitegrep/jobs';
import { createMetrics } from '@sitegrep/metrics';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { openLoopbackCrawler } from './loopback.fixture.ts';
import { startWorker } from './start-worker.ts';

const [backend = '', timing = '', dataDir = ''] = process.argv.slice(2);
const say = (event: object): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};
const storage = await openSqliteStorage({ dataDir, readers: 1 });
const analysis = openAnalysisPool({
  threads: 1,
  deadlineMs: 20_000,
  heapMb: 512,
  maxSourceBytes: 1_000_000,
  queueLimit: 100,
});
const crawler = openLoopbackCrawler();
const queues = await openQueues({
  backend: JSON.parse(backend),
  timing: JSON.parse(timing),
  onError: ({ message }) => say({ error: message }),
  onFatal: ({ message }) => say({ error: `fatal: ${message}` }),
});
const worker = await startWorker({
  queues,
  storage,
  crawler,
  analysis,
  metrics: createMetrics({ version: 'test' }),
  settings: {
    concurrency: 4,
    queueWindow: 100,
    maxSiteBytes: 1_000_000,
    honourNoindex: true,
    honourNofollow: true,
    conditionalRequests: true,
    siteDeadlineMs: 60_000,
    storageRetryMs: 10,
  },
  logger: { debug: () => {}, info: () => {}, error: (_fields, message) => say({ error: message }) },
  onOutcome: (domain, { outcome }) => say({ site: `${domain} ${outcome}` }),
});
process.once('SIGTERM', () => {
  void (async () => {
    await worker.close({ deadlineMs: 1 });
    await crawler.close(0);
    await analysis.close();
    await storage.close();
  })();
});
say({ ready: true });
