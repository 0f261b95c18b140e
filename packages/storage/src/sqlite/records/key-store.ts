import { join } from 'node:path';
import type { KeyStore } from '../../keys.ts';
import { Thread } from '../../thread/thread.ts';
import type { RecordThreadData } from './database.ts';
import type { KeyCalls } from './key-rows.ts';

/** Calls that wait for the thread at most. */
const MAX_PENDING = 10_000;

/** Keys in records.sqlite. Their own thread: a request's key must not wait behind the records of a crawl. */
export async function openKeyStore(dataDir: string): Promise<KeyStore> {
  const workerData: RecordThreadData = { file: join(dataDir, 'records.sqlite') };
  const thread = await Thread.start<KeyCalls>({
    name: 'key store',
    entry: new URL('./key-thread.ts', import.meta.url),
    workerData,
    maxPending: MAX_PENDING,
  });
  return {
    create: (key) => thread.call('create', key),
    findByHash: (hash) => thread.call('findByHash', hash),
    list: () => thread.call('list', null),
    revoke: (id, at) => thread.call('revoke', { id, at }),
    rotate: (id, rotation) => thread.call('rotate', { id, rotation }),
    touch: (id, at) => thread.call('touch', { id, at }),
    secret: (name) => thread.call('secret', name),
    close: () => thread.close(),
  };
}
