import { columnNamed, csvLines, NO_SITE, readSiteField, SITE_COLUMNS, siteColumn } from './csv.ts';
import { LAST_POSITION } from './domain-rank.ts';
import { numberLines } from './lines.ts';
import { unreadable, type Nothing, type Refusal } from './reading.ts';

/** A line that was not blank: a domain and its place in the list, or why it is refused. `line` counts from 1. */
export type RankLine =
  | { readonly kind: 'ranked'; readonly line: number; readonly domain: string; readonly position: number }
  | { readonly kind: 'rejected'; readonly line: number; readonly text: string; readonly reason: string };

/** Headers of columns that hold places, in lower case, the likeliest first (Majestic: GlobalRank; CrUX: rank). */
const POSITION_COLUMNS = ['globalrank', 'global_rank', 'rank', 'position'];

type Ranked = { readonly kind: 'ranked'; readonly domain: string; readonly position: number };
type RankReading = Ranked | Nothing | Refusal;

/**
 * Domains with their places out of the lines of a CSV list. White space around a line and a BOM are dropped, blank lines
 * are skipped, domains are named as sites are.
 *
 * The columns are settled by the first line: by their names if it is a header (Majestic), else by the first line that
 * has a whole number and a domain (Tranco: rank,domain). Until then, lines are refused.
 */
export async function* readRankedDomains(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<RankLine, void, undefined> {
  const read = csvLines({ headerColumns, dataColumns, read: readFields });
  for await (const { line, text } of numberLines(lines)) {
    const reading = unreadable(text) ?? read(text);
    if (reading.kind === 'ranked') yield { ...reading, line };
    if (reading.kind === 'rejected') yield { kind: 'rejected', line, text, reason: reading.reason };
  }
}

interface Columns {
  readonly site: number;
  /** null: the header names none. */
  readonly position: number | null;
}

function headerColumns(fields: readonly string[]): Columns | null {
  const site = columnNamed(fields, SITE_COLUMNS);
  return site === null ? null : { site, position: columnNamed(fields, POSITION_COLUMNS) };
}

function dataColumns(fields: readonly string[]): Columns | Refusal {
  const site = siteColumn(fields);
  if (site === null) return NO_SITE;
  const position = fields.findIndex((field) => /^\d+$/.test(field));
  if (position < 0) return { kind: 'rejected', reason: 'no field with a rank' };
  return { site, position };
}

function readFields(fields: readonly string[], columns: Columns): RankReading {
  if (columns.position === null) return { kind: 'rejected', reason: 'the header names no column "rank"' };
  const site = readSiteField(fields[columns.site]);
  if (site.kind !== 'seed') return site;
  const position = fields[columns.position] ?? '';
  if (!/^\d{1,10}$/.test(position) || Number(position) < 1 || Number(position) > LAST_POSITION)
    return NO_POSITION;
  return { kind: 'ranked', domain: site.seed.domain, position: Number(position) };
}

const NO_POSITION: Refusal = {
  kind: 'rejected',
  reason: `the rank is not a whole number from 1 to ${LAST_POSITION}`,
};
