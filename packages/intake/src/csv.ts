import { CsvError, parse } from 'csv-parse/sync';
import type { LineReader, Reading } from './reading.ts';
import { readSite } from './text.ts';

/** Headers of columns that hold sites, in lower case, the likeliest first (Majestic: Domain; CrUX: origin). */
const COLUMNS = ['domain', 'hostname', 'host', 'url', 'origin', 'website', 'site'];

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
    if (fields === null) return { kind: 'rejected', reason: 'broken quotes' };
    if (first) {
      first = false;
      column = headerColumn(fields);
      if (column !== null) return { kind: 'nothing' };
    }
    column ??= siteColumn(fields);
    if (column === null) return { kind: 'rejected', reason: 'no field with a domain' };
    return readField(fields[column]);
  };
}

function readField(field: string | undefined): Reading {
  return field ? readSite(field) : { kind: 'rejected', reason: 'no value in the column of domains' };
}

/** Commas are all the syntax a line without quotes has; the parser takes 14 µs a line, a list has a million. */
function fieldsOf(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',').map((field) => field.trim());
  try {
    const [fields] = parse(line, { relax_column_count: true, trim: true });
    return fields ?? [];
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

function headerColumn(fields: readonly string[]): number | null {
  const names = fields.map((field) => field.toLowerCase());
  for (const name of COLUMNS) {
    const index = names.indexOf(name);
    if (index >= 0) return index;
  }
  return null;
}

function siteColumn(fields: readonly string[]): number | null {
  const index = fields.findIndex((field) => field.includes('.') && readSite(field).kind === 'seed');
  return index >= 0 ? index : null;
}
