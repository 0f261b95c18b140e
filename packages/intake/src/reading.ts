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

export const TOO_LONG: Refusal = { kind: 'rejected', reason: `longer than ${MAX_LINE} characters` };

const NUL: Refusal = { kind: 'rejected', reason: 'a NUL character, as in a list that is not in UTF-8' };

/** Why a line is refused whatever it says; null: it may be read. */
export function unreadable(line: string): Refusal | null {
  if (line.length > MAX_LINE) return TOO_LONG;
  return line.includes('\0') ? NUL : null;
}
