// Puts visits of some sites until it has sent a number of requests that write, then kills itself; prints each visit that was acknowledged.
// Usage: killed-visits.ts INDEX_PREFIX FIRST_VISIT REQUESTS (the visits before FIRST_VISIT were made by others)
import { openDomainIndex } from '../../src/elasticsearch/domains/domain-index.ts';
import { crawlOf } from '../visited-sites.ts';
import { connectToTestCluster } from './test-indexes.ts';
import { KILLED_SITES, killedSettings, technologiesAt, timeOf } from './killed-visits-plan.ts';

const [indexPrefix = '', first = '', requests = ''] = process.argv.slice(2);
const client = await connectToTestCluster();
let left = Number(requests);
client.diagnostic.on('request', (_, result) => {
  if (!/_bulk|_delete/.test(result?.meta.request.params.path ?? '')) return;
  left -= 1;
  // The request is on its way, or not.
  if (left === 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * 4);
});
const index = await openDomainIndex(client, killedSettings(indexPrefix));

async function visitAll(domain: string): Promise<void> {
  for (let visit = Number(first); ; visit++) {
    if (visit % 23 === 12) await index.delete(domain);
    await index.put([crawlOf(domain, timeOf(visit), technologiesAt(domain, visit))]);
    process.stdout.write(`${domain} ${visit}\n`);
  }
}
await Promise.all(KILLED_SITES.map(visitAll));
