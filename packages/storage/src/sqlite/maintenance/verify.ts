import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { VerifiedIndex } from '@sitegrep/segments';
import { requireBuilt, type State, stateReader } from '../domains/state.ts';
import type { RevisionRange } from '../domains/rows.ts';
import { storageError } from '../failure.ts';
import { isWritable } from '../reading.ts';
import { verifyRecordRows } from '../records/checked-rows.ts';
import { openRecords } from '../records/database.ts';
import { HEAP_MB, type Remote, Thread } from '../../thread/thread.ts';
import { maintained } from './text-index.ts';
import { openVerifier, type VerifierCalls, type VerifyThreadData } from './verifier.ts';
import { type DomainSums, joinedSums, NO_DOMAINS } from './verify-domains.ts';
import { requireTexts } from './verify-full-text.ts';
import { requireSums } from './verify-tables.ts';
import type { VersionSums } from './verify-versions.ts';
import { type EntrySum, NO_ENTRIES, plus, WORD_INDEXES, WORD_RANGES, type WordIndex } from './word-sums.ts';

/** Domains that are checked at a time. A folder with no more of them is checked by this thread alone. */
const PART = 200;
/** More threads would wait for the disk. */
const MAX_THREADS = 8;

/** Sizes of what was read and found intact. */
export interface VerifiedFolder {
  /** Rows of records.sqlite. */
  readonly records: number;
  readonly rows: VerifiedRows;
  readonly segments: VerifiedIndex;
  /** Segments of the versions that pages had before. */
  readonly pastSegments: VerifiedIndex;
}

type VerifiedRows = Pick<DomainSums, 'domains' | 'pages' | 'bytes'> & Pick<VersionSums, 'versions'>;

/**
 * Reads all of the index, of the rows and sources beside it, and of the records, with as many threads as there are processors. The
 * caller has locked the folder, if it may write it.
 *
 * @param report bytes of sources and screenshots that were read, of how many
 * @throws StorageCorrupt at the first fault; StorageMisconfigured if a rebuild was interrupted; other storage errors; what
 * `report` throws
 */
export function verifyTextIndex(
  dataDir: string,
  report: (done: number, of: number) => void,
): Promise<VerifiedFolder> {
  return maintained(dataDir, 0, async ({ db }) => {
    const records = verifyRecords(join(dataDir, 'records.sqlite'));
    const state = stateReader(db)();
    requireBuilt(state);
    const ranges = rangesOf(db);
    const file = join(dataDir, 'domains.sqlite');
    const { domains, words, ...segments } =
      ranges.length > 1
        ? await checkedTogether(file, { ranges, state, report })
        : await checkedAlone(file, { ranges, state, report });
    requireSums(db, domains, state);
    if (state.hasFullText) requireTexts(db, state, domains.texts, words);
    const { pages, bytes } = domains;
    const { versions } = domains.versions;
    return { records, rows: { domains: domains.domains, pages, bytes, versions }, ...segments };
  });
}

interface Work {
  readonly ranges: readonly RevisionRange[];
  readonly state: State;
  readonly report: (done: number, of: number) => void;
}

/** Sums of all that was checked. */
interface Checked {
  readonly domains: DomainSums;
  readonly words: Readonly<Record<WordIndex, EntrySum>>;
  readonly segments: VerifiedIndex;
  readonly pastSegments: VerifiedIndex;
}

type Task = (verifier: Remote<VerifierCalls>) => Promise<void>;

/** The tasks of a check, and the sums of those that were done. */
interface Check {
  /** Tasks of ranges of domains, in the order of their revisions. */
  readonly ofDomains: readonly Task[];
  /** All other tasks, those that take longest last. */
  readonly others: readonly Task[];
  readonly checked: () => Checked;
}

