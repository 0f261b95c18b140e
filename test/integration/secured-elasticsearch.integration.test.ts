import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { diagnose } from '../../apps/cli/test/doctor.ts';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { freePort } from '../../infra/dev/free-port.ts';
import {
  startSecuredElasticsearch,
  type SecuredElasticsearch,
} from '../../infra/dev/secured-elasticsearch.ts';
import { documentOf, found } from '../../packages/storage/test/conformance/documents.ts';
import { StorageMisconfigured } from '../../packages/storage/src/errors.ts';
import {
  connect,
  type ElasticsearchConnection,
  type ElasticsearchStorageOptions,
} from '../../packages/storage/src/elasticsearch/client.ts';
import { openElasticsearchStorage } from '../../packages/storage/src/elasticsearch/storage.ts';
import { wholeSite } from '@sitegrep/storage';

let server: SecuredElasticsearch;
beforeAll(async () => {
  const folder = join(
    cacheFolder(process.env, process.getuid?.()),
    `elasticsearch-secured-${randomBytes(4).toString('hex')}`,
  );
  server = await startSecuredElasticsearch({ folder, port: await freePort(null) });
}, 300_000);
afterAll(() => server.remove(), 60_000);

const asElastic = (): ElasticsearchConnection => ({
  nodes: [server.endpoint],
  auth: { kind: 'basic', username: 'elastic', password: server.password },
  ca: server.ca,
  requestTimeoutMs: 60_000,
});
const optionsOf = (connection: ElasticsearchConnection): ElasticsearchStorageOptions => ({
  ...connection,
  indexPrefix: 'secured',
  shards: 1,
  recordShards: 1,
  replicas: 0,
  refreshInterval: '1s',
  bulkBytes: 8 << 20,
  bulkConcurrency: 2,
});

it('writes and searches with a password over TLS, and with a key that may do no more than it must', async () => {
  const storage = await openElasticsearchStorage(optionsOf(asElastic()));
  await storage.domains.put([wholeSite(documentOf('one.test', ['by password']))]);

  const client = await connect(asElastic());
  const indices = [{ names: ['secured-*'], privileges: ['all'] }];
  const { encoded } = await client.security.createApiKey({
    name: 'sitegrep',
    role_descriptors: { sitegrep: { cluster: ['monitor'], indices } },
  });
  await client.close();
  const byKey: ElasticsearchConnection = { ...asElastic(), auth: { kind: 'apiKey', apiKey: encoded } };
  const same = await openElasticsearchStorage(optionsOf(byKey));
  await same.domains.put([wholeSite(documentOf('two.test', ['by a key']))]);
  await same.domains.setRanks([{ domain: 'one.test', rank: 7 }]);
  expect(await found(storage.domains, 'by ')).toEqual(['one.test', 'two.test']);
  expect((await same.domains.stats()).domains).toBe(2);
  const { id } = await same.crawls.create({ maxPages: 1, maxDepth: 0, priority: 1 });
  expect((await storage.crawls.get(id))?.state).toBe('queued');
  await Promise.all([storage.close(), same.close()]);

  // It may not touch what others keep in the cluster.
  const foreign = openElasticsearchStorage({ ...optionsOf(byKey), indexPrefix: 'foreign' });
  await expect(foreign).rejects.toThrow(StorageMisconfigured);
  await expect(foreign).rejects.toThrow(/credentials.*foreign-domains.*privileges/s);
});

it('lets the exporter of metrics read what its alerts need, and nothing that is stored', async () => {
  const storage = await openElasticsearchStorage(optionsOf(asElastic()));
  await storage.domains.put([wholeSite(documentOf('one.test', ['a secret']))]);
  await storage.close();
  const admin = await connect(asElastic());
  const role = await readFile(
    new URL('../../infra/elasticsearch/exporter-role.json', import.meta.url),
    'utf8',
  );
  await admin.security.putRole({ name: 'sitegrep-exporter', ...(JSON.parse(role) as object) });
  const user = { username: 'sitegrep-exporter', password: randomBytes(12).toString('hex') };
  await admin.security.putUser({ ...user, roles: ['sitegrep-exporter'] });
  await admin.close();

  const client = await connect({ ...asElastic(), auth: { kind: 'basic', ...user } });
  // Its requests with --es.all and --collector.snapshots.
  expect((await client.cluster.health()).status).toMatch(/green|yellow/i);
  const [node] = Object.values((await client.nodes.stats()).nodes);
  expect(node).toMatchObject({
    fs: { total: { available_in_bytes: expect.any(Number) } },
    jvm: { mem: { heap_used_in_bytes: expect.any(Number) } },
    thread_pool: { search: { rejected: 0 }, write: { rejected: 0 } },
  });
  expect(await client.snapshot.getRepository()).toEqual({});
  const repository = { type: 'fs', settings: { location: 'own' } } as const;
  for (const forbidden of [
    () => client.search({ index: 'secured-domains' }),
    () => client.indices.get({ index: 'secured-domains' }),
    () => client.snapshot.createRepository({ name: 'own', repository }),
  ])
    await expect(forbidden()).rejects.toThrow(/security_exception/);
  await client.close();
});

it.each<[string, (right: ElasticsearchConnection) => Partial<ElasticsearchConnection>, RegExp]>([
  [
    'a wrong password',
    () => ({ auth: { kind: 'basic', username: 'elastic', password: 'not-that-one' } }),
    /credentials.*SITEGREP_ELASTICSEARCH_.*_PASSWORD/s,
  ],
  [
    'a wrong key',
    () => ({ auth: { kind: 'apiKey', apiKey: Buffer.from('not:that-one').toString('base64') } }),
    /credentials.*SITEGREP_ELASTICSEARCH_API_KEY/s,
  ],
  ['no credentials', () => ({ auth: { kind: 'none' } }), /credentials.*SITEGREP_ELASTICSEARCH_API_KEY/s],
  ['an authority that is not known', () => ({ ca: null }), /certificate.*SITEGREP_ELASTICSEARCH_CA/s],
  [
    'plain HTTP',
    ({ nodes }) => ({ nodes: nodes.map((node) => node.replace('https:', 'http:')) }),
    /https.*SITEGREP_ELASTICSEARCH_NODES/s,
  ],
])('refuses %s, and names the setting', async (_, wrong, message) => {
  const right = asElastic();
  const refused = connect({ ...right, ...wrong(right) });
  await expect(refused).rejects.toThrow(StorageMisconfigured);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.not.toThrow(/not-that-one/);
});

it('is named by the doctor, if it refuses the credentials', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ca = join(folder, 'ca.crt');
  await writeFile(ca, server.ca);
  const { code, failures } = await diagnose({
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: server.endpoint,
    SITEGREP_ELASTICSEARCH_CA: ca,
    SITEGREP_ELASTICSEARCH_USERNAME: 'elastic',
    SITEGREP_ELASTICSEARCH_PASSWORD: 'not-that-one',
  });
  expect(code).toBe(1);
  expect(failures).toEqual([
    expect.stringMatching(
      /^elasticsearch: Elasticsearch rejected the credentials .*SITEGREP_ELASTICSEARCH_API_KEY, or _USERNAME/,
    ),
  ]);
});
