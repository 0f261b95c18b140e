// What records.sqlite holds, written and read in this thread.
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  NONE_REJECTED,
  NO_RUNS,
  type AuditedAct,
  type NewApiKey,
} from '../../packages/storage/src/records.ts';
import { type CommonCrawlImport, NO_COMMONCRAWL_PROGRESS } from '../../packages/storage/src/commoncrawl.ts';
import { NO_PROGRESS, type Reanalysis } from '../../packages/storage/src/reanalysis.ts';
import { inSnapshot, inTransaction } from '../../packages/storage/src/sqlite/connection.ts';
import { createAuditRows } from '../../packages/storage/src/sqlite/records/audit-rows.ts';
import type { CrawlCalls, ScheduleCalls } from '../../packages/storage/src/sqlite/records/crawl-records.ts';
import { createCrawlRows } from '../../packages/storage/src/sqlite/records/crawl-rows.ts';
import { openRecords } from '../../packages/storage/src/sqlite/records/database.ts';
import { createDeliveryRows } from '../../packages/storage/src/sqlite/records/delivery-rows.ts';
import { createKeyRows } from '../../packages/storage/src/sqlite/records/key-rows.ts';
import type {
  AuditCalls,
  CommonCrawlCalls,
  FingerprintCalls,
  KeyCalls,
  DeliveryCalls,
  MeasurementCalls,
  ReanalysisCalls,
  ReportCalls,
  SizeCalls,
} from '../../packages/storage/src/sqlite/records/key-store.ts';
import { createCommonCrawlRows } from '../../packages/storage/src/sqlite/records/commoncrawl-rows.ts';
import { createFingerprintRows } from '../../packages/storage/src/sqlite/records/fingerprint-rows.ts';
import { createReportRows } from '../../packages/storage/src/sqlite/records/report-rows.ts';
import { createReanalysisRows } from '../../packages/storage/src/sqlite/records/reanalysis-rows.ts';
import { recordCommits } from '../../packages/storage/src/sqlite/records/record-commits.ts';
import { createScheduleRows } from '../../packages/storage/src/sqlite/records/schedule-rows.ts';
import { createMeasurementRows } from '../../packages/storage/src/sqlite/records/measurement-rows.ts';
import { createSizeRows } from '../../packages/storage/src/sqlite/records/size-rows.ts';
import type { Participant } from '../../packages/storage/src/sqlite/serve.ts';

export interface StoredRecords {
  readonly db: DatabaseSync;
  /** Marks each commit. */
  readonly participant: Participant;
  readonly crawls: CrawlCalls;
  readonly schedules: ScheduleCalls;
  readonly keys: KeyCalls;
  readonly audit: AuditCalls;
  readonly sizes: SizeCalls;
  readonly measurements: MeasurementCalls;
  readonly reanalysis: ReanalysisCalls;
  readonly commoncrawl: CommonCrawlCalls;
  readonly deliveries: DeliveryCalls;
  readonly reports: ReportCalls;
  readonly fingerprints: FingerprintCalls;
}

