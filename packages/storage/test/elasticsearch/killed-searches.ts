// Puts sites for which there are saved searches, and removes them, until it has sent a number of requests that write, then kills itself;
// prints each put that was acknowledged: the domain, the visit and the revision.
// Usage: killed-searches.ts INDEX_PREFIX FIRST_VISIT REQUESTS (the visits before FIRST_VISIT were made by others)
import { openDomainIndex } from '../../src/elasticsearch/domains/domain-index.ts';
import { connectToTestCluster } from './test-indexes.ts';
import { killedPut } from './killed-puts.ts';
import { KILLED_SITES, killedSettings } from './killed-visits-plan.ts';

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

async function putAll(domain: string): Promise<void> {
  for (let visit = Number(first); ; visit++) {
    if (visit % 17 === 9) await index.delete(domain);
    const [result] = await index.put([killedPut(domain, visit)]);
    if (result?.stored === true) process.stdout.write(`${domain} ${visit} ${result.revision}\n`);
  }
}
await Promise.all(KILLED_SITES.map(putAll));
