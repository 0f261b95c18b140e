import type { Deliveries } from '../../deliveries.ts';
import type { AuditLog, KeyOfSecret, KeyStore } from '../../records.ts';
import type { ReanalysisStore } from '../../reanalysis.ts';
import type { FingerprintStore } from '../../fingerprints.ts';
import type { SizeLog } from '../../size-log.ts';
import type { InThread } from '../../thread/thread.ts';
import { type RecordStore, remoteStore, startRecordThread } from './record-stores.ts';

/**
 * The key that was found, or another key where none was: as much is read and handed over either way, so the time reveals
 * nothing. Null only if there is no key at all.
 */
interface Lookup extends KeyOfSecret {
  readonly isKnown: boolean;
}

export type KeyCalls = InThread<Omit<KeyStore, 'findByHash' | 'close'>> & {
  findByHash(hash: string): Lookup | null;
  /** Null if it was not made yet. */
  knownSecret(name: string): Uint8Array | null;
};

/** The calls about keys. Every request over HTTP looks its key up. */
export const KEYS: RecordStore<KeyCalls> = {
  name: 'keys',
  kinds: {
    create: 'write',
    findByHash: 'read',
    list: 'read',
    revoke: 'write',
    rotate: 'write',
    openSession: 'write',
    endSession: 'write',
    sessions: 'read',
    touch: 'write',
    knownSecret: 'read',
    secret: 'write',
  },
};

export type AuditCalls = InThread<AuditLog>;

export const AUDIT: RecordStore<AuditCalls> = {
  name: 'audit',
  kinds: { add: 'write', end: 'write', list: 'read', prune: 'write' },
};

export type SizeCalls = InThread<SizeLog>;

export const SIZES: RecordStore<SizeCalls> = { name: 'sizes', kinds: { note: 'write', list: 'read' } };

/** Only one process works on a data folder. */
export type ReanalysisCalls = InThread<Omit<ReanalysisStore, 'alone'>>;

export const REANALYSIS: RecordStore<ReanalysisCalls> = {
  name: 'reanalysis',
  kinds: { get: 'read', begin: 'write', note: 'write', end: 'write' },
};

/** Only one process works on a data folder. */
export type DeliveryCalls = InThread<Omit<Deliveries, 'alone'>>;

export const DELIVERIES: RecordStore<DeliveryCalls> = {
  name: 'deliveries',
  kinds: {
    add: 'write',
    get: 'read',
    list: 'read',
    due: 'read',
    waiting: 'read',
    answered: 'write',
    reschedule: 'write',
    giveUp: 'write',
    replay: 'write',
    told: 'read',
    setTold: 'write',
    behind: 'read',
    forget: 'write',
    prune: 'write',
  },
};

export type FingerprintCalls = InThread<FingerprintStore>;

export const FINGERPRINTS: RecordStore<FingerprintCalls> = {
  name: 'fingerprints',
  kinds: { get: 'read', replace: 'write', set: 'read' },
};

/** The stores in records.sqlite that have nothing to do with crawls. They have a thread of their own: the key of a request must not wait for the records of a crawl. */
export async function openKeyStore(
  dataDir: string,
  isReadOnly?: boolean,
): Promise<
  KeyStore & {
    readonly audit: AuditLog;
    readonly sizes: SizeLog;
    readonly reanalysis: ReanalysisStore;
    readonly deliveries: Deliveries;
    readonly fingerprints: FingerprintStore;
  }
> {
  const entry = new URL('./key-thread.ts', import.meta.url);
  const thread = await startRecordThread('key store', entry, dataDir, isReadOnly);
  const keys = remoteStore(thread, KEYS);
  return {
    ...keys,
    async findByHash(hash) {
      const lookup = await keys.findByHash(hash);
      if (lookup === null || !lookup.isKnown) return null;
      return { key: lookup.key, secretEndsAt: lookup.secretEndsAt, sessionId: lookup.sessionId };
    },
    // Read first: a full disk keeps no key from being looked up.
    secret: async (name) => (await keys.knownSecret(name)) ?? keys.secret(name),
    audit: remoteStore(thread, AUDIT),
    sizes: remoteStore(thread, SIZES),
    reanalysis: {
      ...remoteStore(thread, REANALYSIS),
      alone: (work) => work(new AbortController().signal),
    },
    deliveries: {
      ...remoteStore(thread, DELIVERIES),
      alone: (work) => work(new AbortController().signal),
    },
    fingerprints: remoteStore(thread, FINGERPRINTS),
    close: () => thread.close(),
  };
}
