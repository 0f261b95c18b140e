// The answer to pages that are sent: a line for each outcome, where the import can go on, and at the end a summary in every case.
import type { PagesLine } from '@sitegrep/contract';
import { emptyCounts, type ImportCounts, type PageResult } from '@sitegrep/intake';
import type { PageOutcome } from '@sitegrep/site';
import type { WarcCounts, WarcProblem, WarcSkip } from '@sitegrep/warc';
import { errorBody, type Failure } from '../failure.ts';
import { AnswerLines } from './answer-lines.ts';
import { type ResumePoint, ResumePoints, tokenOf } from './resume-point.ts';
import type { SentBodyEnd } from './sent-body.ts';

/** Time without a line after which one tells that the work goes on, in milliseconds. */
const PROGRESS_AFTER_MS = 5_000;
/** Time between two lines that tell where the import can go on, in milliseconds. */
const POINT_EVERY_MS = 500;

interface ImportAnswerOptions {
  /** Point at which an import goes on that was interrupted; null at its start. */
  readonly from: ResumePoint | null;
  /** Whether a body can begin in the middle of this one. */
  readonly hasOffsets: boolean;
  /** Whether pages without a problem get a line. */
  readonly tellsAll: boolean;
}

export class ImportAnswer {
  readonly lines = new AnswerLines();
  readonly counts: ImportCounts = emptyCounts();
  readonly points: ResumePoints;
  readonly #tellsAll: boolean;
  /** Number of records without a page that got a line, by their reason. */
  readonly #told: Record<string, number>;
  #bytesRead: number;
  #point: ResumePoint | null = null;
  #pointAt = -Infinity;

  constructor({ from, hasOffsets, tellsAll }: ImportAnswerOptions) {
    this.#tellsAll = tellsAll;
    this.#told = { ...from?.told };
    this.#bytesRead = from?.offset ?? 0;
    if (from !== null) {
      Object.assign(this.counts.outcomes, from.outcomes);
      this.counts.documentsStored = from.documentsStored;
      this.counts.sourceBytes = from.sourceBytes;
    }
    this.points = new ResumePoints(this.counts, this.#told, hasOffsets);
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** Bytes of the body were read. */
  countBytes(bytes: number): void {
    this.#bytesRead += bytes;
  }

  /** Tells the outcomes of pages. Resolves when there is capacity for further lines. */
  async tell(results: readonly PageResult[]): Promise<void> {
    for (const result of results)
      if (this.#tellsAll || isProblem(result)) this.lines.push({ type: 'page', ...result });
    this.#point = this.points.settled(results) ?? this.#point;
    if (this.#point !== null && performance.now() - this.#pointAt > POINT_EVERY_MS) this.#tellProgress();
    await this.lines.capacity();
  }

  /** Tells of a record without a page. Resolves when there is capacity for further lines. */
  async tellProblem({ why, record, unit, entry, offset, uri, problem }: WarcProblem): Promise<void> {
    if (why === null) return;
    const outcome = OUTCOME_OF[why];
    if (record !== null) this.#told[why] = (this.#told[why] ?? 0) + 1;
    this.counts.outcomes[outcome] += 1;
    const about = { record, unit, entry, offset, url: uri, domain: null };
    this.lines.push({ type: 'page', ...about, outcome, reason: problem });
    await this.lines.capacity();
  }

  /** Tells how far the import is, if there is a new point or there was no line for a while. */
  tellOfTime(): void {
    if (this.#point !== null || performance.now() - this.lines.lastAt > PROGRESS_AFTER_MS)
      this.#tellProgress();
  }

  /** Ends the answer of an import that came to its end. */
  end(end: SentBodyEnd): void {
    this.lines.end(this.#summaryOf(end, null));
  }

  /** Ends the answer of an import that failed. @param counts what was read until then */
  fail(failure: Failure, counts: WarcCounts): void {
    if (this.#point !== null) this.#tellProgress();
    this.lines.fail(failure, this.#summaryOf({ error: null, counts }, failure));
  }

  #tellProgress(): void {
    const point = this.#point;
    this.lines.push({
      type: 'progress',
      bytes_read: this.#bytesRead,
      outcomes: occurred(this.counts.outcomes),
      resume: point === null ? null : { offset: point.offset, record: point.record, token: tokenOf(point) },
    });
    this.#point = null;
    this.#pointAt = performance.now();
  }

  #summaryOf({ error, counts }: SentBodyEnd, failure: Failure | null): PagesLine {
    const { outcomes, documentsStored, sourceBytes } = this.counts;
    const untold = Object.fromEntries(
      Object.entries(counts.skipped).map(([why, count]) => [why, count - (this.#told[why] ?? 0)]),
    );
    return {
      type: 'summary',
      failure: failure === null ? null : errorBody(failure.code, failure.message),
      error,
      bytes_read: this.#bytesRead,
      records: counts.records,
      outcomes: occurred(outcomes),
      skipped: occurred(untold),
      slips: occurred(counts.slips),
      truncated_pages: counts.truncatedPages,
      junk: counts.junk,
      unread_entries: counts.unreadEntries,
      documents_stored: documentsStored,
      source_bytes: sourceBytes,
    };
  }
}

function isProblem({ outcome, reason }: PageResult): boolean {
  return (outcome !== 'stored' && outcome !== 'unchanged') || reason !== null;
}

/** Outcomes of what is not a page but is told all the same: damaged records, and lines of JSON. */
const OUTCOME_OF: Readonly<Record<WarcSkip, PageOutcome>> = {
  other_type: 'not_html',
  revisit: 'not_html',
  not_http: 'bad_url',
  not_success: 'not_success',
  not_html: 'not_html',
  no_content: 'no_content',
  no_answer: 'no_answer',
  broken: 'broken',
  cut_off: 'cut_off',
};

function occurred(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
