import type { DomainItem, DomainRecord } from '@sitegrep/contract';
import { fieldText } from '@sitegrep/contract/field-text';
import { jsonLine, printableJson } from '@sitegrep/contract/json';
import { type DomainField, RECORD_FIELDS, type RecordField, SEARCH_RESULT_FIELDS } from '@sitegrep/site';

/** Export formats with their media types. */
export const EXPORT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

export type ExportFormat = keyof typeof EXPORT_TYPES;

/** A match, with the token that continues after it; the token of the last match is empty. */
export interface ExportRecord {
  readonly item: DomainItem;
  readonly offsetToken: string;
}

/** Which parts of its records an export has, and how it writes them. */
export interface ExportLayout {
  readonly format: ExportFormat;
  /** Whether the records have `matches`. */
  readonly hasMatches: boolean;
  /** Further fields that the records have, in any order. */
  readonly fields: readonly RecordField[];
  /** The columns of CSV, in their order; absent: all that there is. */
  readonly columns?: readonly DomainField[];
  /** Whether CSV begins with a byte order mark, without which Excel takes UTF-8 for another encoding. */
  readonly bom?: boolean;
}

type Column = DomainField | 'matches' | 'offset_token' | 'type';

/** Text before the records. */
export function headOf(layout: ExportLayout): string {
  if (layout.format !== 'csv') return '';
  return `${layout.bom === true ? '\ufeff' : ''}${columnsOf(layout).join(',')}\r\n`;
}

function columnsOf({ columns, fields, hasMatches }: ExportLayout): readonly Column[] {
  if (columns !== undefined) return columns;
  const matches = hasMatches ? (['matches'] as const) : [];
  return ['type', ...SEARCH_RESULT_FIELDS, ...furtherFields(fields), ...matches, 'offset_token'];
}

/** Those of some fields that records have only if they are asked for, in the order of the table of fields, each once. */
export function furtherFields(fields: readonly DomainField[]): readonly RecordField[] {
  return RECORD_FIELDS.filter((field) => fields.includes(field));
}

export function linesOf(layout: ExportLayout, records: readonly ExportRecord[]): string {
  if (layout.format === 'ndjson') return records.map(ndjsonLine).join('');
  const columns = columnsOf(layout);
  return records.map((record) => csvLine(columns, record)).join('');
}

function ndjsonLine({ item, offsetToken }: ExportRecord): string {
  return jsonLine({ ...item, offset_token: offsetToken });
}

/** Renders a row of CSV (RFC 4180). */
function csvLine(columns: readonly Column[], { item, offsetToken }: ExportRecord): string {
  const cells = columns.map((column) => {
    if (column === 'offset_token') return quoted(offsetToken);
    if (column === 'type') return quoted(item.type);
    return column === 'matches'
      ? quoted(inertJson(printableJson(item.matches ?? [])))
      : fieldCell(column, item);
  });
  return `${cells.join(',')}\r\n`;
}

/** Renders a field as people read it, with `; ` between the values of a list; unknown values and empty lists are empty. */
function fieldCell(field: DomainField, item: DomainItem): string {
  const value = item[field];
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quoted(inertText(value));
  // Where the text was found is in NDJSON.
  if ('value' in value && typeof value.value === 'string') return quoted(inertText(value.value));
  // The item has the field, whose value is there.
  const text = fieldText(field, item as Pick<DomainRecord, DomainField>);
  return text === '' ? '' : quoted(inertText(text));
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
