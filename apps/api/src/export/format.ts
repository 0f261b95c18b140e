import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { ExportRecord } from './index.ts';

/** How all matches of a search are written, one behind the other, and what each way is called over HTTP. */
export const EXPORT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

export type ExportFormat = keyof typeof EXPORT_TYPES;

const COLUMNS = ['type', ...SEARCH_RESULT_FIELDS] as const;

/** What stands before the records. @param hasMatches whether they bring `matches` */
export function headOf(format: ExportFormat, hasMatches: boolean): string {
  return format === 'csv' ? row([...COLUMNS, ...(hasMatches ? ['matches'] : []), 'offset_token']) : '';
}

export function linesOf(format: ExportFormat, records: readonly ExportRecord[]): string {
  return records.map(format === 'csv' ? csvLine : ndjsonLine).join('');
}

function ndjsonLine({ item, offsetToken }: ExportRecord): string {
  return `${JSON.stringify({ ...item, offset_token: offsetToken })}\n`;
}

function csvLine({ item, offsetToken }: ExportRecord): string {
  const matches = item.matches === undefined ? [] : [item.matches];
  return row([...COLUMNS.map((column) => item[column]), ...matches, offsetToken]);
}

/** RFC 4180. */
function row(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** Null is empty, lists and objects are JSON. */
function cellOf(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? inert(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Sites write their titles themselves: none is to be a formula where a spreadsheet opens the file. */
function inert(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
