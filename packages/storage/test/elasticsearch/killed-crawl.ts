// Begins and finishes the sites of a crawl until it is killed, and prints each domain after its result is
// acknowledged. Usage: killed-crawl.ts INDEX_PREFIX CRAWL_ID
import { connectToTestCluster } from './test-indexes.ts';
import { openCrawlRecords } from '../../src/elasticsearch/records/crawl-records.ts';

const [indexPrefix = '', crawlId = ''] = process.argv.slice(2);
const client = await connectToTestCluster();
const records = await openCrawlRecords(client, { indexPrefix, recordShards: 2, replicas: 0 });
const domains = await records.unfinished(crawlId, null, 10_000);

async function finishAll(own: readonly string[]): Promise<void> {
  for (const domain of own) {
    const at = Date.now();
    await records.begin(crawlId, domain, at);
    const rest = { reason: null, pages: 2, bytes: 30, startedAt: at, finishedAt: at, redirects: [] };
    await records.finish(crawlId, domain, { outcome: 'indexed', ...rest });
    process.stdout.write(`${domain}\n`);
  }
}
await Promise.all([0, 1, 2, 3].map((part) => finishAll(domains.filter((_, index) => index % 4 === part))));
await client.close();
