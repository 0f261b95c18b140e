import type { DomainItem } from '@sitegrep/contract';
import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';

/** Export formats with their media types. */
export const EXPORT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

export type ExportFormat = keyof typeof EXPORT_TYPES;

/** A match, with the token that continues after it; the token of the last match is empty. */
export interface ExportRecord {
  readonly item: DomainItem;
  readonly offsetToken: string;
}

const COLUMNS = ['type', ...SEARCH_RESULT_FIELDS] as const;

/** Text before the records. @param hasMatches whether the records have `matches` */
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

/** Renders a row of CSV (RFC 4180). */
function row(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** Renders a cell of CSV: null is empty, lists and objects are JSON. */
function cellOf(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? inert(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Keeps a spreadsheet from taking a text for a formula: sites choose their titles themselves. */
function inert(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
