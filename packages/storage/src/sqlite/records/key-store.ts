import { join } from 'node:path';
import type { AuditLog, KeyStore } from '../../records.ts';
import { Thread } from '../../thread/thread.ts';
import type { RecordThreadData } from './database.ts';
import type { AuditCalls } from './audit-rows.ts';
import type { KeyCalls } from './key-rows.ts';
import type { SizeCalls } from './size-rows.ts';
import type { SizeLog } from '../../size-log.ts';

/** Maximum number of calls that wait for the thread. */
const MAX_PENDING = 10_000;

/** Keys, the audit log and the sizes of days in records.sqlite. They have a thread of their own: the key of a request must not wait for the records of a crawl. */
export async function openKeyStore(
  dataDir: string,
  isReadOnly = false,
): Promise<KeyStore & { readonly audit: AuditLog; readonly sizes: SizeLog }> {
  const workerData: RecordThreadData = { file: join(dataDir, 'records.sqlite'), isReadOnly };
  const thread = await Thread.start<KeyCalls & AuditCalls & SizeCalls>({
    name: 'key store',
    entry: new URL('./key-thread.ts', import.meta.url),
    workerData,
    maxPending: MAX_PENDING,
  });
  return {
    create: (key) => thread.call('create', key),
    async findByHash(hash) {
      const lookup = await thread.call('findByHash', hash);
      if (lookup === null || !lookup.isKnown) return null;
      return { key: lookup.key, secretEndsAt: lookup.secretEndsAt, sessionId: lookup.sessionId };
    },
    list: () => thread.call('list', null),
    revoke: (id, at) => thread.call('revoke', { id, at }),
    rotate: (id, rotation) => thread.call('rotate', { id, rotation }),
    openSession: (keyId, session) => thread.call('openSession', { keyId, session }),
    endSession: (id) => thread.call('endSession', id),
    sessions: (at) => thread.call('sessions', at),
    touch: (id, at) => thread.call('touch', { id, at }),
    // Read first: a full disk keeps no key from being looked up.
    secret: async (name) => (await thread.call('knownSecret', name)) ?? thread.call('secret', name),
    audit: {
      add: (act, end) => thread.call('addEntry', { act, end }),
      end: (id, end) => thread.call('endEntry', { id, end }),
      list: (query) => thread.call('listEntries', query),
      prune: (before, limit) => thread.call('pruneEntries', { before, limit }),
    },
    sizes: {
      note: (size, from) => thread.call('noteSize', { size, from }),
      list: (limit) => thread.call('listSizes', limit),
    },
    close: () => thread.close(),
  };
}
