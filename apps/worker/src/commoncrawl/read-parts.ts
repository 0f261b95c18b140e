// Reads the records of an import in the order of their crawls, and imports them as captures.
import type { AnalysisPool } from '@sitegrep/analysis';
import {
  type CrawlFiles,
  readPlanned,
  ReadPlan,
  type ReadRecord,
  robotsTextsOfCrawl,
} from '@sitegrep/commoncrawl';
import { importPages, type PageResult, type SiteWriter } from '@sitegrep/intake';
import { type CommonCrawlStore, StorageCorrupt } from '@sitegrep/storage';
import type { RobotsTexts } from '@sitegrep/warc';
import { partName } from './find-parts.ts';
import type { RunNotes } from './run-notes.ts';

/** Damaged records that are kept in words. */
const MAX_DAMAGED = 20;
/** Pages that are written together: what is not written when a process is killed is requested again. */
const BATCH_PAGES = 64;
/** Files that can't be read, one after the other, after which the archive counts as unreadable. */
const MAX_UNREADABLE = 20;

type CapturedPages = Parameters<typeof importPages>[0];

export interface Reading {
  readonly notes: RunNotes;
  readonly store: Pick<CommonCrawlStore, 'part'>;
  readonly files: CrawlFiles;
  readonly sites: SiteWriter;
  readonly analysis: AnalysisPool;
  /** Pages that are analysed at the same time. */
  readonly concurrency: number;
  /** Called when a part was imported. */
  readonly onPart: () => void;
  readonly signal: AbortSignal;
}

/** Reads what is not imported yet. @throws what the files throw; errors of the storage */
export async function readParts(reading: Reading): Promise<void> {
  const { notes, onPart } = reading;
  for (let crawl = notes.progress.position.crawl; crawl < notes.progress.crawls.length; crawl++) {
    const robotsTexts = robotsTextsOfCrawl();
    const { parts } = notes.progress.crawls[crawl] ?? { parts: 0 };
    const { position } = notes.progress;
    for (let part = position.crawl === crawl ? position.part : 0; part < parts; part++) {
      await readPart(reading, { crawl, part, robotsTexts });
      notes.change({ position: { crawl, part: part + 1, record: 0 } });
      await notes.write();
      onPart();
    }
    notes.change({ position: { crawl: crawl + 1, part: 0, record: 0 } });
    await notes.write();
  }
}

interface Part {
  readonly crawl: number;
  readonly part: number;
  readonly robotsTexts: RobotsTexts;
}

async function readPart(reading: Reading, { crawl, part, robotsTexts }: Part): Promise<void> {
  const { notes, store, sites, analysis, concurrency, signal } = reading;
  const bytes = await store.part(notes.run.id, partName(crawl, part));
  if (bytes === null) throw new StorageCorrupt(`part ${part} of crawl ${crawl} of the import is gone`);
  const plan = await ReadPlan.decode(bytes);
  const { position } = notes.progress;
  const first = position.crawl === crawl && position.part === part ? position.record : 0;
  const outcomes = new PartOutcomes(notes, { crawl, part, first, size: plan.size });
  const pages = capturedPages(reading, plan, { first, robotsTexts, outcomes });
  await importPages(pages, {
    sites,
    analysis,
    concurrency,
    batchPages: BATCH_PAGES,
    signal,
    onResults: (results) => outcomes.settle(results),
  });
}

interface PagesOfPart {
  readonly first: number;
  readonly robotsTexts: RobotsTexts;
  readonly outcomes: PartOutcomes;
}

/** Pages of the records of a part from the first on; other records get their outcome at once. */
async function* capturedPages(
  { files, signal }: Reading,
  plan: ReadPlan,
  { first, robotsTexts, outcomes }: PagesOfPart,
): AsyncGenerator<CapturedPages extends AsyncIterable<infer Page> ? Page : never> {
  await readRobotsBefore(files, plan, { first, robotsTexts, signal });
  const unreadable = new Set<string>();
  for await (const read of readPlanned(files, plan, { first, signal, robotsTexts })) {
    if (read.page !== null) {
      // The number is that of the record in the part.
      yield { ...read.page, record: read.number };
      unreadable.clear();
      continue;
    }
    if (read.outcome === 'unreadable' && unreadable.add(read.record.file).size >= MAX_UNREADABLE)
      throw new Error(`${MAX_UNREADABLE} files in a row can't be read, the last one: ${read.problem ?? ''}`);
    outcomes.end(read.number, read.outcome, problemOf(read));
  }
}

/** Reads robots.txt again that was read before the import was interrupted: it comes with the pages. */
async function readRobotsBefore(
  files: CrawlFiles,
  plan: ReadPlan,
  { first, robotsTexts, signal }: Omit<PagesOfPart, 'outcomes'> & { readonly signal: AbortSignal },
): Promise<void> {
  if (first === 0 || plan.recordAt(0).subset !== 'robotstxt') return;
  for await (const { number } of readPlanned(files, plan, { signal, robotsTexts })) {
    const isLast = number + 1 >= first || plan.recordAt(number + 1).subset !== 'robotstxt';
    if (isLast) return;
  }
}

/** Why a record has no page; null: there is nothing wrong with it. */
function problemOf({ outcome, problem }: ReadRecord): string | null {
  return outcome === 'robots' || outcome === 'no_page' ? null : problem;
}

interface PartSpan {
  readonly crawl: number;
  readonly part: number;
  readonly first: number;
  readonly size: number;
}

/** Outcomes of the records of a part. They count when all records before have one, too: so a record counts once, whatever is killed. */
class PartOutcomes {
  readonly #notes: RunNotes;
  readonly #span: PartSpan;
  readonly #outcomes: string[];
  /** Number of the first record without an outcome. */
  #next: number;

  constructor(notes: RunNotes, span: PartSpan) {
    this.#notes = notes;
    this.#span = span;
    this.#outcomes = [];
    this.#next = span.first;
  }

  settle(results: readonly PageResult[]): void {
    for (const { record, outcome } of results) if (record !== null) this.#set(record, outcome);
    this.#advance();
  }

  end(number: number, outcome: string, problem: string | null): void {
    this.#set(number, outcome);
    const { damaged } = this.#notes.progress;
    if (problem !== null && damaged.length < MAX_DAMAGED && !damaged.includes(problem)) {
      this.#notes.change({ damaged: [...damaged, problem] });
    }
    this.#advance();
  }

  #set(number: number, outcome: string): void {
    this.#outcomes[number - this.#span.first] = outcome;
  }

  #advance(): void {
    const { crawl, part, first } = this.#span;
    const counts = { ...this.#notes.progress.outcomes };
    const before = this.#next;
    for (let outcome; (outcome = this.#outcomes[this.#next - first]) !== undefined; this.#next++) {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    if (this.#next === before) return;
    this.#notes.change({ outcomes: counts, position: { crawl, part, record: this.#next } });
  }
}
