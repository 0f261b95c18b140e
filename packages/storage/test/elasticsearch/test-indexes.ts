import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { connect } from '../../src/elasticsearch/client.ts';
import type { RecordOptions } from '../../src/elasticsearch/records/mappings.ts';
import { testCluster } from './test-storage.ts';

/** Indexes of a single test file, on the cluster of the integration tests. */
export interface TestIndexes {
  readonly client: Client;
  /** Options of new indexes; each call gives other ones. */
  options(): RecordOptions & { readonly shards: number };
  /** Deletes all indexes made with the options, and closes the client. */
  close(): Promise<void>;
}

/** A client of that cluster. */
export function connectToTestCluster(): Promise<Client> {
  return connect({ nodes: [testCluster()], auth: { kind: 'none' }, ca: null, requestTimeoutMs: 30_000 });
}

export async function openTestIndexes(): Promise<TestIndexes> {
  const client = await connectToTestCluster();
  const prefixes: string[] = [];
  return {
    client,
    options: () => {
      const indexPrefix = `test-${randomUUID()}`;
      prefixes.push(indexPrefix);
      return { indexPrefix, shards: 2, recordShards: 2, replicas: 0 };
    },
    close: async () => {
      for (const prefix of prefixes) {
        // The cluster refuses to delete by a pattern.
        const names = Object.keys(await client.indices.get({ index: `${prefix}-*` }));
        if (names.length > 0) await client.indices.delete({ index: names });
      }
      await client.close();
    },
  };
}
