import type { CrawlSeed } from '@sitegrep/storage';
import { MAX_LINE } from './lines.ts';

/** Why a line is refused; one of a few texts, which are counted by. */
export interface Refusal {
  readonly kind: 'rejected';
  readonly reason: string;
}

/** A line that says nothing by itself: a comment, a header. */
export interface Nothing {
  readonly kind: 'nothing';
}

/** What one line of a list of sites says. */
export type Reading = { readonly kind: 'seed'; readonly seed: CrawlSeed } | Nothing | Refusal;

export type LineReader = (line: string) => Reading;

/** Of a line of more than `MAX_LINE` characters, whatever it says. */
export const TOO_LONG: Refusal = { kind: 'rejected', reason: `longer than ${MAX_LINE} characters` };
