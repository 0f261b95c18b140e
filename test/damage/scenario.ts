// A process that writes a data folder for a while, with every change of the folder recorded.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { SegmentBuilder } from '../../packages/segments/src/build/build-segment.ts';
import { inlineWorkers } from '../../packages/segments/src/store/build-workers.ts';
import { inTransaction } from '../../packages/storage/src/sqlite/connection.ts';
import { PAGE_BYTES } from '../../packages/storage/src/sqlite/connection.ts';
import { searchLoad } from '../../packages/storage/src/sqlite/domains/options.ts';
import { openWriter, type WriterCalls } from '../../packages/storage/src/sqlite/domains/writer.ts';
import {
  drawDocument,
  drawName,
  seededRandom,
  type Model,
} from '../../packages/storage/test/drawn-documents.ts';
import { DatabaseWatch, DiskLog, FileWatch } from './disk-log.ts';
import {
  actOn,
  askRecords,
  closeRecords,
  openStoredRecords,
  RECORD_QUESTIONS,
  type StoredRecords,
} from './stored-records.ts';
import { wholeSite } from '@sitegrep/storage';

/** Contents that a folder must answer with. */
export interface FolderState {
  readonly model: Model;
  /** Domains that may not be put, in order. */
  readonly blocked: readonly string[];
  /** Answers of the records, by question. */
  readonly records: Readonly<Record<string, string>>;
}

/** One thing that was done: an act that was acknowledged, and what came of it in the background. */
export interface Step {
  readonly name: string;
  /** Number of changes of the folder before it, and up to its acknowledgement. */
  readonly begin: number;
  readonly acknowledged: number;
  readonly before: FolderState;
  readonly after: FolderState;
}

export interface Recorded {
  readonly log: DiskLog;
  readonly steps: readonly Step[];
}

/** Domains of which documents are drawn: each is replaced a few times. */
const DOMAINS = 48;
const TEXTS = { buildBytes: 1 << 16, logBytes: 20_000, load: searchLoad() };
const RECORD_PAGE_BYTES = 4_096;

/** Kinds of steps, one after the other; acts on the records come between them. */
const KINDS = [
  'put',
  'put',
  'delete',
  'put',
  'ranks',
  'put',
  'takedown',
  'checkpoint',
  'put',
  'confirm',
  'reopen',
] as const;

interface Changing {
  readonly documents: Map<string, ReturnType<typeof drawDocument>>;
  readonly listed: Map<string, number>;
  readonly blocked: Set<string>;
}

export async function recordScenario(folder: string, count: number, seed: number): Promise<Recorded> {
  mkdirSync(folder);
  const file = join(folder, 'domains.sqlite');
  const random = seededRandom(seed);
  // SQLite makes the databases before anything is recorded.
  await openWriter({ file, texts: TEXTS, fullText: true, keepVersions: 2 }).participant.close();
  await closeRecords(openStoredRecords(folder));

  const log = new DiskLog(folder);
  const disk = log.disk();
  const builder = new SegmentBuilder({ positionBytes: TEXTS.buildBytes });
  const machine = { disk, workers: () => inlineWorkers(disk, builder) };
  const open = (): ReturnType<typeof openWriter> =>
    openWriter({ file, texts: TEXTS, fullText: true, keepVersions: 2 }, machine);
  const watches = [
    new DatabaseWatch(log, 'domains.sqlite', PAGE_BYTES),
    new DatabaseWatch(log, 'records.sqlite', RECORD_PAGE_BYTES),
    new FileWatch(log, 'domains.sqlite-commit'),
    new FileWatch(log, 'records.sqlite-commit'),
  ];
  const observe = (): void => watches.forEach((watch) => watch.observe());

  let writer = open();
  let records: StoredRecords = openStoredRecords(folder);
  const changing: Changing = { documents: new Map(), listed: new Map(), blocked: new Set() };

  function write(work: (calls: WriterCalls) => void): void {
    inTransaction(writer.db, () => {
      work(writer.calls);
      writer.participant.prepare();
    });
    observe();
    writer.participant.committed();
    observe();
  }

  async function act(name: string, number: number): Promise<void> {
    switch (name) {
      case 'records':
        return actOn(records, number);
      case 'checkpoint':
        writer.db.exec('PRAGMA wal_checkpoint(PASSIVE)');
        observe();
        records.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        return;
      case 'reopen':
        await writer.participant.close();
        observe();
        writer.db.close();
        observe();
        await closeRecords(records);
        observe();
        writer = open();
        records = openStoredRecords(folder);
        return;
      default:
        write((calls) => changeDomains(calls, name, number, changing, random));
    }
  }

  const stateNow = (): FolderState => ({
    model: { documents: new Map(changing.documents), listed: new Map(changing.listed) },
    blocked: [...changing.blocked].sort(),
    records: Object.fromEntries(RECORD_QUESTIONS.map((name) => [name, askRecords(records, name)])),
  });
  const steps: Step[] = [];
  let before = stateNow();
  for (let number = 0; number < count; number++) {
    const name = number % 2 === 1 ? 'records' : (KINDS[(number / 2) % KINDS.length] ?? 'put');
    const begin = log.changes.length;
    await act(name, number >> 1);
    observe();
    const acknowledged = log.changes.length;
    // What is built and merged meanwhile.
    for (let tick = 0; tick < 5; tick++) await nextTick();
    await writer.participant.ready();
    const after = stateNow();
    steps.push({ name, begin, acknowledged, before, after });
    before = after;
  }
  await writer.participant.close();
  writer.db.close();
  await closeRecords(records);
  return { log, steps };
}

/** Changes the documents of a writer and of the model alike. */
function changeDomains(
  calls: WriterCalls,
  name: string,
  number: number,
  { documents, listed, blocked }: Changing,
  random: (below: number) => number,
): void {
  const some = (): string => [...documents.keys()][random(documents.size)] ?? '';
  switch (name) {
    case 'delete':
      for (const domain of [some(), some()]) {
        calls.delete(domain);
        documents.delete(domain);
      }
      return;
    case 'ranks':
      for (const domain of [some(), some(), drawName(random(DOMAINS))]) {
        const rank = 1 + random(1_000);
        calls.setRanks([{ domain, rank }]);
        listed.set(domain, rank);
      }
      return;
    case 'takedown': {
      const [first] = blocked;
      if (first !== undefined && random(2) === 0) {
        calls.unblock(first);
        blocked.delete(first);
        return;
      }
      const domain = some();
      calls.takeDown({ domain, reason: 'asked', at: number });
      documents.delete(domain);
      blocked.add(domain);
      return;
    }
    case 'confirm': {
      // A confirmation changes no answer that is asked for; that a rank changes with it does.
      const domain = some();
      calls.confirm(domain, { revision: 1 + random(number), at: number });
      calls.setRanks([{ domain, rank: number % 1_000 }]);
      listed.set(domain, number % 1_000);
      return;
    }
    default:
      for (let one = 0; one < 5; one++) {
        const document = drawDocument(random(DOMAINS), number);
        const [result] = calls.put([wholeSite(document)]);
        if (result?.stored === true) documents.set(document.domain, document);
      }
  }
}
