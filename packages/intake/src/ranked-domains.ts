import { columnNamed, csvLines, fieldWith, NO_SITE, SITE_COLUMNS, siteColumn } from './csv.ts';
import { numberLines, readHost, unreadable, type Nothing, type Refusal } from './list-lines.ts';

/** Points by which a ten times lower position has a lower rank. */
const POINTS_A_DECADE = 125;

/** Maximum position of a list, more than there are registered domains. */
const MAX_POSITION = 1_000_000_000;

/**
 * Computes the rank of a position in a list that begins with the most linked domain:
 * `max(1, round(1000 − 125 · log10(position)))`, so 1 → 1000, 10 → 875, 1,000 → 625, 1,000,000 → 250, 100,000,000 and
 * beyond → 1.
 *
 * The logarithm follows the distribution of links: the first domain has about ten times as many as the tenth. The length of
 * the list has no influence, so that ranks of lists of different lengths can be compared, and a longer list changes no
 * rank of a shorter one. The scale ends at position 100,000,000, since the longest published lists have some ten million
 * positions. The rank is never 0, which means that nothing is known.
 *
 * @param position 1 to MAX_POSITION
 */
export function domainRankAt(position: number): number {
  return Math.max(1, Math.round(1_000 - POINTS_A_DECADE * Math.log10(position)));
}

/** A line that is not blank: a domain and its position in the list, or why it is refused. `line` counts from 1. */
export type RankLine =
  | { readonly kind: 'ranked'; readonly line: number; readonly domain: string; readonly position: number }
  | { readonly kind: 'rejected'; readonly line: number; readonly text: string; readonly reason: string };

/** Headers of columns with positions, in lower case, the likeliest first (Majestic: GlobalRank; CrUX: rank). */
const POSITION_COLUMNS = ['globalrank', 'global_rank', 'rank', 'position'];

type Ranked = { readonly kind: 'ranked'; readonly domain: string; readonly position: number };
type RankReading = Ranked | Nothing | Refusal;

/**
 * Reads domains with their positions from the lines of a CSV list. White space around a line and a BOM are removed, blank
 * lines are skipped, domains may be written like sites.
 *
 * The first line determines the columns: by their names if it is a header (Majestic), otherwise the first line with a whole
 * number and a domain does (Tranco: rank,domain). Lines before that are refused.
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
  /** Column of positions; null if the header names none. */
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
  const site = fieldWith(readHost, fields[columns.site]);
  if (site.kind !== 'seed') return site;
  const position = fields[columns.position] ?? '';
  if (!/^\d{1,10}$/.test(position) || Number(position) < 1 || Number(position) > MAX_POSITION)
    return NO_POSITION;
  return { kind: 'ranked', domain: site.seed.domain, position: Number(position) };
}

const NO_POSITION: Refusal = {
  kind: 'rejected',
  reason: `the rank is not a whole number from 1 to ${MAX_POSITION}`,
};
