import type { DomainItem } from '@sitegrep/contract';
import { jsonLine, printableJson } from '@sitegrep/contract/json';
import { RECORD_FIELDS, type RecordField, SEARCH_RESULT_FIELDS } from '@sitegrep/site';

/** Export formats with their media types. */
export const EXPORT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

export type ExportFormat = keyof typeof EXPORT_TYPES;

/** A match, with the token that continues after it; the token of the last match is empty. */
export interface ExportRecord {
  readonly item: DomainItem;
  readonly offsetToken: string;
}

const COLUMNS = ['type', ...SEARCH_RESULT_FIELDS] as const;

/**
 * Text before the records.
 *
 * @param hasMatches whether the records have `matches`
 * @param fields further fields that the records have, in any order
 */
export function headOf(
  format: ExportFormat,
  hasMatches: boolean,
  fields: readonly RecordField[] = [],
): string {
  if (format !== 'csv') return '';
  const matches = hasMatches ? ['matches'] : [];
  return `${[...COLUMNS, ...inTableOrder(fields), ...matches, 'offset_token'].join(',')}\r\n`;
}

/** Fields in the order of the table of fields, each once. */
export function inTableOrder(fields: readonly RecordField[]): readonly RecordField[] {
  return RECORD_FIELDS.filter((field) => fields.includes(field));
}

export function linesOf(format: ExportFormat, records: readonly ExportRecord[]): string {
  return records.map(format === 'csv' ? csvLine : ndjsonLine).join('');
}

function ndjsonLine({ item, offsetToken }: ExportRecord): string {
  return jsonLine({ ...item, offset_token: offsetToken });
}

function csvLine({ item, offsetToken }: ExportRecord): string {
  const matches = item.matches === undefined ? [] : [item.matches];
  const further = RECORD_FIELDS.map((field) => item[field]).filter((value) => value !== undefined);
  return row([...COLUMNS.map((column) => item[column]), ...further, ...matches, offsetToken]);
}

/** Renders a row of CSV (RFC 4180). */
function row(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** Renders a cell of CSV: null is empty, lists and objects are JSON; every text is quoted. */
function cellOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string') return quoted(inertText(value));
  const json = printableJson(value);
  return typeof value === 'object' ? quoted(inertJson(json)) : json;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/*
 * Sites choose their texts themselves, and a spreadsheet takes a cell for a formula that begins with one of these, full-width
 * ones included, also after quotes and characters of no width. Where semicolons separate cells, a cell begins after each of them.
 */
const FORMULA = /(^|[;\t\n])([\p{Zs}\p{Cf}\p{DI}"]*)(?=[=+\-@＝＋－＠])/gu;
const SEMICOLON = /;(?=[\p{Zs}\p{Cf}\p{DI}]*[=+\-@＝＋－＠])/gu;

/** Control characters other than tab and line break; terminals act on them. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** Marks that reorder the text around them, separators that some programs take for line breaks, and byte order marks. */
const INVISIBLE = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Keeps a spreadsheet from taking a text for a formula, and a terminal from obeying it. */
function inertText(text: string): string {
  const shown = text.replaceAll(/\r\n?/g, '\n').replaceAll(INVISIBLE, '').replaceAll(CONTROL, '\ufffd');
  const inert = shown.replaceAll(FORMULA, "$1$2'");
  return inert.startsWith('\t') ? `'${inert}` : inert;
}

/** The same for JSON, which stays JSON of the same value. */
function inertJson(json: string): string {
  return json.replaceAll(SEMICOLON, String.raw`\u003b`);
}
