// Migrates the index of domains, or that of the sites of a month, and sends itself a signal at the first answer to a matching
// request. Usage: interrupted-migration.ts INDEX_PREFIX SIGNAL METHOD PATH [MONTH] (PATH is a regular expression)
import { copyIndex, switchIndex } from '../../src/elasticsearch/migration/migrate-index.ts';
import { rewriteDomain } from '../../src/elasticsearch/migration/migrate-indexes.ts';
import { createRepacker } from '../../src/elasticsearch/domains/repacker.ts';
import { domainIndex } from '../../src/elasticsearch/domains/mapping.ts';
import { UNCHANGED } from '../../src/elasticsearch/migration/copy.ts';
import { sitesOfMonth } from '../../src/elasticsearch/records/mappings.ts';
import { connectToTestCluster } from './test-indexes.ts';

const [indexPrefix = '', signal = '', method = '', path = '', month] = process.argv.slice(2);
const client = await connectToTestCluster();
let stopped = false;
client.diagnostic.on('response', (_, result) => {
  const { params } = result?.meta.request ?? {};
  if (stopped || params?.method !== method || !new RegExp(path).test(params.path)) return;
  stopped = true;
  process.kill(process.pid, signal);
});
const repacker = createRepacker(1);
const index = domainIndex({ indexPrefix, shards: 2, replicas: 0, refreshInterval: '50ms' });
if (month === undefined) {
  const wanted = { ...index, rewrite: rewriteDomain(repacker, index.version) };
  await copyIndex(client, wanted, { force: true }, 300);
  await switchIndex(client, wanted, {}, 300);
} else {
  const sites = sitesOfMonth({ indexPrefix, recordShards: 2, replicas: 0 }, month);
  const wanted = { ...sites, rewrite: UNCHANGED };
  await copyIndex(client, wanted, { force: true }, 300);
  await switchIndex(client, wanted, {}, 300);
}
await repacker.close();
await client.close();