/** Opens, or makes, the records of a data folder. */
export function openStoredRecords(dataDir: string): StoredRecords {
  const file = join(dataDir, 'records.sqlite');
  const { db } = openRecords({ file });
  try {
    const { calls: crawls, counts } = createCrawlRows(db);
    return {
      db,
      participant: recordCommits(db, file, counts),
      crawls,
      schedules: createScheduleRows(db),
      keys: createKeyRows(db),
      audit: createAuditRows(db),
      sizes: createSizeRows(db),
      measurements: createMeasurementRows(db),
      reanalysis: createReanalysisRows(db),
      commoncrawl: createCommonCrawlRows(db),
      deliveries: createDeliveryRows(db),
      reports: createReportRows(db),
      fingerprints: createFingerprintRows(db),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Times of what is written, in milliseconds since the epoch. */
const AT = 1_790_000_000_000;

const RUN: Reanalysis = {
  ...NO_PROGRESS,
  id: '',
  query: 'shop',
  where: { kind: 'text', text: 'shop', caseSensitive: false, scope: 'body' },
  startedAt: AT,
  state: 'running',
  endedAt: null,
  reason: null,
};

const IMPORT: CommonCrawlImport = {
  ...NO_COMMONCRAWL_PROGRESS,
  id: 'import',
  selection: {
    crawls: ['CC-MAIN-2026-30'],
    hosts: null,
    tld: 'test',
    path: null,
    languages: [],
    withRobots: false,
  },
  isDryRun: false,
  startedAt: AT,
  state: 'running',
  endedAt: null,
  reason: null,
};

const KEY: NewApiKey = {
  name: 'shop',
  prefix: 'sg_1',
  hash: '',
  scopes: ['search'],
  rateLimitPerMinute: 60,
  expiresAt: null,
  createdAt: AT,
};

const ACT: AuditedAct = {
  at: AT,
  actor: 'command_line',
  keyId: null,
  keyPrefix: null,
  sessionId: null,
  action: 'key.create',
  target: null,
  remoteAddress: null,
  requestId: null,
};

const hashOf = (number: number): string => `a1b2c3d4${number}`;

/**
 * One act after the other, each a transaction: crawls that are made, crawled, cancelled and removed, keys that are made,
 * replaced and revoked, sessions, schedules, entries of the audit log, sizes of days, what processes measured, the run that
 * analyses pages again, deliveries and reports of saved searches.
 */
const ACTS: readonly ((stores: StoredRecords, number: number) => void)[] = [
  ({ keys, audit }, number) => {
    const { id } = keys.create({ ...KEY, name: `shop ${number}`, hash: hashOf(number) });
    audit.add({ ...ACT, target: id }, { result: 'done', status: 201 });
  },
  ({ crawls }, number) => {
    const { id } = crawls.create({ maxPages: 3, maxDepth: 1, priority: 1 + (number % 10) });
    crawls.reserveKey(`order ${number}`, id);
    const domains = Array.from({ length: 8 }, (_, site) => `s${site}.crawl${number}.test`);
    crawls.appendSites(
      id,
      domains.map((domain, site) => ({ domain, urls: site % 2 === 0 ? [] : [`https://${domain}/x`] })),
    );
  },
  ({ crawls }) => {
    for (const { id } of crawls.list({ limit: 1 }).items)
      crawls.seal(id, NONE_REJECTED, { fingerprint: 'fingerprint' });
  },
  ({ crawls }) => {
    for (const { id } of crawls.list({ limit: 1 }).items) {
      for (const domain of crawls.unfinished(id, null, 3)) crawls.begin(id, domain, AT);
    }
  },
  ({ crawls }) => {
    for (const { id } of crawls.list({ limit: 1 }).items) {
      for (const domain of crawls.unfinished(id, null, 5)) {
        const times = { startedAt: AT, finishedAt: AT + 1, redirects: [] };
        crawls.finish(id, domain, { outcome: 'indexed', reason: null, pages: 1, bytes: 9, ...times });
      }
    }
  },
  ({ keys }, number) => {
    const key = keys.list().findLast(({ revokedAt }) => revokedAt === null);
    if (key === undefined) return;
    const rotation = { prefix: 'sg_2', at: AT + 5, overlapEndsAt: AT + 9_000 };
    keys.rotate(key.id, { hash: `rotated${number}`, ...rotation });
    keys.openSession(key.id, { hash: `session${number}`, at: AT, endsAt: AT + 90_000 });
    keys.touch(key.id, AT + number);
    keys.secret('tokens');
  },
  ({ schedules }, number) => {
    const id = `nightly-${number % 20}`;
    const source = { kind: 'domains', entries: [`a${number}.test`] } as const;
    const spec = { maxPages: 1, maxDepth: 0, priority: 5 };
    schedules.put({ id, timing: { kind: 'every', seconds: 3_600 }, spec, source, enabled: number % 2 === 0 });
    schedules.setRuns(id, NO_RUNS, { ...NO_RUNS, lastRunAt: AT + number });
  },
  ({ sizes, audit }, number) => {
    const day = `2026-11-${String(1 + (number % 28)).padStart(2, '0')}`;
    sizes.note({ day, at: AT, domains: number, pages: 3, sourceBytes: 500, totalBytes: 400 }, '2026-01-01');
    audit.end(audit.add(ACT, null), { result: 'refused', status: 409 });
  },
  ({ measurements }, number) => {
    const from = AT + 3_600_000 * (number % 40);
    measurements.note({ process: `api ${number % 3}`, from, series: { searches: [number, null, 0.5] } });
  },
  ({ reanalysis }, number) => {
    const { id } = reanalysis.begin({ ...RUN, id: `run ${number}` });
    reanalysis.note(id, { ...NO_PROGRESS, after: `a${number}.test`, total: 100, domains: number });
    if (number % 3 === 0) reanalysis.end(id, { state: 'stopped', endedAt: AT + number, reason: null });
  },
  ({ commoncrawl }, number) => {
    const { id } = commoncrawl.begin(IMPORT, null);
    commoncrawl.note(id, { ...NO_COMMONCRAWL_PROGRESS, requests: number });
    commoncrawl.setPart(
      id,
      `0 ${number % 20}`,
      Uint8Array.from({ length: 100 }, (_, at) => at + number),
    );
  },
  ({ deliveries }, number) => {
    const search = `shops-${number % 5}`;
    const destination = `${search}/ops`;
    const content = { kind: 'events', first: number, last: number + 1 } as const;
    deliveries.add({ id: `d${number}`, search, destination, content, createdAt: AT, due: AT + number });
    const last = number % 2 === 0 ? ({ state: 'dead' } as const) : ({ state: 'waiting', due: AT } as const);
    deliveries.answered(`d${number}`, { at: AT, status: 500, text: `no ${number}` }, last);
    const off = number % 3 === 0 ? { at: AT, reason: 'gone' } : null;
    const isBehind = number % 2 === 0;
    deliveries.setTold({ destination, search, position: number, isBehind, isAbove: null, failures: 1, off });
  },
  ({ reports }, number) => {
    const search = `shops-${number % 5}`;
    const before = reports.state(search);
    const wanted = number % 2 === 0 ? ({ at: AT, by: 'schedule', begun: 0 } as const) : null;
    reports.setState(before, { search, born: AT, number, due: AT + number, wanted, last: null });
    const attempt = `attempt ${number}`;
    reports.addPart({ search, number, attempt, part: 0 }, Buffer.from(`domain ${number}`));
    const ended = {
      attempt,
      parts: 1,
      bytes: 8,
      generation: 1,
      position: number,
      failure: null,
      summary: { rows: number },
    };
    const times = { born: AT, due: AT, endedAt: AT + number };
    reports.add({ search, number, by: 'schedule', format: 'csv', ...times, ...ended });
    reports.remove(search, number - 200);
  },
  ({ fingerprints }, number) => {
    const { revision, steps, searches, queries } = fingerprints.get();
    const step = {
      from: `1-${number}`,
      to: `1-${number + 1}`,
      technologies: ['One'],
      texts: [],
      queries: [],
    };
    const publicSet = { digest: `set${number}`, name: 'set.json', technologies: number, at: AT };
    const state = {
      revision: `r${number}`,
      version: step.to,
      since: AT + number,
      publicSet,
      searches,
      queries,
    };
    fingerprints.replace(
      revision,
      { ...state, steps: [...steps, step].slice(-9) },
      Buffer.from(`set ${number}`),
    );
  },
  ({ crawls }) => {
    for (const { id } of crawls.list({ limit: 2 }).items.slice(1)) {
      if (crawls.cancel(id) === 'cancelled') crawls.cancelSites(100, true);
    }
  },
  ({ crawls, keys }) => {
    for (const { id } of crawls.list({ limit: 4 }).items.slice(3)) crawls.discard(id);
    crawls.purge(100);
    const [first] = keys.list();
    if (first !== undefined) keys.revoke(first.id, AT + 7);
  },
];

/** Does the next act. @param number from 0 */
export function actOn(stores: StoredRecords, number: number): void {
  inTransaction(stores.db, () => {
    ACTS[number % ACTS.length]?.(stores, number);
    stores.participant.prepare();
  });
  stores.participant.committed();
}

export async function closeRecords({ db, participant }: StoredRecords): Promise<void> {
  await participant.close();
  db.close();
}

/** Questions that together read every row. */
const QUESTIONS: Readonly<Record<string, (stores: StoredRecords) => unknown>> = {
  crawls: ({ crawls }) => [crawls.list({ limit: 1_000 }), crawls.open(false, 1_000), crawls.backlog(false)],
  sites: ({ crawls }) =>
    crawls
      .list({ limit: 1_000 })
      .items.map(({ id }) => [
        crawls.sites(id, { limit: 1_000 }),
        crawls.sites(id, { limit: 1_000, outcome: 'indexed' }),
        crawls.sites(id, { limit: 1_000, areRunning: true }),
        crawls.ended(id, 0, 1_000),
        crawls.unfinished(id, null, 1_000),
      ]),
  'idempotency keys': ({ crawls }) => Array.from({ length: 40 }, (_, n) => crawls.keyHolder(`order ${n}`)),
  keys: ({ keys }) => [
    keys.list(),
    keys.sessions(AT),
    Buffer.from(keys.knownSecret('tokens') ?? []).toString('hex'),
  ],
  secrets: ({ keys }) => [
    Array.from({ length: 40 }, (_, n) => ownKey(keys.findByHash(hashOf(n)))),
    Array.from({ length: 40 }, (_, n) => ownKey(keys.findByHash(`rotated${n}`))),
    Array.from({ length: 40 }, (_, n) => ownKey(keys.findByHash(`session${n}`))),
  ],
  'audit log': ({ audit }) => audit.list({ limit: 1_000 }),
  sizes: ({ sizes }) => sizes.list(1_000),
  measurements: ({ measurements }) => Array.from({ length: 3 }, (_, n) => measurements.list(`api ${n}`)),
  'run that analyses pages again': ({ reanalysis }) => reanalysis.get(),
  'import from Common Crawl': ({ commoncrawl }) => [
    commoncrawl.get(),
    Array.from({ length: 20 }, (_, n) => Array.from(commoncrawl.part('import', `0 ${n}`) ?? [])),
  ],
  deliveries: ({ deliveries }) => [
    deliveries.list({ limit: 1_000 }),
    deliveries.due(AT + 1_000_000, 1_000),
    Array.from({ length: 5 }, (_, n) => deliveries.told(`shops-${n}/ops`)),
    deliveries.behind(1_000),
  ],
  reports: ({ reports }) => {
    const all = reports.oldest(1_000);
    return [
      all,
      reports.waiting(1_000),
      Array.from({ length: 5 }, (_, n) => [
        reports.state(`shops-${n}`),
        reports.list({ search: `shops-${n}`, limit: 1_000 }),
      ]),
      all.map((report) => Buffer.from(reports.part({ ...report, part: 0 }) ?? []).toString()),
    ];
  },
  fingerprints: ({ fingerprints }) => {
    const state = fingerprints.get();
    return [state, Buffer.from(fingerprints.set(state.publicSet?.digest ?? '') ?? []).toString()];
  },
  schedules: ({ schedules }) => [
    schedules.list({ limit: 100 }),
    Array.from({ length: 20 }, (_, n) => schedules.get(`nightly-${n}`)),
  ],
};

/** Key that a lookup of a hash found; another key is handed over where there is none. */
function ownKey(lookup: ReturnType<KeyCalls['findByHash']>): unknown {
  return lookup?.isKnown === true ? lookup : null;
}

export const RECORD_QUESTIONS = Object.keys(QUESTIONS);

/** Answer of the records to a question, as JSON. */
export function askRecords(stores: StoredRecords, name: string): string {
  return inSnapshot(stores.db, () => JSON.stringify(QUESTIONS[name]?.(stores)));
}
