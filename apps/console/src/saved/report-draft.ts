// The report of a saved search as its form has it.
import type { PutSavedSearchRequest, SavedSearchItem } from '@sitegrep/client';
import { fieldsOf, type TimingFields, timingOf } from '../schedules/timing.ts';

type Report = NonNullable<SavedSearchItem['report']>;

export interface ReportDraft {
  /** True if there are reports; all else is kept without. */
  readonly isOn: boolean;
  readonly timing: TimingFields;
  readonly format: Report['format'];
  /** Maximum rows, as written. */
  readonly limit: string;
  /** Properties that its domains are counted by. */
  readonly facets: Report['facets'];
}

export const REPORT_FORMATS = ['csv', 'xlsx'] as const satisfies readonly Report['format'][];

/** Maximum rows of a report that says nothing else. */
const FIRST_LIMIT = '10000';

/** @param given the report that the form changes; null: there is none @param zone time zone of the browser */
export function draftOf(given: Report | null, zone: string): ReportDraft {
  if (given === null)
    return { isOn: false, timing: fieldsOf(null, zone), format: 'xlsx', limit: FIRST_LIMIT, facets: [] };
  const { format, limit, facets } = given;
  return { isOn: true, timing: fieldsOf(given, zone), format, limit: String(limit), facets };
}

/** The report as a request has it; undefined: there is none. */
export function reportIn({
  isOn,
  timing,
  format,
  limit,
  facets,
}: ReportDraft): PutSavedSearchRequest['report'] {
  return isOn ? { ...timingOf(timing), format, limit: Number(limit), facets } : undefined;
}
