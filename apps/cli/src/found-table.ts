// What a search finds as a table for people.
import { valueOf } from '@sitegrep/api/export-format';
import { PAGE_FIELDS } from '@sitegrep/contract/page-fields';
import type { FoundDomain, FoundPage } from '@sitegrep/client';
import { DOMAIN_FIELD_NAMES, DOMAIN_FIELDS } from '@sitegrep/site';
import { CommandFailed } from './failure.ts';
import { type Column, renderTable } from './terminal.ts';

/** Columns of the tables unless others are asked for. */
const DOMAIN_COLUMNS = ['domain', 'domain_rank', 'title', 'technologies'];
const PAGE_COLUMNS = ['url', 'domain_rank', 'title'];
/** The same beside values that are read out of pages. */
const DOMAIN_COLUMNS_BESIDE = ['domain', 'domain_rank'];
const PAGE_COLUMNS_BESIDE = ['url'];

/** Widths of columns on a terminal, in cells. */
const MAX_WIDTHS: Readonly<Record<string, number>> = { domain: 40, title: 50 };
const MAX_WIDTH = 60;

/**
 * Checks columns that are asked for by their names.
 *
 * @param values names of the values that are read out of pages
 * @throws CommandFailed if a name is none of a field or value
 */
export function knownColumns(
  names: readonly string[],
  ofPages: boolean,
  values: readonly string[],
): readonly string[] {
  const known: readonly string[] = [...(ofPages ? PAGE_FIELDS : DOMAIN_FIELD_NAMES), ...values];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new CommandFailed(`--fields: ${unknown} is no field here; give some of ${known.join(',')}.`);
}

/** The columns of a table if none are asked for. @param values names of the values that are read out of pages */
export function usualColumns(ofPages: boolean, values: readonly string[]): readonly string[] {
  if (values.length === 0) return ofPages ? PAGE_COLUMNS : DOMAIN_COLUMNS;
  return [...(ofPages ? PAGE_COLUMNS_BESIDE : DOMAIN_COLUMNS_BESIDE), ...values];
}

export function foundTable(
  items: readonly (FoundDomain | FoundPage)[],
  columns: readonly string[],
  ofPages: boolean,
): string {
  return renderTable(
    columns.map((column) => headOf(column, ofPages)),
    items.map((item) => columns.map((column) => String(valueOf(column, { item, offsetToken: '' }) ?? ''))),
  );
}

function headOf(column: string, ofPages: boolean): Column {
  const field = ofPages ? undefined : DOMAIN_FIELD_NAMES.find((name) => name === column);
  const title = field === undefined ? column.replaceAll('_', ' ') : DOMAIN_FIELDS[field].label;
  return {
    title: title.toUpperCase(),
    maxWidth: MAX_WIDTHS[column] ?? MAX_WIDTH,
    ...(column === 'domain_rank' ? { align: 'right' as const } : {}),
  };
}
