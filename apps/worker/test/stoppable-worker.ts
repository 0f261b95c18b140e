// A process that tests suspend and resume: it crawls the sites in the queue, and prints each outcome and error as a line of
// JSON.
// usage: node stoppable-worker.ts <backend as JSON> <timing as JSON> <data folder>
import { openAnalysisPool } from '@sitegrep/analysis';
import { openQueues } from '@sitegrep/jobs';
import { createMetrics } from '@sitegrep/metrics';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { openLoopbackCrawler } from './loopback.ts';
import { startWorker } from '../src/start-worker.ts';

const [backend = '', timing = '', dataDir = ''] = process.argv.slice(2);
const print = (event: object): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};
const storage = await openSqliteStorage({ dataDir, readers: 1 });
const analysis = openAnalysisPool({
  threads: 1,
  deadlineMs: 20_000,
  heapMb: 512,
  maxSourceBytes: 1_000_000,
  fullText: true,
  queueLimit: 100,
});
const crawler = openLoopbackCrawler();
const queues = await openQueues({
  backend: JSON.parse(backend),
  timing: JSON.parse(timing),
  onError: ({ message }) => print({ error: message }),
  onFatal: ({ message }) => print({ error: `fatal: ${message}` }),
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
    crawlRetentionDays: 90,
    maxSiteBytes: 1_000_000,
    honourNoindex: true,
    honourNofollow: true,
    conditionalRequests: true,
    siteDeadlineMs: 60_000,
    storageRetryMs: 10,
  },
  logger: { debug: () => {}, info: () => {}, error: (_fields, message) => print({ error: message }) },
  onOutcome: (domain, { outcome }) => print({ site: `${domain} ${outcome}` }),
});
process.once('SIGTERM', () => {
  void (async () => {
    await worker.close({ deadlineMs: 1 });
    await crawler.close(0);
    await analysis.close();
    await storage.close();
  })();
});
print({ ready: true });
