// Where an import can go on that is interrupted: the first page without an outcome, and all that was counted before it.
import { checker } from '@sitegrep/contract';
import type { ImportCounts, PageResult } from '@sitegrep/intake';
import type { RestOfInput, WarcPage, WarcReader } from '@sitegrep/warc';
import { type Static, Type } from 'typebox';
import { badRequest } from '../failure.ts';

const count = Type.Integer({ minimum: 0 });
const counts = Type.Record(Type.String(), count);

const Point = Type.Object({
  /** Number of the record with which it goes on. */
  record: Type.Integer({ minimum: 1 }),
  /** Byte of the body with which that begins; 0 if the body can't be read from there on, and is read as a whole. */
  offset: count,
  origin: Type.Object({ bySitegrep: Type.Boolean(), obeysNoindex: Type.Boolean() }),
  counts: Type.Object({
    records: count,
    pages: count,
    truncatedPages: count,
    junk: count,
    unreadEntries: count,
    skipped: counts,
    slips: counts,
  }),
  /** Outcomes of what stands before it, and among them those of what is not a page, by its reason. */
  outcomes: counts,
  told: counts,
  documentsStored: count,
  sourceBytes: count,
});
export type ResumePoint = Static<typeof Point>;

const check = checker(Point);

/** Token of a point for clients, who send it back as it is. */
export function tokenOf(point: ResumePoint): string {
  return Buffer.from(JSON.stringify(point)).toString('base64url');
}

/** @throws Failure bad_request */
export function pointOf(token: string): ResumePoint {
  let value: unknown = null;
  try {
    value = JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    // It is refused below.
  }
  const checked = check(value);
  if (checked.ok) return checked.value;
  const remedy = 'send the token of a line of the type progress as it is, or the whole body without one';
  throw badRequest({ field: 'resume', problem: 'is not a token of an import', remedy });
}

/** The part of a body before a point, for a reader of what follows; null if the body is read as a whole. */
export function restAfter({ record, offset, origin, counts }: ResumePoint): RestOfInput | null {
  return offset === 0 ? null : { record, offset, origin, counts };
}

/** Maximum points that wait for the outcomes of pages before them. */
const MAX_WAITING = 64;

/** Follows the pages of an import from reading to outcome, and finds the points at which it can go on. */
export class ResumePoints {
  readonly #counts: ImportCounts;
  readonly #told: Readonly<Record<string, number>>;
  /** Whether bodies can begin in the middle. */
  readonly #hasOffsets: boolean;
  /** Pages without an outcome, in the order of reading: number of the record → number of pages. */
  readonly #open = new Map<number, number>();
  #waiting: ResumePoint[] = [];
  #isBegun = false;

  /** @param told outcomes of what is not a page @param hasOffsets whether a body can begin in the middle of this one */
  constructor(counts: ImportCounts, told: Readonly<Record<string, number>>, hasOffsets: boolean) {
    this.#counts = counts;
    this.#told = told;
    this.#hasOffsets = hasOffsets;
  }

  /** Takes a page that the reader gave last. */
  read(page: WarcPage, { countsBefore }: Pick<WarcReader, 'countsBefore'>): void {
    const { record, offset, isEntryPoint, bySitegrep, obeysNoindex } = page;
    this.#open.set(record, (this.#open.get(record) ?? 0) + 1);
    if (this.#isBegun) {
      // Of many, every second one is enough.
      if (this.#waiting.length === MAX_WAITING) this.#waiting = this.#waiting.filter((_, n) => n % 2 === 0);
      this.#waiting.push({
        record,
        offset: this.#hasOffsets && isEntryPoint ? offset : 0,
        origin: { bySitegrep, obeysNoindex },
        counts: countsBefore,
        outcomes: { ...this.#counts.outcomes },
        told: { ...this.#told },
        documentsStored: 0,
        sourceBytes: 0,
      });
    }
    this.#isBegun = true;
  }

  /** Takes the outcomes of pages. @returns the last point before which every page has one now; null if there is no new one */
  settled(results: readonly PageResult[]): ResumePoint | null {
    for (const { record, outcome } of results) {
      if (record === null) continue;
      const open = this.#open.get(record) ?? 0;
      if (open > 1) this.#open.set(record, open - 1);
      else this.#open.delete(record);
      for (const point of this.#waiting)
        if (record < point.record) point.outcomes[outcome] = (point.outcomes[outcome] ?? 0) + 1;
    }
    const first = this.#open.keys().next().value ?? Infinity;
    let reached: ResumePoint | null = null;
    for (let [next] = this.#waiting; next !== undefined && next.record <= first; [next] = this.#waiting) {
      reached = next;
      this.#waiting.shift();
    }
    const { documentsStored, sourceBytes } = this.#counts;
    return reached === null ? null : { ...reached, documentsStored, sourceBytes };
  }
}
