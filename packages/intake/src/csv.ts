import { CsvError, parse } from 'csv-parse/sync';
import type { LineReader, Reading, Refusal } from './reading.ts';
import { readSite } from './text.ts';

/** Headers of columns that hold sites, in lower case, the likeliest first (Majestic: Domain; CrUX: origin). */
export const SITE_COLUMNS = ['domain', 'hostname', 'host', 'url', 'origin', 'website', 'site'];

/**
 * Reads the lines of one CSV list. A record is a line: a broken quote spoils its own line and not the file.
 *
 * The column is settled by the first line: by its name if that line is a header (Majestic, CrUX), else it is the first
 * field that names a site (Tranco: rank,domain). Until a line settles it, lines are refused.
 */
export function csvReader(): LineReader {
  let column: number | null = null;
  let first = true;
  return (line) => {
    const fields = fieldsOf(line);
    if (fields === null) return BROKEN_QUOTES;
    if (first) {
      first = false;
      column = columnNamed(fields, SITE_COLUMNS);
      if (column !== null) return { kind: 'nothing' };
    }
    column ??= siteColumn(fields);
    if (column === null) return NO_SITE;
    return readSiteField(fields[column]);
  };
}

export const BROKEN_QUOTES: Refusal = { kind: 'rejected', reason: 'broken quotes' };
export const NO_SITE: Refusal = { kind: 'rejected', reason: 'no field with a domain' };

export function readSiteField(field: string | undefined): Reading {
  return field ? readSite(field) : { kind: 'rejected', reason: 'no value in the column of domains' };
}

/**
 * The fields of one line, null if its quotes are broken.
 *
 * Commas are all the syntax a line without quotes has; the parser takes 14 µs a line, a list has a million.
 */
export function fieldsOf(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',').map((field) => field.trim());
  try {
    const [fields] = parse(line, { relax_column_count: true, trim: true });
    return fields ?? [];
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** Where the first of these names stands in a header, in whatever case; null: nowhere. */
export function columnNamed(fields: readonly string[], columns: readonly string[]): number | null {
  const names = fields.map((field) => field.toLowerCase());
  for (const name of columns) {
    const index = names.indexOf(name);
    if (index >= 0) return index;
  }
  return null;
}

/** The first field that names a site. */
export function siteColumn(fields: readonly string[]): number | null {
  const index = fields.findIndex((field) => field.includes('.') && readSite(field).kind === 'seed');
  return index >= 0 ? index : null;
}
