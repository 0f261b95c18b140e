import type { Expression } from '@sitegrep/search';

/** A run that analyses stored pages again, whose facts another version gave. */
export interface Reanalysis extends ReanalysisProgress {
  readonly id: string;
  /** Query of the domains that it is for, as it was written; null: all. */
  readonly query: string | null;
  /** The query as it was read. */
  readonly where: Expression;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly state: ReanalysisState;
  /** When it ended; null: it goes on. */
  readonly endedAt: number | null;
  /** Why it failed, in words; null if it did not. */
  readonly reason: string | null;
}

/** States of a run: it goes on, it came to its end, somebody stopped it, or it can't go on. */
export const REANALYSIS_STATES = ['running', 'finished', 'stopped', 'failed'] as const;
export type ReanalysisState = (typeof REANALYSIS_STATES)[number];

/** How far a run is. */
export interface ReanalysisProgress {
  /** Domain up to which all is done, in code point order; '' at the beginning. */
  readonly after: string;
  /** Domains with pages of another version when it began; null: not counted yet. */
  readonly total: number | null;
  /** Domains of these that were looked at. */
  readonly domains: number;
  /** Pages that were analysed again. */
  readonly pages: number;
  /** Pages that stay as they were, because their analysis failed. */
  readonly failed: number;
}

export const NO_PROGRESS: ReanalysisProgress = { after: '', total: null, domains: 0, pages: 0, failed: 0 };

/** How a run ends. */
export interface ReanalysisEnd {
  readonly state: Exclude<ReanalysisState, 'running'>;
  readonly endedAt: number;
  readonly reason: string | null;
}

/**
 * The run that analyses stored pages again: the last one, which may go on. An adapter guarantees: what resolved is durable; at most
 * one run goes on, whichever processes begin one; one that has ended stays so.
 */
export interface ReanalysisStore {
  /** Null: there was none yet. */
  get(): Promise<Reanalysis | null>;
  /** Begins a run in place of the last one, unless that goes on. @returns the run that goes on then */
  begin(run: Reanalysis): Promise<Reanalysis>;
  /** Records how far a run is. @returns false if it does not go on, which changes nothing */
  note(id: string, progress: ReanalysisProgress): Promise<boolean>;
  /** Ends a run. @returns false if it does not go on, which changes nothing */
  end(id: string, end: ReanalysisEnd): Promise<boolean>;
  /**
   * Does the work of a run, unless another process does.
   *
   * @param work ends early when its signal fires: another process does it, because this one gave no sign of life
   * @returns null if it was not done
   */
  alone<Result>(work: (lost: AbortSignal) => Promise<Result>): Promise<Result | null>;
}
