import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { describeDomainIndex } from '../conformance/domains.ts';
import { connect } from './client.ts';
import { openDomainIndex } from './domains/domain-index.ts';

const node = process.env['SITEGREP_TEST_ELASTICSEARCH'];
if (node === undefined)
  throw new Error('SITEGREP_TEST_ELASTICSEARCH is not set: run npm run test:integration');

const client = await connect({ nodes: [node], auth: { kind: 'none' }, ca: null, requestTimeoutMs: 30_000 });
const prefixes: string[] = [];
afterAll(async () => {
  const made = await client.indices.get({ index: prefixes.map((prefix) => `${prefix}-*`) });
  await client.indices.delete({ index: Object.keys(made) });
  await client.close();
});

/** A way to open a store under a new prefix, again and again. */
function underNewPrefix<T>(open: (indexPrefix: string) => Promise<T>): () => Promise<() => Promise<T>> {
  return async () => {
    const prefix = `test-${randomUUID()}`;
    prefixes.push(prefix);
    return () => open(prefix);
  };
}

describeDomainIndex(
  'elasticsearch',
  underNewPrefix((indexPrefix) =>
    openDomainIndex(client, {
      indexPrefix,
      shards: 1,
      replicas: 0,
      refreshInterval: '-1',
      bulkBytes: 8 << 20,
      bulkConcurrency: 2,
    }),
  ),
);
