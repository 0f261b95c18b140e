import type { Listed, PageRequest } from './records.ts';

/**
 * The reports of saved searches: which one of a search is to be made, those that were, and their files. An adapter guarantees: what
 * resolved is durable and seen by every process that shares the storage; a report of a number is kept once, whichever processes
 * make it. Not here: when reports are due, and what they say.
 */
export interface SearchReports {
  /** Null: no report of the search was to be made so far. */
  state(search: string): Promise<ReportState | null>;
  /**
   * Puts a state in place of another one.
   *
   * @param before the state as the caller knows it; null: there is none
   * @returns false if it is not the state any more, which changes nothing
   */
  setState(before: ReportState | null, state: ReportState): Promise<boolean>;
  /** States whose report waits to be made, by their searches. @param limit 1–1,000 */
  waiting(limit: number): Promise<readonly ReportState[]>;
  /** Keeps bytes of the file of a report that is being made; nobody reads them before `add`. */
  addPart(part: ReportPart, bytes: Uint8Array): Promise<void>;
  /**
   * Keeps a report, unless there is one of its search and number, and removes the bytes of other attempts at it.
   *
   * @returns the one that there is then
   */
  add(report: SearchReport): Promise<SearchReport>;
  get(search: string, number: number): Promise<SearchReport | null>;
  /** Those of a search, the newest first. */
  list(request: PageRequest & { readonly search: string }): Promise<Listed<SearchReport>>;
  /** Bytes of a file; null if they are gone. */
  part(part: ReportPart): Promise<Uint8Array | null>;
  /** The ones of all searches that ended first. @param limit 1–1,000 */
  oldest(limit: number): Promise<readonly SearchReport[]>;
  /** Bytes of all files. */
  bytes(): Promise<number>;
  /** Removes a report with its file. */
  remove(search: string, number: number): Promise<void>;
  /** Removes all that is known of the reports of a search. */
  forget(search: string): Promise<void>;
}

/** Maximum number of bytes of a part of a file. */
export const MAX_REPORT_PART = 256 * 1_024;

/** Maximum number of bytes of the file of a report. */
export const MAX_REPORT_BYTES = 32 * 1_024 * 1_024;

/** Maximum number of reports that are kept of a search, the newest. */
export const MAX_SEARCH_REPORTS = 20;

/** Maximum number of bytes of the files of all searches. */
export const MAX_ALL_REPORT_BYTES = 1_024 * 1_024 * 1_024;

/** Time for which a report is kept, in milliseconds. */
export const MAX_REPORT_AGE_MS = 30 * 86_400_000;

export const REPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Times in milliseconds since the epoch. */
export interface ReportState {
  readonly search: string;
  /** `createdAt` of the search: another search of the same name has another one. */
  readonly born: number;
  /** Number of the last report, that which waits or that which ended; 0: there was none. */
  readonly number: number;
  /** When the last report by schedule was due; 0: there was none. */
  readonly due: number;
  /** The report that waits to be made; null: none. */
  readonly wanted: WantedReport | null;
  /** The last report that was made; null: none was. */
  readonly last: LastReport | null;
}

export interface WantedReport {
  /** When it was due, or requested. */
  readonly at: number;
  readonly by: 'schedule' | 'request';
  /** Number of the times that it was begun. */
  readonly begun: number;
}

/** The part of a report that the next one builds on. */
export interface LastReport {
  readonly number: number;
  readonly at: number;
  /** `generation` of the search. */
  readonly generation: number;
  /** Number of the last event that it has. */
  readonly position: number;
}

export interface ReportPart {
  readonly search: string;
  readonly number: number;
  /** Name of the attempt that made the file. */
  readonly attempt: string;
  /** 0 for the first part. */
  readonly part: number;
}

/** A report that was made, or could not be. */
export interface SearchReport {
  readonly search: string;
  readonly born: number;
  readonly number: number;
  /** When it was due, or requested, in milliseconds since the epoch. */
  readonly due: number;
  readonly by: WantedReport['by'];
  readonly endedAt: number;
  readonly format: ReportFormat;
  readonly attempt: string;
  /** Number of the parts of its file, and of their bytes; 0 if it could not be made. */
  readonly parts: number;
  readonly bytes: number;
  /** `generation` of the search, and number of the last event that it has. */
  readonly generation: number;
  readonly position: number;
  /** Why it could not be made; null: it was. */
  readonly failure: string | null;
  /** A JSON value that says what is in it, kept and given back as it is. */
  readonly summary: unknown;
}

/** The state of a search that has none. */
export function noReports(search: string, born: number): ReportState {
  return { search, born, number: 0, due: 0, wanted: null, last: null };
}

/**
 * Lets a report of a search be made, unless one waits already or, of a schedule, one of this due time or a later one did.
 *
 * @returns the state after it
 */
export async function wantReport(
  reports: Pick<SearchReports, 'state' | 'setState'>,
  { search, born }: Pick<ReportState, 'search' | 'born'>,
  { at, by }: Pick<WantedReport, 'at' | 'by'>,
): Promise<ReportState> {
  for (;;) {
    const before = await reports.state(search);
    const state =
      before?.born === born ? before : { ...noReports(search, born), number: before?.number ?? 0 };
    if (by === 'schedule' && state.due >= at) return state;
    const due = by === 'schedule' ? at : state.due;
    const next: ReportState =
      state.wanted === null
        ? { ...state, due, number: state.number + 1, wanted: { at, by, begun: 0 } }
        : { ...state, due };
    if (state.wanted !== null && due === state.due) return state;
    if (await reports.setState(before, next)) return next;
  }
}
