// Crawls that there are, and the one that a name means.
import { CrawlNotReadable } from './errors.ts';
import type { CrawlFiles } from './files.ts';

/** A crawl that an archive has. */
export interface Crawl {
  /** Name, such as CC-MAIN-2026-04. */
  readonly id: string;
  /** Name in words, such as `January 2026 Index`. */
  readonly title: string;
  /** Times of its first and last capture, in milliseconds since the epoch; null if they are not stated. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Hosts that Common Crawl publishes its files and its list of crawls on. A mirror has both on one. */
export const COMMON_CRAWL = {
  files: 'https://data.commoncrawl.org',
  crawls: 'https://index.commoncrawl.org',
} as const;

const LIST_PATH = 'collinfo.json';
/** Bound of the list: there are ten crawls a year, of 300 bytes each. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Crawls that are named as the nearest of a name that is none. */
const NEAREST = 3;

/** Reads the list of crawls, the newest first. @throws CrawlNotReadable if it is none */
export async function listCrawls(files: CrawlFiles, signal: AbortSignal): Promise<readonly Crawl[]> {
  // Read as a whole: the server of the list need not know ranges.
  const bytes = await files.read(LIST_PATH, { from: 0 }, signal);
  if (bytes.length > MAX_LIST_BYTES) throw notAList(`it has more than ${MAX_LIST_BYTES} bytes`);
  let entries: unknown;
  try {
    entries = JSON.parse(Buffer.from(bytes).toString());
  } catch (error) {
    throw notAList(error instanceof Error ? error.message : String(error));
  }
  if (!Array.isArray(entries)) throw notAList('it is not a list');
  const crawls = entries.map((entry: unknown) => crawlOf(entry));
  if (crawls.length === 0) throw notAList('it is empty');
  return crawls;
}

function crawlOf(entry: unknown): Crawl {
  if (typeof entry !== 'object' || entry === null || !('id' in entry) || typeof entry.id !== 'string') {
    throw notAList('an entry has no id');
  }
  const field = (name: string): unknown => (entry as Readonly<Record<string, unknown>>)[name];
  const title = field('name');
  return {
    id: entry.id,
    title: typeof title === 'string' ? title : entry.id,
    from: timeOf(field('from')),
    to: timeOf(field('to')),
  };
}

/** Times are written without a zone, and are UTC. */
function timeOf(written: unknown): number | null {
  const time = typeof written === 'string' ? Date.parse(/Z$/i.test(written) ? written : `${written}Z`) : NaN;
  return Number.isNaN(time) ? null : time;
}

function notAList(problem: string): CrawlNotReadable {
  return new CrawlNotReadable(
    `the list of crawls, ${LIST_PATH}, can't be read: ${problem}. SITEGREP_COMMONCRAWL_URL must name Common Crawl or a mirror of it`,
  );
}

/**
 * Crawls of these names in the order of their dates, each once, so that captures come in the order in which they were made.
 *
 * @throws CrawlNotReadable if there is none of a name; the message has the nearest ones
 */
export function crawlsNamed(crawls: readonly Crawl[], names: readonly string[]): readonly Crawl[] {
  const byId = new Map(crawls.map((crawl) => [crawl.id.toLowerCase(), crawl]));
  const found = new Set(
    names.map((name) => {
      const crawl = byId.get(name.trim().toLowerCase());
      if (crawl !== undefined) return crawl;
      const nearest = nearestTo(name.trim(), crawls).map(({ id }) => id);
      throw new CrawlNotReadable(`there is no crawl "${name}"; the nearest are ${nearest.join(', ')}`);
    }),
  );
  return [...found].toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0) || (a.id < b.id ? -1 : 1));
}

/** Crawls whose year and week are the nearest, if the name has these; else those that are written alike. */
function nearestTo(name: string, crawls: readonly Crawl[]): readonly Crawl[] {
  const week = weekOf(name);
  const distance = (id: string): number => {
    const other = weekOf(id);
    return week !== null && other !== null ? Math.abs(week - other) : 10_000 + edits(name.toUpperCase(), id);
  };
  return crawls
    .map((crawl) => ({ crawl, by: distance(crawl.id) }))
    .toSorted((a, b) => a.by - b.by)
    .slice(0, NEAREST)
    .map(({ crawl }) => crawl);
}

/** Weeks since the year 0 of a name such as CC-MAIN-2026-04. */
function weekOf(name: string): number | null {
  const found = /(?:^|\D)(\d{4})-?(\d{1,2})?$/.exec(name);
  return found === null ? null : Number(found[1]) * 53 + Number(found[2] ?? 0);
}

/** Longest part of a name that is compared. */
const MAX_COMPARED = 40;

/** Number of characters to insert, leave out or replace (Levenshtein). */
function edits(left: string, right: string): number {
  const [a, b] = [left.slice(0, MAX_COMPARED), right.slice(0, MAX_COMPARED)];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [x, one] of a.split('').entries()) {
    const next = [x + 1];
    for (const [y, other] of b.split('').entries()) {
      next.push(Math.min((next[y] ?? 0) + 1, (row[y + 1] ?? 0) + 1, (row[y] ?? 0) + (one === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
