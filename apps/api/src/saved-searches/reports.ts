// The report of a saved search, between the form of requests and answers and that of its definition.
import { isDeepStrictEqual } from 'node:util';
import {
  formatTimestamp,
  type PutSavedSearchRequest,
  type SavedSearchItem,
  type SearchReportItem,
} from '@sitegrep/contract';
import { timeAfter } from '@sitegrep/jobs';
import { type Expression, parseFacets } from '@sitegrep/search';
import type { ReportState, SearchLevel, SearchReport } from '@sitegrep/storage';
import { type ReportDefinition, reportPath, type SavedDefinition, summaryOf } from '@sitegrep/telling';
import { badRequest } from '../failure.ts';
import { KNOWN_VALUES } from '../known-values.ts';
import { shownTiming, timingOf } from '../timing.ts';

const DEFAULT_ROWS = 10_000;

/** Facets that a report has no use for, each with the reason. */
const UNFIT: Readonly<Record<string, string>> = {
  capture: 'which a report does not count, because it does not look at sources again',
  saved: 'which a report does not count, because its readers may not see the searches of others',
  third_party: 'which a report does not count: its groups are those of this moment',
};

/**
 * Reads the report of a saved search.
 *
 * @param before the one that it has so far: with the same times, it goes on where that was
 * @throws Failure bad_request
 */
export function readReport(
  wish: PutSavedSearchRequest['report'],
  { level, where }: { readonly level: SearchLevel; readonly where: Expression },
  before: ReportDefinition | null,
  at: number,
): ReportDefinition | null {
  if (wish === undefined) return null;
  if (level === 'change')
    throw badRequest({
      field: 'report',
      problem:
        'is given with level change, at which a search finds what happened, and nothing fulfils it now',
      remedy: 'leave it out: notify tells its events, and POST /search/export has them as a file',
    });
  const timing = timingOf(wish, 'report');
  const { facets: inputs = [], format = 'csv', limit = DEFAULT_ROWS } = wish;
  for (const [index, { field }] of inputs.entries()) {
    const reason = Object.hasOwn(UNFIT, field) ? UNFIT[field] : undefined;
    if (reason !== undefined)
      throw badRequest({
        field: `report.facets[${index}].field`,
        problem: `is ${field}, ${reason}`,
        remedy: 'leave it out; POST /search counts it',
      });
  }
  const facets = parseFacets(level, inputs, where, KNOWN_VALUES);
  if (!facets.ok) throw badRequest({ ...facets.error, field: `report.${facets.error.field}` });
  const isSame = before !== null && isDeepStrictEqual(before.timing, timing);
  return { timing, since: isSame ? before.since : at, format, limit, inputs, facets: facets.value };
}

export function shownReport(report: ReportDefinition, now: number): NonNullable<SavedSearchItem['report']> {
  const { timing, format, inputs, limit } = report;
  const next = timeAfter(timing, now);
  return {
    ...shownTiming(timing),
    format,
    facets: inputs,
    limit,
    next_at: next === null ? null : formatTimestamp(next),
  };
}

/** The report that waits to be made; null: none. */
export function waitingReport(
  { number, wanted }: ReportState,
  { report }: SavedDefinition,
): SearchReportItem | null {
  if (wanted === null) return null;
  return {
    ...UNKNOWN,
    number,
    state: 'waiting',
    by: wanted.by,
    due_at: formatTimestamp(wanted.at),
    ended_at: null,
    failure: null,
    format: report?.format ?? 'csv',
  };
}

export function reportItem(report: SearchReport, definition: SavedDefinition): SearchReportItem {
  const { number, by, due, endedAt, failure, format, bytes } = report;
  const own = {
    number,
    by,
    due_at: formatTimestamp(due),
    ended_at: formatTimestamp(endedAt),
    failure,
    format,
  };
  const summary = summaryOf(report);
  if (summary === null) return { ...UNKNOWN, ...own, state: 'failed' };
  const { at: _at, level: _level, since, facets, ...counts } = summary;
  return {
    ...own,
    state: 'made',
    ...counts,
    since: since === null ? null : formatTimestamp(Date.parse(since)),
    facets: facets as SearchReportItem['facets'],
    bytes,
    file: reportPath(report, definition),
  };
}

const UNKNOWN = {
  bytes: null,
  rows: null,
  cut: null,
  domains: null,
  pages: null,
  since: null,
  new: null,
  gone: null,
  complete: null,
  facets: [],
  file: null,
} as const;
