import type { SiteResult } from '@sitegrep/site';
import type { CrawlTimeline } from '../../crawl-timeline.ts';
import { StorageCorrupt } from '../../errors.ts';
import {
  SCOPES,
  type CrawlSpec,
  type RejectedLines,
  type ScheduleRuns,
  type ScheduleSource,
  type ScheduleTiming,
  type Scope,
} from '../../records.ts';
import type { DeliveryAnswer, DeliveryContent, Told } from '../../deliveries.ts';
import type { FingerprintState } from '../../fingerprints.ts';
import type { MeasuredHour } from '../../measurements.ts';
import type { ReportState, SearchReport } from '../../search-reports.ts';
import type { CommonCrawlImport } from '../../commoncrawl.ts';
import type { Reanalysis } from '../../reanalysis.ts';
import { RESTORE } from '../failure.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The row that a statement gives of what it wrote. */
export function written(row: Row | undefined): Row {
  if (row === undefined) throw new Error('SQLite gives no row of what was written');
  return row;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Reads JSON of a row of records.sqlite, whose form is checked.
 *
 * @throws StorageCorrupt
 */
export function jsonIn<T>(row: Row, column: string, hasForm: (value: unknown) => value is T): T {
  const text = row[column];
  const value: unknown = typeof text === 'string' ? parsed(text) : undefined;
  if (hasForm(value)) return value;
  throw new StorageCorrupt(
    `records.sqlite is damaged: column ${column} has not what was written: ${RESTORE}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isSpec(value: unknown): value is CrawlSpec {
  return isObject(value) && [value['maxPages'], value['maxDepth'], value['priority']].every(isNumber);
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

export function isScopes(value: unknown): value is readonly Scope[] {
  return isTexts(value) && value.every((scope) => SCOPES.some((known) => known === scope));
}

export function isResult(value: unknown): value is SiteResult {
  return (
    isObject(value) &&
    isText(value['outcome']) &&
    (value['reason'] === null || isText(value['reason'])) &&
    [value['pages'], value['bytes'], value['startedAt'], value['finishedAt']].every(isNumber) &&
    Array.isArray(value['redirects'])
  );
}

export function isRejected(value: unknown): value is RejectedLines {
  return (
    isObject(value) &&
    isNumber(value['count']) &&
    isObject(value['reasons']) &&
    Array.isArray(value['samples'])
  );
}

export function isTimeline(value: unknown): value is CrawlTimeline {
  return (
    isObject(value) &&
    [value['from'], value['widthMs']].every(isNumber) &&
    Array.isArray(value['pages']) &&
    value['pages'].every(isNumber)
  );
}

export function isMeasured(value: unknown): value is MeasuredHour['series'] {
  return (
    isObject(value) &&
    Object.values(value).every(
      (values) => Array.isArray(values) && values.every((one) => one === null || isNumber(one)),
    )
  );
}

export function isTiming(value: unknown): value is ScheduleTiming {
  if (!isObject(value)) return false;
  if (value['kind'] === 'every') return isNumber(value['seconds']);
  return value['kind'] === 'cron' && isText(value['pattern']) && isText(value['timeZone']);
}

export function isSource(value: unknown): value is ScheduleSource {
  if (!isObject(value)) return false;
  if (value['kind'] === 'index') return true;
  if (value['kind'] === 'listed') return isText(value['list']);
  return (value['kind'] === 'domains' || value['kind'] === 'urls') && isTexts(value['entries']);
}

export function isRuns(value: unknown): value is ScheduleRuns {
  return (
    isObject(value) &&
    [value['lastRunAt'], value['lastSkippedAt']].every((at) => at === null || isNumber(at)) &&
    (value['lastCrawlId'] === null || isText(value['lastCrawlId'])) &&
    typeof value['lastRunComplete'] === 'boolean'
  );
}

export function isReanalysis(value: unknown): value is Reanalysis {
  return (
    isObject(value) &&
    [value['id'], value['after'], value['state']].every(isText) &&
    [value['startedAt'], value['domains'], value['pages'], value['failed']].every(isNumber) &&
    isObject(value['where'])
  );
}

export function isCommonCrawlImport(value: unknown): value is CommonCrawlImport {
  return (
    isObject(value) &&
    [value['id'], value['state']].every(isText) &&
    [value['startedAt'], value['requests'], value['bytes']].every(isNumber) &&
    Array.isArray(value['crawls']) &&
    isTexts(value['damaged']) &&
    [value['selection'], value['position'], value['outcomes']].every(isObject)
  );
}

export function isDeliveryContent(value: unknown): value is DeliveryContent {
  if (!isObject(value)) return false;
  const numbers = {
    events: ['first', 'last'],
    digest: ['first', 'from', 'to'],
    count: ['domains', 'bound', 'at'],
    report: ['number'],
  };
  const { kind } = value;
  if (kind !== 'events' && kind !== 'digest' && kind !== 'count' && kind !== 'report') return false;
  return numbers[kind].every((name) => isNumber(value[name]));
}

export function isAnswers(value: unknown): value is readonly DeliveryAnswer[] {
  return (
    Array.isArray(value) &&
    value.every(
      (answer) =>
        isObject(answer) &&
        isNumber(answer['at']) &&
        isText(answer['text']) &&
        (answer['status'] === null || isNumber(answer['status'])),
    )
  );
}

export function isOff(value: unknown): value is NonNullable<Told['off']> {
  return isObject(value) && isNumber(value['at']) && isText(value['reason']);
}

export function isReportState(value: unknown): value is ReportState {
  return (
    isObject(value) &&
    isText(value['search']) &&
    [value['born'], value['number'], value['due']].every(isNumber) &&
    (value['wanted'] === null || isObject(value['wanted'])) &&
    (value['last'] === null || isObject(value['last']))
  );
}

export function isReport(value: unknown): value is SearchReport {
  return (
    isObject(value) &&
    [value['search'], value['by'], value['format'], value['attempt']].every(isText) &&
    [value['born'], value['number'], value['endedAt'], value['parts'], value['bytes']].every(isNumber)
  );
}

export function isFingerprintState(value: unknown): value is FingerprintState {
  return (
    isObject(value) &&
    isText(value['revision']) &&
    isNumber(value['since']) &&
    Array.isArray(value['searches']) &&
    Array.isArray(value['queries']) &&
    Array.isArray(value['steps'])
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
