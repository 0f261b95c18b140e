import { createHash } from 'node:crypto';
import type { ExtractedPage } from '@sitegrep/facts';
import type { Page } from '@sitegrep/site';

/** A page of a capture, and what the project reads from it. */
interface JudgedPage {
  readonly page: Page;
  readonly extracted: ExtractedPage;
}

/** One fact that is compared with the truth, page by page. */
export interface FactBench {
  /** Name of the section, e.g. `technologies`. */
  readonly name: string;
  /** Compares the fact of one page. */
  readonly add: (judged: JudgedPage) => void;
  /** The figures as lines of text, after the last page. */
  readonly report: () => readonly string[];
  /** The figures for a record of the run. */
  readonly figures: () => object;
}

/** Counts of one value, such as one technology: right, asserted wrongly, missed. */
export interface Counts {
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
}

/** Share of what is asserted that is true; 1 if nothing is asserted. */
export function precisionOf({ right, wrong }: Counts): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

/** Share of what is true that is asserted; 1 if nothing is true. */
export function recallOf({ right, missed }: Counts): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}

export function sumOf(all: readonly Counts[]): Counts {
  return {
    right: all.reduce((sum, { right }) => sum + right, 0),
    wrong: all.reduce((sum, { wrong }) => sum + wrong, 0),
    missed: all.reduce((sum, { missed }) => sum + missed, 0),
  };
}

/** Whether a domain is of the half that the rules were made without. */
export function isHeldOut(domain: string): boolean {
  return ((createHash('sha256').update(domain).digest()[0] ?? 0) & 1) === 1;
}
