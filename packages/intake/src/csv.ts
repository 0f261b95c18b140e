import { CsvError, parse } from 'csv-parse/sync';
import type { LineReader, Nothing, Reading, Refusal } from './reading.ts';
import { readSite } from './text.ts';

/** Headers of columns that hold sites, in lower case, the likeliest first (Majestic: Domain; CrUX: origin). */
export const SITE_COLUMNS = ['domain', 'hostname', 'host', 'url', 'origin', 'website', 'site'];

/** How the lines of one kind of CSV list are read. */
interface CsvList<Columns, Read> {
  /** The columns that a header names; null if the fields are none. */
  readonly headerColumns: (fields: readonly string[]) => Columns | null;
  /** The columns as the first data shows them. */
  readonly dataColumns: (fields: readonly string[]) => Columns | Refusal;
  readonly read: (fields: readonly string[], columns: Columns) => Read;
}

/**
 * Reads the lines of one CSV list. A record is a line: a broken quote spoils its own line and not the file.
 *
 * The columns are settled by the first line: by their names if that line is a header (Majestic, CrUX), else by the first
 * line that shows them (Tranco: rank,domain). Until a line settles them, lines are refused. Fields are parted by commas, or
 * by what the first line has instead: semicolons, or tabs.
 */
export function csvLines<Columns extends object, Read>({
  headerColumns,
  dataColumns,
  read,
}: CsvList<Columns, Read>): (line: string) => Read | Nothing | Refusal {
  let columns: Columns | null = null;
  let first = true;
  let delimiter = ',';
  return (line) => {
    if (first) delimiter = DELIMITERS.find((one) => line.includes(one)) ?? delimiter;
    const fields = fieldsOf(line, delimiter);
    if (fields === null) return BROKEN_QUOTES;
    if (first) {
      first = false;
      columns = headerColumns(fields);
      if (columns !== null) return { kind: 'nothing' };
    }
    if (columns === null) {
      const found = dataColumns(fields);
      if (isRefusal(found)) return found;
      columns = found;
    }
    return read(fields, columns);
  };
}

function isRefusal(found: object): found is Refusal {
  return 'kind' in found;
}

/** Reads a CSV list of sites: the column of that name, else the first field that names a site. */
export function csvReader(): LineReader {
  return csvLines({
    headerColumns: (fields) => siteIn(columnNamed(fields, SITE_COLUMNS)),
    dataColumns: (fields) => siteIn(siteColumn(fields)) ?? NO_SITE,
    read: (fields, { site }): Reading => readSiteField(fields[site]),
  });
}

function siteIn(site: number | null): { readonly site: number } | null {
  return site === null ? null : { site };
}

/** The likeliest first. */
const DELIMITERS = [',', ';', '\t'];

const BROKEN_QUOTES: Refusal = { kind: 'rejected', reason: 'broken quotes' };
export const NO_SITE: Refusal = { kind: 'rejected', reason: 'no field with a domain' };

export function readSiteField(field: string | undefined): Reading {
  return field ? readSite(field) : { kind: 'rejected', reason: 'no value in the column of domains' };
}

/**
 * The fields of one line, null if its quotes are broken.
 *
 * Delimiters are all the syntax a line without quotes has; the parser takes 14 µs a line, a list has a million.
 */
function fieldsOf(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter).map((field) => field.trim());
  try {
    const [fields] = parse(line, { delimiter, relax_column_count: true, trim: true });
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
  const index = fields.findIndex((field) => /\.|:\/\/|::/.test(field) && readSite(field).kind === 'seed');
  return index >= 0 ? index : null;
}
