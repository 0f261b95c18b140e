import { CsvError, parse } from 'csv-parse/sync';
import {
  type LineReader,
  type Nothing,
  type Reading,
  type Refusal,
  readHost,
  readSite,
} from './list-lines.ts';

/** Headers of columns with sites, in lower case, the likeliest first (Majestic: Domain; CrUX: origin). */
export const SITE_COLUMNS = ['domain', 'hostname', 'host', 'url', 'origin', 'website', 'site'];

/** Reading rules of one kind of CSV list. */
interface CsvList<Columns, Read> {
  /** Columns that a header names; null if the fields are not a header. */
  readonly headerColumns: (fields: readonly string[]) => Columns | null;
  /** Columns as the first data line shows them. */
  readonly dataColumns: (fields: readonly string[]) => Columns | Refusal;
  readonly read: (fields: readonly string[], columns: Columns) => Read;
}

/**
 * Reads the lines of one CSV list. A record is one line: a broken quote affects its own line and not the rest of the file.
 *
 * The first line determines the columns: by their names if it is a header (Majestic, CrUX), otherwise the first line that
 * shows them does (Tranco: rank,domain). Lines before that are refused. Fields are separated by commas, or by the
 * semicolons or tabs of the first line.
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

/** Reads a CSV list of sites: the column of that name, otherwise the first field that names a site. */
export function csvReader(): LineReader {
  return csvLines({
    headerColumns: (fields) => siteIn(columnNamed(fields, SITE_COLUMNS)),
    dataColumns: (fields) => siteIn(siteColumn(fields)) ?? NO_SITE,
    read: (fields, { site }): Reading => fieldWith(readSite, fields[site]),
  });
}

function siteIn(site: number | null): { readonly site: number } | null {
  return site === null ? null : { site };
}

/** Delimiters, the likeliest first. */
const DELIMITERS = [',', ';', '\t'];

const BROKEN_QUOTES: Refusal = { kind: 'rejected', reason: 'broken quotes' };
export const NO_SITE: Refusal = { kind: 'rejected', reason: 'no field with a domain' };

/** Reads the field of the column of domains, which may be missing. */
export function fieldWith(read: LineReader, field: string | undefined): Reading {
  return field ? read(field) : { kind: 'rejected', reason: 'no value in the column of domains' };
}

/**
 * Fields of one line; null if its quotes are broken.
 *
 * A line without quotes is split at delimiters: the parser takes 14 µs per line, and a list has a million.
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

/** Index of the first of these names in a header, in any case; null if it has none. */
export function columnNamed(fields: readonly string[], columns: readonly string[]): number | null {
  const names = fields.map((field) => field.toLowerCase());
  for (const name of columns) {
    const index = names.indexOf(name);
    if (index >= 0) return index;
  }
  return null;
}

/** Index of the first field that names a host. */
export function siteColumn(fields: readonly string[]): number | null {
  const index = fields.findIndex((field) => /\.|:\/\/|::/.test(field) && readHost(field).kind === 'seed');
  return index >= 0 ? index : null;
}
