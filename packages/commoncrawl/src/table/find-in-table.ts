// Finds records in the columnar index: part by part, group by group. A group is read if its keys may be wanted, first its
// hosts, and the other columns only if one of these is.
import type { Crawl } from '../collections.ts';
import { CrawlNotReadable, IndexUnreadable } from '../errors.ts';
import type { CrawlFiles } from '../files.ts';
import { type FindPosition, type FoundBatch, MAX_BATCH_RECORDS } from '../found-batch.ts';
import { type FoundRecord, type Subset, SUBSETS } from '../found-record.ts';
import { isFilePath, tableParts } from '../paths.ts';
import { mayHave, type Selection } from '../selection.ts';
import { type IndexedRecord, WantedRecords } from '../wanted.ts';
import { type ColumnValues, GroupColumns } from './columns.ts';
import { readPart, type RowGroup, type TablePart } from './part.ts';

const HOST = 'url_host_name';
const COLUMNS = [
  'url',
  'fetch_time',
  'fetch_status',
  'content_mime_detected',
  'content_languages',
  'content_truncated',
  'warc_filename',
  'warc_record_offset',
  'warc_record_length',
] as const;
type Column = (typeof COLUMNS)[number];

export interface FindOptions {
  readonly files: CrawlFiles;
  readonly crawl: Crawl;
  readonly selection: Selection;
  /** Position of the batch after which it goes on; absent: the start. */
  readonly from?: FindPosition | undefined;
  readonly signal: AbortSignal;
}

/** @throws IndexUnreadable; what the files throw */
export async function* findInTable({
  files,
  crawl,
  selection,
  from = [],
  signal,
}: FindOptions): AsyncGenerator<FoundBatch> {
  const parts = await partsOf(files, crawl, selection, signal);
  const wanted = new WantedRecords(selection);
  const [firstPart = 0, firstGroup = 0, firstRow = 0] = from;
  for (let at = firstPart; at < parts.length; at++) {
    const { path, subset } = parts[at] ?? { path: '', subset: 'warc' };
    const part = await readPart(files, path, signal);
    for (let number = at === firstPart ? firstGroup : 0; number < part.groups.length; number++) {
      const group = part.groups[number];
      if (group === undefined || !mayHaveWanted(selection, group)) continue;
      const reading = { files, part, group, subset, wanted, selection, signal };
      const isFirst = at === firstPart && number === firstGroup;
      for await (const { records, row } of findInGroup(reading, isFirst ? firstRow : 0)) {
        const progress = (at + (number + row / Math.max(1, group.rows)) / part.groups.length) / parts.length;
        yield { records, next: [at, number, row], progress };
      }
    }
    yield { records: [], next: [at + 1, 0, 0], progress: (at + 1) / parts.length };
  }
}

async function partsOf(
  files: CrawlFiles,
  { id }: Crawl,
  { withRobots }: Selection,
  signal: AbortSignal,
): Promise<readonly { readonly path: string; readonly subset: Subset }[]> {
  const parts: { path: string; subset: Subset }[] = [];
  for (const subset of SUBSETS) {
    if (subset === 'robotstxt' && !withRobots) continue;
    for (const path of await tableParts(files, id, subset, signal)) parts.push({ path, subset });
  }
  return parts;
}

function mayHaveWanted({ sites }: Selection, { keys, rows }: RowGroup): boolean {
  return rows > 0 && (keys === null || mayHave(sites, keys.min, keys.max));
}

interface GroupReading {
  readonly files: CrawlFiles;
  readonly part: TablePart;
  readonly group: RowGroup;
  readonly subset: Subset;
  readonly wanted: WantedRecords;
  readonly selection: Selection;
  readonly signal: AbortSignal;
}

/** @param first row of the group to begin with */
async function* findInGroup(
  { files, part, group, subset, wanted, selection, signal }: GroupReading,
  first: number,
): AsyncGenerator<{ readonly records: readonly FoundRecord[]; readonly row: number }> {
  if (selection.languages.size > 0 && subset === 'warc' && !group.columns.has('content_languages')) {
    throw new CrawlNotReadable(
      'the crawl states no languages, as all before CC-MAIN-2018-39: leave out the languages, or name a later crawl',
    );
  }
  const columns = new GroupColumns(files, part, group);
  await columns.fetch([HOST], signal);
  let isFetched = false;
  for (let row = first; row < group.rows; row += MAX_BATCH_RECORDS) {
    signal.throwIfAborted();
    const from = group.firstRow + row;
    const to = Math.min(from + MAX_BATCH_RECORDS, group.firstRow + group.rows);
    const hosts = await columns.values(HOST, from, to);
    const rows: number[] = [];
    for (let at = from; at < to; at++) if (wanted.hasHost(textOf(hosts?.(at)))) rows.push(at);
    if (rows.length === 0) continue;
    if (!isFetched) await columns.fetch(COLUMNS, signal);
    isFetched = true;
    const values = await readColumns(columns, from, to);
    const records = rows
      .map((at) => recordOf(values, at, subset, part.path))
      .filter((record) => wanted.take(record));
    yield { records, row: to - group.firstRow };
  }
}

type Values = Readonly<Record<Column, ColumnValues | null>>;

async function readColumns(columns: GroupColumns, from: number, to: number): Promise<Values> {
  const values: Partial<Record<Column, ColumnValues | null>> = {};
  for (const name of COLUMNS) values[name] = await columns.values(name, from, to);
  return values as Values;
}

function recordOf(values: Values, row: number, subset: Subset, path: string): IndexedRecord {
  const file = textOf(values.warc_filename?.(row));
  const [time, offset, length] = [
    values.fetch_time?.(row),
    Number(values.warc_record_offset?.(row)),
    Number(values.warc_record_length?.(row)),
  ];
  if (
    !(time instanceof Date) ||
    !isFilePath(file) ||
    !(offset >= 0) ||
    !(length > 0 && length <= 0xffffffff)
  ) {
    throw new IndexUnreadable(
      path,
      `row ${row} names no record: file "${file}", offset ${offset}, length ${length}`,
    );
  }
  const mime = values.content_mime_detected?.(row);
  return {
    url: textOf(values.url?.(row)),
    time: time.getTime(),
    status: Number(values.fetch_status?.(row)),
    languages: textOf(values.content_languages?.(row)),
    isTruncated: textOf(values.content_truncated?.(row)) !== '',
    subset,
    file,
    offset,
    length,
    mime: typeof mime === 'string' ? mime : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