function checkOf({ ranges, state, report }: Work): Check {
  let domains = NO_DOMAINS;
  const words = { word: NO_ENTRIES, pointer_word: NO_ENTRIES };
  let segments: VerifiedIndex | null = null;
  let pastSegments: VerifiedIndex | null = null;
  const ofDomains = ranges.map((range): Task => async (verifier) => {
    const sums = await verifier.domains(range);
    domains = joinedSums(domains, sums);
    report(domains.bytes, state.compressedBytes);
  });
  const ofWords = WORD_INDEXES.flatMap((index) =>
    WORD_RANGES.map((range): Task => async (verifier) => {
      const sum = await verifier.words(index, range);
      words[index] = plus(words[index], sum);
    }),
  );
  const whole: readonly Task[] = [
    async (verifier) => void (await verifier.tables()),
    async (verifier) => void (await verifier.databasePages()),
    async (verifier) => void (pastSegments = await verifier.pastSegments()),
    async (verifier) => void (segments = await verifier.segments()),
  ];
  return {
    ofDomains,
    others: [...(state.hasFullText ? ofWords : []), ...whole],
    checked() {
      if (segments === null || pastSegments === null) throw new Error('the segments were not checked');
      return { domains, words, segments, pastSegments };
    },
  };
}

/** Does all tasks in this thread. */
async function checkedAlone(file: string, work: Work): Promise<Checked> {
  const { db, calls, requireUnchanged } = openVerifier(file, () => {});
  try {
    const here: Remote<VerifierCalls> = {
      domains: async (range) => calls.domains(range),
      words: async (index, range) => calls.words(index, range),
      tables: async () => calls.tables(),
      databasePages: async () => calls.databasePages(),
      segments: async () => calls.segments(),
      pastSegments: async () => calls.pastSegments(),
    };
    const { ofDomains, others, checked } = checkOf(work);
    for (const task of [...ofDomains, ...others]) await task(here);
    requireUnchanged?.();
    return checked();
  } finally {
    db.close();
  }
}

/** Does the tasks in several threads: those that take longest first, and domains between them, which tell how far it is. */
async function checkedTogether(file: string, work: Work): Promise<Checked> {
  const { ofDomains, others, checked } = checkOf(work);
  const longest = others.toReversed();
  const left = [
    ...longest.flatMap((task, at) => [...ofDomains.slice(at, at + 1), task]),
    ...ofDomains.slice(longest.length),
  ];
  const unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const threads = Array.from({ length: Math.min(MAX_THREADS, availableParallelism()) }, () =>
    Thread.idle<VerifierCalls>({
      name: 'check of the data folder',
      entry: new URL('./verify-thread.ts', import.meta.url),
      workerData: { file, unwanted } satisfies VerifyThreadData,
      maxPending: 1,
      heapMb: HEAP_MB,
    }),
  );
  try {
    await Promise.all(
      threads.map(async (thread) => {
        const remote: Remote<VerifierCalls> = {
          domains: (range) => thread.call('domains', range),
          words: (index, range) => thread.call('words', index, range),
          tables: () => thread.call('tables'),
          databasePages: () => thread.call('databasePages'),
          segments: () => thread.call('segments'),
          pastSegments: () => thread.call('pastSegments'),
        };
        for (let task = left.shift(); task !== undefined; task = left.shift()) await task(remote);
      }),
    );
  } catch (error) {
    // They are not terminated: Node.js aborts the process if that meets a thread that is about to decompress something.
    Atomics.store(unwanted, 0, 1);
    throw error;
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
  return checked();
}

/** Ranges that each have some domains; together they have all. */
function rangesOf(db: DatabaseSync): readonly RevisionRange[] {
  const lastOf = db.prepare(
    'SELECT max(revision) AS last FROM (SELECT revision FROM domain WHERE revision > ? ORDER BY revision LIMIT ?)',
  );
  const ranges: RevisionRange[] = [];
  for (let after = -1; ;) {
    const last = lastOf.get(after, PART)?.['last'];
    if (typeof last !== 'number') return ranges;
    ranges.push({ after, upTo: last });
    after = last;
  }
}

/** @returns the number of rows; 0 if the database was not made yet */
function verifyRecords(file: string): number {
  if (!existsSync(file)) return 0;
  let db: DatabaseSync | null = null;
  try {
    const opened = openRecords({ file, isReadOnly: !isWritable(dirname(file)) });
    ({ db } = opened);
    const rows = verifyRecordRows(db);
    opened.requireUnchanged();
    return rows;
  } catch (error) {
    throw storageError(error, file);
  } finally {
    db?.close();
  }
}
