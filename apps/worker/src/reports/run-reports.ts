// Makes the reports of saved searches that are due, one after the other, in the one process that tells.
import { setTimeout as delay } from 'node:timers/promises';
import type { ReportState, SavedSearch, SearchReport } from '@sitegrep/storage';
import { definitionOf, type SavedDefinition, type TellingSearch } from '@sitegrep/telling';
import { isDown } from '../storage-patience.ts';
import { type Beginnings, openBeginnings } from './beginnings.ts';
import { openDueReports } from './due-reports.ts';
import { type EndingParts, endReport, endWait } from './end-report.ts';
import { removeOld } from './kept-reports.ts';
import { makeReport, type MakingParts } from './make-report.ts';

export interface ReportOptions extends Omit<MakingParts, 'reports'>, EndingParts {
  /** The search as it tells now; null: it was deleted. */
  readonly find: (search: string) => Promise<TellingSearch | null>;
  /** Called with a report that was made, or that failed for good. */
  readonly onEnd: (report: SearchReport) => void;
  /** Called with a fault; what it kept from being made is made later, or fails for good. */
  readonly onError: (error: unknown) => void;
  /** Time between two looks, in milliseconds; for tests, as the other. */
  readonly pollMs?: number;
  readonly againMs?: number;
}

const POLL_MS = 1_000;
/** Time until the next look after a fault, in milliseconds. */
const AGAIN_MS = 15_000;
/** Schedules are looked at once a minute, when one begins: no due time lies within. */
const MINUTE_MS = 60_000;
const UPKEEP_MS = 3_600_000;
/** States that are read in one step. */
const MAX_WAITING = 100;
/** Number of times that a report is begun. */
const MAX_BEGUN = 3;

/** Makes reports until the signal is aborted. */
export async function runReports(options: ReportOptions, signal: AbortSignal): Promise<void> {
  const { domains, reports, now, onError, pollMs = POLL_MS, againMs = AGAIN_MS } = options;
  const due = openDueReports(domains.searches, reports);
  const beginnings = openBeginnings(reports);
  let [lookedAt, keptAt] = [-1, -Infinity];

  /** @returns whether all that is due was looked at without a fault */
  async function round(): Promise<boolean> {
    const minute = Math.floor(now() / MINUTE_MS);
    if (minute !== lookedAt) {
      await due.look(now());
      lookedAt = minute;
    }
    let isWhole = true;
    for (const state of await reports.waiting(MAX_WAITING)) {
      try {
        await work(options, await beginnings.current(state), beginnings, signal);
      } catch (error) {
        if (signal.aborted || isDown(error)) throw error;
        // The others need not wait for it.
        onError(error);
        isWhole = false;
      }
    }
    if (now() - keptAt >= UPKEEP_MS) {
      await removeOld(reports, now(), signal);
      if (!signal.aborted) keptAt = now();
    }
    return isWhole;
  }

  while (!signal.aborted) {
    let pauseMs = pollMs;
    try {
      if (!(await round())) pauseMs = againMs;
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      pauseMs = againMs;
    }
    await delay(pauseMs, null, { signal }).catch(() => null);
  }
}

/** Makes the report that a search waits for, unless nobody would get it. */
async function work(
  options: ReportOptions,
  state: ReportState,
  beginnings: Beginnings,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { domains, reports } = options;
  const search = await domains.searches.get(state.search);
  if (search === null) {
    await reports.forget(state.search);
    return;
  }
  const telling = await options.find(state.search);
  const definition = definitionOf(search);
  const isWanted = search.createdAt === state.born && definition.report !== null;
  if (telling === null || !isWanted || telling.stopped !== null) {
    // What was kept of one that was not finished.
    if ((await reports.get(state.search, state.number)) === null)
      await reports.remove(state.search, state.number);
    await endWait(reports, state.search, state.number, null);
    return;
  }
  // What is stored is looked through first: then it says what fulfils the search.
  if (!search.filled) return;
  try {
    const report = await made(options, search, definition, { state, beginnings, signal });
    if (report !== null && !(await isGone())) {
      await endReport(options, telling, report);
      options.onEnd(report);
    }
  } catch (error) {
    // Without the search nothing can be made, nor has to be.
    if (!(await isGone())) throw error;
  }
  if (await isGone()) await reports.forget(search.id);

  async function isGone(): Promise<boolean> {
    return (await domains.searches.get(state.search))?.createdAt !== state.born;
  }
}

/** @returns null if another process took it over */
async function made(
  options: ReportOptions,
  search: SavedSearch,
  { label, report: definition }: SavedDefinition,
  {
    state,
    beginnings,
    signal,
  }: { readonly state: ReportState; readonly beginnings: Beginnings; readonly signal: AbortSignal },
): Promise<SearchReport | null> {
  const { reports, now } = options;
  const { wanted } = state;
  if (wanted === null || definition === null) return null;
  const there = await reports.get(search.id, state.number);
  if (there?.born === state.born) return there;
  // It is of an earlier search of this name, whose parts would be taken for those of this one.
  if (there !== null) await reports.remove(search.id, state.number);
  const { at: due, by, begun } = wanted;
  if (begun >= MAX_BEGUN) return failed('each process that made it ended before it was made');
  const begunState = { ...state, wanted: { ...wanted, begun: begun + 1 } };
  if (!(await reports.setState(state, begunState))) return null;
  try {
    const report = await makeReport(options, { search, label, definition, state: begunState, signal });
    return { ...report, due, by };
  } catch (error) {
    // It is begun again, by who makes reports next or here, and did not fail.
    if (signal.aborted || isDown(error)) await beginnings.giveBack(begunState, state);
    else if (begun + 1 >= MAX_BEGUN) return failed(error instanceof Error ? error.message : String(error));
    throw error;
  }

  function failed(failure: string): SearchReport {
    return {
      search: search.id,
      born: search.createdAt,
      number: state.number,
      due: wanted?.at ?? now(),
      by: wanted?.by ?? 'schedule',
      endedAt: now(),
      format: definition?.format ?? 'csv',
      attempt: 'none',
      parts: 0,
      bytes: 0,
      generation: search.generation,
      position: 0,
      failure,
      summary: null,
    };
  }
}
