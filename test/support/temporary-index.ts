import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@sitegrep/storage';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { elasticsearch } from '../../infra/dev/elasticsearch.ts';
import { ensureRunning } from '../../infra/dev/lifecycle.ts';
import type { Service } from '../../infra/dev/service.ts';

export type StorageKind = 'sqlite' | 'elasticsearch';

/** An index of its own for one run, empty at first. */
export interface TemporaryIndex {
  /** Environment variables that make the command line use it. */
  readonly settings: Readonly<Record<string, string>> & { readonly SITEGREP_DATA_DIR: string };
  /** Opens the storage in this process. No other process may write to it meanwhile. */
  openStorage(): Promise<Storage>;
  /** Deletes the index and all that it holds. */
  remove(): Promise<void>;
}

export function isStorageKind(text: string): text is StorageKind {
  return text === 'sqlite' || text === 'elasticsearch';
}

/** @param server Elasticsearch to start unless it runs or TEST_ELASTICSEARCH names one */
export async function openTemporaryIndex(
  kind: StorageKind,
  server: Service = elasticsearch,
): Promise<TemporaryIndex> {
  if (kind === 'sqlite') return inFolder(await temporaryFolder());
  const { endpoint } = await ensureRunning(server, null);
  return inElasticsearch(endpoint, await temporaryFolder());
}

/** A data folder that exists already and that `remove` leaves alone. */
export function existingFolder(dataDir: string): TemporaryIndex {
  return { ...inFolder(dataDir), remove: () => Promise.resolve() };
}

function inFolder(dataDir: string): TemporaryIndex {
  return {
    settings: { SITEGREP_STORAGE: 'sqlite', SITEGREP_DATA_DIR: dataDir },
    openStorage: () => openSqliteStorage({ dataDir, readers: 1 }),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'sitegrep-index-'));
}

function inElasticsearch(endpoint: string, dataDir: string): TemporaryIndex {
  const prefix = `temporary-${randomBytes(4).toString('hex')}`;
  const request = async (path: string, method = 'GET'): Promise<unknown> => {
    const answer = await fetch(`${endpoint}/${path}`, { method });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    settings: {
      SITEGREP_STORAGE: 'elasticsearch',
      SITEGREP_ELASTICSEARCH_NODES: endpoint,
      SITEGREP_ELASTICSEARCH_INDEX_PREFIX: prefix,
      SITEGREP_ELASTICSEARCH_REPLICAS: '0',
      SITEGREP_DATA_DIR: dataDir,
    },
    openStorage: () =>
      openElasticsearchStorage({
        nodes: [endpoint],
        auth: { kind: 'none' },
        ca: null,
        requestTimeoutMs: 120_000,
        indexPrefix: prefix,
        shards: 1,
        recordShards: 1,
        replicas: 0,
        refreshInterval: '1s',
        bulkBytes: 8 * 2 ** 20,
        bulkConcurrency: 2,
      }),
    async remove() {
      const rows = (await request(`_cat/indices/${prefix}*?format=json&h=index`)) as { index: string }[];
      for (const { index } of rows) await request(index, 'DELETE');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
