import type { Deliveries } from '../../deliveries.ts';
import type { AuditLog, KeyOfSecret, KeyStore } from '../../records.ts';
import type { CommonCrawlStore } from '../../commoncrawl.ts';
import type { MeasurementLog } from '../../measurements.ts';
import type { ReanalysisStore } from '../../reanalysis.ts';
import type { FingerprintStore } from '../../fingerprints.ts';
import type { SearchReports } from '../../search-reports.ts';
import type { SizeLog } from '../../size-log.ts';
import { type Calls, type InThread, Thread } from '../../thread/thread.ts';
import { recordThread, type RecordStore, remoteStore } from './record-stores.ts';

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

export type MeasurementCalls = InThread<MeasurementLog>;

export const MEASUREMENTS: RecordStore<MeasurementCalls> = {
  name: 'measurements',
  kinds: { note: 'write', list: 'read', prune: 'write', forget: 'write' },
};

/** Only one process works on a data folder. */
export type ReanalysisCalls = InThread<Omit<ReanalysisStore, 'alone'>>;

export const REANALYSIS: RecordStore<ReanalysisCalls> = {
  name: 'reanalysis',
  kinds: { get: 'read', begin: 'write', note: 'write', end: 'write' },
};

/** Only one process works on a data folder. */
export type CommonCrawlCalls = InThread<Omit<CommonCrawlStore, 'alone'>>;

export const COMMONCRAWL: RecordStore<CommonCrawlCalls> = {
  name: 'commoncrawl',
  kinds: { get: 'read', begin: 'write', note: 'write', end: 'write', setPart: 'write', part: 'read' },
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
    standings: 'read',
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

export type ReportCalls = InThread<SearchReports>;

export const REPORTS: RecordStore<ReportCalls> = {
  name: 'reports',
  kinds: {
    state: 'read',
    setState: 'write',
    waiting: 'read',
    addPart: 'write',
    add: 'write',
    get: 'read',
    list: 'read',
    part: 'read',
    oldest: 'read',
    bytes: 'read',
    remove: 'write',
    forget: 'write',
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
    readonly measurements: MeasurementLog;
    readonly reanalysis: ReanalysisStore;
    readonly commoncrawl: CommonCrawlStore;
    readonly deliveries: Deliveries;
    readonly reports: SearchReports;
    readonly fingerprints: FingerprintStore;
  }
> {
  const entry = new URL('./key-thread.ts', import.meta.url);
  const thread = await Thread.start<Calls>(recordThread('key store', entry, dataDir, isReadOnly));
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
    measurements: remoteStore(thread, MEASUREMENTS),
    reanalysis: {
      ...remoteStore(thread, REANALYSIS),
      alone: (work) => work(new AbortController().signal),
    },
    commoncrawl: {
      ...remoteStore(thread, COMMONCRAWL),
      alone: (work) => work(new AbortController().signal),
    },
    deliveries: {
      ...remoteStore(thread, DELIVERIES),
      alone: (work) => work(new AbortController().signal),
    },
    reports: remoteStore(thread, REPORTS),
    fingerprints: remoteStore(thread, FINGERPRINTS),
    close: () => thread.close(),
  };
}
