// Reports as they are told, and shown: out of what is kept of them.
import {
  MAX_REPORT_AGE_MS,
  type ReportFormat,
  type SavedSearches,
  type SearchReport,
  type SearchReports,
} from '@sitegrep/storage';
import type { ReportData } from './message.ts';
import type { ReportSummary } from './report-definition.ts';
import type { FoundReport, TellingParts } from './running/parts.ts';
import { definitionOf, type SavedDefinition } from './saved-definition.ts';

/** Maximum number of bytes of a file that a mail has with it; a larger one is a link alone. */
const MAX_ATTACHMENT_BYTES = 5 * 1_024 * 1_024;

export const REPORT_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Name of the file of a report: `shops-2026-11-30-7.csv`. */
export function reportFileName({ search, due, number, format }: SearchReport): string {
  return `${search}-${new Date(due).toISOString().slice(0, 10)}-${number}.${format}`;
}

/** Path of the file of a report, the key of the feeds included. */
export function reportPath({ search, number }: SearchReport, { feedKey }: SavedDefinition): string {
  return `/searches/${search}/reports/${number}?key=${feedKey}`;
}

/** Bytes of the file, part by part. @throws RangeError if a part is gone, because the report was removed meanwhile */
export async function* reportBytes(
  reports: Pick<SearchReports, 'part'>,
  { search, number, attempt, parts }: SearchReport,
): AsyncGenerator<Uint8Array, void> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await reports.part({ search, number, attempt, part });
    if (bytes === null)
      throw new RangeError(`the file of report ${number} of ${search} was removed meanwhile`);
    yield bytes;
  }
}

/** The summary of a report; null if it could not be made. */
export function summaryOf({ failure, summary }: SearchReport): ReportSummary | null {
  // Whoever makes a report gives it this form.
  return failure === null ? (summary as ReportSummary) : null;
}

/** Finds reports for their deliveries. */
export function reportFinder(
  reports: Pick<SearchReports, 'get' | 'part'>,
  searches: Pick<SavedSearches, 'get'>,
): TellingParts['findReport'] {
  return async (id, number, withFile): Promise<FoundReport | null> => {
    const report = await reports.get(id, number);
    const search = await searches.get(id);
    if (report === null || search === null || report.born !== search.createdAt) return null;
    const summary = summaryOf(report);
    if (summary === null) return null;
    const definition = definitionOf(search);
    const isAttached = withFile && report.bytes <= MAX_ATTACHMENT_BYTES;
    return {
      report: reportData(report, summary, definition),
      attachment: isAttached
        ? {
            name: reportFileName(report),
            type: REPORT_TYPES[report.format],
            content: Buffer.concat(await Array.fromAsync(reportBytes(reports, report))),
          }
        : null,
    };
  };
}

function reportData(report: SearchReport, summary: ReportSummary, definition: SavedDefinition): ReportData {
  const { number, due, format, bytes, endedAt } = report;
  return {
    ...summary,
    number,
    due: new Date(due).toISOString(),
    format,
    bytes,
    file: `${definition.origin ?? ''}${reportPath(report, definition)}`,
    expires: new Date(endedAt + MAX_REPORT_AGE_MS).toISOString(),
  };
}
