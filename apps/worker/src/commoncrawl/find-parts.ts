// Finds the records of an import, crawl by crawl, and stores them in parts, each with the plan of how it is read.
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import {
  chooseIndex,
  type Crawl,
  type CrawlFiles,
  crawlsNamed,
  findRecords,
  FoundHosts,
  type FoundRecord,
  HostList,
  listCrawls,
  ReadPlan,
  type Selection,
  selectionOf,
  sitesBelow,
} from '@sitegrep/commoncrawl';
import { type CommonCrawlStore, FOUND_PART, type FoundCrawl, HOSTS_PART } from '@sitegrep/storage';
import { ImportEnded, type RunNotes } from './run-notes.ts';

/** Records after which a part is stored: some 20 MB of memory while it is read. */
const PART_RECORDS = 100_000;
/** Time after which one is stored even if it has fewer, in milliseconds: what a kill costs at most. */
const PART_MS = 120_000;

const decompress = promisify(zstdDecompress);

export interface Finding {
  readonly notes: RunNotes;
  readonly store: Pick<CommonCrawlStore, 'part' | 'setPart'>;
  readonly files: CrawlFiles;
  /** Files with the list of crawls. */
  readonly list: CrawlFiles;
  readonly signal: AbortSignal;
}

/** Name of a part of a crawl. */
export function partName(crawl: number, part: number): string {
  return `${crawl} ${part}`;
}

/** Finds what is not found yet. @throws CrawlNotReadable, IndexUnreadable, what the files throw, ImportEnded */
export async function findParts(finding: Finding): Promise<void> {
  const { notes, list, signal } = finding;
  const crawls = await listCrawls(list, signal);
  if (notes.progress.crawls.length === 0) {
    const { crawls: names } = notes.run.selection;
    const latest = crawls[0];
    const found = names.length === 0 && latest !== undefined ? [latest] : crawlsNamed(crawls, names);
    notes.change({ crawls: found.map(({ id }) => nothingOf(id)) });
    await notes.write();
  }
  const { selection, found } = await selectionOfRun(finding);
  for (const [at, { name, next }] of notes.progress.crawls.entries()) {
    if (next === null) continue;
    const [crawl] = crawlsNamed(crawls, [name]);
    if (crawl !== undefined) await findCrawl(finding, { at, crawl, selection, found });
  }
  if (found !== null) notes.change({ missing: found.missing() });
}

function nothingOf(name: string): FoundCrawl {
  return { name, index: null, next: [], parts: 0, records: 0, requests: 0, bytes: 0 };
}

interface Selected {
  readonly selection: Selection;
  /** Null for a suffix. */
  readonly found: FoundHosts | null;
}

async function selectionOfRun({ notes, store }: Finding): Promise<Selected> {
  const { id, selection } = notes.run;
  if (selection.tld !== null)
    return { selection: selectionOf(sitesBelow(selection.tld), selection), found: null };
  const bytes = await store.part(id, HOSTS_PART);
  if (bytes === null) throw new ImportEnded('the hosts of the import are gone');
  const { hosts } = await HostList.of((await decompress(bytes)).toString().split('\n'));
  const marks = await store.part(id, FOUND_PART);
  const found = new FoundHosts(hosts, ...(marks === null ? [] : [Uint8Array.from(marks)]));
  return { selection: selectionOf({ kind: 'hosts', hosts, found }, selection), found };
}

interface OneCrawl extends Selected {
  /** Number of the crawl in the import. */
  readonly at: number;
  readonly crawl: Crawl;
}

async function findCrawl(finding: Finding, { at, crawl, selection, found }: OneCrawl): Promise<void> {
  const { notes, store, files, signal } = finding;
  const crawlAt = (): FoundCrawl => notes.progress.crawls[at] ?? nothingOf(crawl.id);
  const change = async (changed: Partial<FoundCrawl>): Promise<void> => {
    notes.change({ crawls: notes.progress.crawls.with(at, { ...crawlAt(), ...changed }) });
    await notes.write();
  };
  const index = crawlAt().index ?? (await chooseIndex(files, crawl, selection, signal));
  await change({ index });
  let records: FoundRecord[] = [];

  /** Stores what was found since the last part. */
  const keep = async (next: FoundCrawl['next']): Promise<void> => {
    const { parts, records: before, requests, bytes } = crawlAt();
    if (records.length === 0) return change({ next });
    const plan = ReadPlan.of(records);
    records = [];
    const encoded = await plan.encode();
    const isKept =
      (await store.setPart(notes.run.id, partName(at, parts), encoded)) &&
      (found === null || (await store.setPart(notes.run.id, FOUND_PART, found.bits)));
    if (!isKept) throw new ImportEnded('the import was stopped');
    const { costs } = plan;
    await change({
      next,
      parts: parts + 1,
      records: before + costs.records,
      requests: requests + costs.requests,
      bytes: bytes + costs.bytes,
    });
  };

  let keptAt = performance.now();
  const from = crawlAt().next ?? [];
  for await (const batch of findRecords(index, { files, crawl, selection, from, signal })) {
    for (const record of batch.records) records.push(record);
    if (records.length < PART_RECORDS && performance.now() - keptAt < PART_MS) continue;
    await keep(batch.next);
    keptAt = performance.now();
  }
  await keep(null);
}
