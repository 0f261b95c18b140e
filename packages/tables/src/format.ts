import type {
  DomainItem,
  DomainRecord,
  FoundDomain,
  FoundItem,
  FoundPage,
  FoundVersion,
} from '@sitegrep/contract';
import { fieldText } from '@sitegrep/contract/field-text';
import { ITEM_FIELDS } from '@sitegrep/contract/item-fields';
import { jsonLine, printableJson } from '@sitegrep/contract/json';
import type { Level } from '@sitegrep/search';
import {
  type DomainField,
  type FieldNaming,
  fieldOfName,
  ownName,
  RECORD_FIELDS,
  type RecordField,
} from '@sitegrep/site';

/** A domain, a page or a change that a record shows. */
type Item = DomainItem | FoundItem;

/** Export formats with their media types. */
export const EXPORT_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type ExportFormat = keyof typeof EXPORT_TYPES;
/** Formats that are written line by line. */
export type LineFormat = Exclude<ExportFormat, 'parquet' | 'xlsx'>;

/** A match, with the token that continues after it; the token of the last match is empty. */
export interface ExportRecord {
  readonly item: Item;
  readonly offsetToken: string;
}

/** Which parts of its records an export has, and how it writes them. */
export interface ExportLayout {
  readonly format: ExportFormat;
  /** Level of the records. */
  readonly level: Level;
  /** Whether the records have `matches`. */
  readonly hasMatches: boolean;
  /** Names of the values that the records have, in their order; absent: none. */
  readonly values?: readonly string[];
  /** Names of those of them that are lists; absent: none. */
  readonly lists?: readonly string[];
  /** Further fields that the records have, in any order. */
  readonly fields: readonly RecordField[];
  /** The columns of a table, in their order; absent: all that there is. */
  readonly columns?: readonly string[];
  /** Whether CSV begins with a byte order mark, without which Excel takes UTF-8 for another encoding. */
  readonly bom?: boolean;
}

/** The name of a field, of a value, or of another property of a record. */
export type Column = string;

/** A layout of lines. */
export type LineLayout = ExportLayout & { readonly format: LineFormat };

/** Text before the records. */
export function headOf(layout: LineLayout): string {
  if (layout.format !== 'csv') return '';
  return `${layout.bom === true ? '\ufeff' : ''}${columnsOf(layout).join(',')}\r\n`;
}

/** The columns of a table. */
export function columnsOf({
  columns,
  fields,
  hasMatches,
  values = [],
  level,
}: Omit<ExportLayout, 'format' | 'bom'>): readonly Column[] {
  if (columns !== undefined) return columns;
  const matches = hasMatches ? (['matches'] as const) : [];
  const left = RECORD_FIELDS.filter((field) => !fields.includes(field));
  const own = ITEM_FIELDS[level].filter((field) => !left.some((one) => one === field));
  return ['type', ...own, ...values, ...matches, 'offset_token'];
}

/** Fields that records have only if they are asked for, out of those that are named, in the order of the table of fields. */
export function furtherFields(
  names: readonly string[],
  nameOf: FieldNaming = ownName,
): readonly RecordField[] {
  return RECORD_FIELDS.filter((field) => names.includes(nameOf(field)));
}

export function linesOf(layout: LineLayout, records: readonly ExportRecord[]): string {
  if (layout.format === 'ndjson') return records.map(ndjsonLine).join('');
  const columns = columnsOf(layout);
  return records.map((record) => csvLine(columns, record)).join('');
}

function ndjsonLine({ item, offsetToken }: ExportRecord): string {
  return jsonLine({ ...item, offset_token: offsetToken });
}

/** Renders a row of CSV (RFC 4180). */
function csvLine(columns: readonly Column[], record: ExportRecord): string {
  return `${columns.map((column) => csvCell(column, valueOf(column, record))).join(',')}\r\n`;
}

/** Renders a row of CSV of any values; texts are made inert. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  const cellsOfRow = cells.map((cell) => {
    if (cell === null) return '';
    return typeof cell === 'number' ? String(cell) : quoted(inertText(cell));
  });
  return `${cellsOfRow.join(',')}\r\n`;
}

function csvCell(column: Column, value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Our own texts are inert.
  if (column === 'type' || column === 'offset_token') return quoted(value);
  return quoted(column === 'matches' ? inertJson(value) : inertText(value));
}

/** A value as people read it, with `; ` between those of a list. @returns null if it is unknown, or an empty list */
export function valueOf(column: Column, { item, offsetToken }: ExportRecord): string | number | null {
  if (column === 'offset_token') return offsetToken;
  if (column === 'type') return item.type;
  if (column === 'matches') return printableJson('matches' in item ? (item.matches ?? []) : []);
  if ('extracted' in item && item.extracted !== undefined && Object.hasOwn(item.extracted, column))
    return extractedText(column, item);
  const value = valueIn(item, column);
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (column === 'added' || column === 'removed') return labelsText(value);
  // Where the text was found is in NDJSON.
  if (typeof value === 'object' && 'value' in value && typeof value.value === 'string') return value.value;
  const field = fieldOfName(column);
  // Nothing but fields of domains is left.
  if (field === undefined) throw new TypeError(`a record has no column ${column}`);
  const text = fieldText(field, value as DomainRecord[DomainField]);
  return text === '' ? null : text;
}

/** Labels of a change by their kinds: `tech: Shopify, WordPress; country: DE`. */
function labelsText(labels: object): string | null {
  const kinds = Object.entries(labels).map(([kind, some]) => `${kind}: ${[some].flat().join(', ')}`);
  return kinds.length === 0 ? null : kinds.join('; ');
}

/** Mark behind a value that is not complete, where there is no room to say what is missing. */
const CUT = '[cut]';

/** A value that was read out of sources. */
/** An item that may have values out of its sources. */
type WithValues = FoundDomain | FoundPage | FoundVersion;

function extractedText(name: string, item: WithValues): string | null {
  const values = extractedValues(name, item);
  return values.length === 0 ? null : values.join('; ');
}

/** The same as a list, with the mark of a cut at its end. */
export function extractedValues(
  name: string,
  { extracted, extracted_cut: cut }: WithValues,
): readonly string[] {
  const value = extracted?.[name] ?? [];
  const values = [...(typeof value === 'string' ? [value] : value)];
  if (cut !== undefined && Object.hasOwn(cut, name)) values.push(CUT);
  return values;
}

/** The value of a field that is the item's own; undefined if it is not, as one that was not asked for. */
function valueIn(item: Item, field: string): unknown {
  return (item as Partial<Record<string, unknown>>)[field];
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

/** A text without what is not shown and yet has an effect. */
export function shownText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(INVISIBLE, '').replaceAll(CONTROL, '\ufffd');
}

/** Keeps a spreadsheet from taking a text for a formula, and a terminal from obeying it. */
function inertText(text: string): string {
  const inert = shownText(text).replaceAll(FORMULA, "$1$2'");
  return inert.startsWith('\t') ? `'${inert}` : inert;
}

/** The same for JSON, which stays JSON of the same value. */
function inertJson(json: string): string {
  return json.replaceAll(SEMICOLON, String.raw`\u003b`);
}
