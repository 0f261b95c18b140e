import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from '@sitegrep/storage';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { elasticsearch } from '../../infra/dev/elasticsearch.ts';
import { ensureRunning } from '../../infra/dev/lifecycle.ts';

export type StorageKind = 'sqlite' | 'elasticsearch';

/** Where a benchmark keeps its data, empty at first. */
export interface Place {
  readonly kind: StorageKind;
  /** Variables that make the command use it. */
  readonly settings: Readonly<Record<string, string>> & { readonly SITEGREP_DATA_DIR: string };
  /** Beside no command that writes. */
  openStorage(): Promise<Storage>;
  /** Resolves when what goes on behind writes, such as merges, has ended. */
  settle(): Promise<void>;
  /** With all that is in it. */
  remove(): Promise<void>;
}

export function isStorageKind(text: string): text is StorageKind {
  return text === 'sqlite' || text === 'elasticsearch';
}

/** Elasticsearch is the one that infra/dev/services.ts starts, or that TEST_ELASTICSEARCH names. */
export async function openPlace(kind: StorageKind): Promise<Place> {
  if (kind === 'sqlite') return inFolder(await temporaryFolder());
  const { endpoint } = await ensureRunning(elasticsearch, null);
  return inElasticsearch(endpoint, await temporaryFolder());
}

/** A folder that is there already, and stays. */
export function existingFolder(dataDir: string): Place {
  return { ...inFolder(dataDir), remove: () => Promise.resolve() };
}

function inFolder(dataDir: string): Place {
  return {
    kind: 'sqlite',
    settings: { SITEGREP_STORAGE: 'sqlite', SITEGREP_DATA_DIR: dataDir },
    openStorage: () => openSqliteStorage({ dataDir, readers: 1 }),
    settle: () => Promise.resolve(),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'sitegrep-bench-'));
}

function inElasticsearch(endpoint: string, dataDir: string): Place {
  const prefix = `bench-${randomBytes(4).toString('hex')}`;
  const ask = async (path: string, method = 'GET'): Promise<unknown> => {
    const answer = await fetch(`${endpoint}/${path}`, { method });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const indexes = async (): Promise<string[]> => {
    const rows = (await ask(`_cat/indices/${prefix}*?format=json&h=index`)) as { index: string }[];
    return rows.map((row) => row.index);
  };
  return {
    kind: 'elasticsearch',
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
        replicas: 0,
        refreshInterval: '1s',
        bulkBytes: 8 * 2 ** 20,
        bulkConcurrency: 2,
      }),
    async settle() {
      await ask(`${prefix}*/_flush`, 'POST');
      for (;;) {
        const { _all: all } = (await ask(`${prefix}*/_stats/merge`)) as {
          _all: { primaries: { merges: { current: number } } };
        };
        if (all.primaries.merges.current === 0) return;
        await delay(1_000);
      }
    },
    async remove() {
      for (const index of await indexes()) await ask(index, 'DELETE');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
