// Finds the records of a crawl that a selection wants, in the index that costs less.
import type { CrawlFiles } from './files.ts';
import type { FoundBatch } from './found-batch.ts';
import { tableParts, urlIndexPath } from './paths.ts';
import type { Crawl } from './collections.ts';
import type { Selection } from './selection.ts';
import { type FindOptions, findInTable } from './table/find-in-table.ts';
import { findInUrlIndex } from './url-index/find-in-url-index.ts';

/** The columnar index, or the URL index. */
export const CRAWL_INDEXES = ['table', 'urls'] as const;
export type CrawlIndex = (typeof CRAWL_INDEXES)[number];

// Figures of crawls of 2018 to 2026.
/** Groups of rows of a part of the columnar index. */
const GROUPS_OF_PART = 8;
/** Requests for the columns of a group. */
const REQUESTS_OF_GROUP = 5;
/** Part of the bytes of a part that is in the columns that are read. */
const READ_PART = 0.4;
/** Bytes of a line of the list of blocks, and of a block of the URL index. */
const LIST_LINE_BYTES = 105;
const BLOCK_BYTES = 230_000;

/** Time of a request, and bytes that come in a second, of Common Crawl over a connection. */
const REQUEST_SECONDS = 0.1;
const BYTES_A_SECOND = 20_000_000;

/** Decides which index is read: the one that takes less time. All hosts below a suffix are looked for in columns. */
export async function chooseIndex(
  files: CrawlFiles,
  { id }: Crawl,
  { sites }: Selection,
  signal: AbortSignal,
): Promise<CrawlIndex> {
  if (sites.kind === 'suffix') return 'table';
  const parts = await tableParts(files, id, 'warc', signal);
  const partBytes = await files.size(parts[0] ?? '', signal);
  const listBytes = await files.size(urlIndexPath(id, 'cluster.idx'), signal);
  const groups = parts.length * GROUPS_OF_PART;
  // Hosts are spread over the groups and blocks as by chance.
  const readGroups = hitBy(sites.hosts.size, groups);
  const readBlocks = hitBy(sites.hosts.size, listBytes / LIST_LINE_BYTES);
  const table = estimatedSeconds({
    requests: parts.length + readGroups * REQUESTS_OF_GROUP,
    bytes: (readGroups / GROUPS_OF_PART) * partBytes * READ_PART,
  });
  const urls = estimatedSeconds({ requests: 1 + readBlocks, bytes: listBytes + readBlocks * BLOCK_BYTES });
  return table < urls ? 'table' : 'urls';
}

/** Number of boxes that get one of so many balls. */
function hitBy(balls: number, boxes: number): number {
  return boxes * (1 - Math.exp(-balls / Math.max(1, boxes)));
}

/** Time of requests over one connection, as long as nothing is known of the server. */
export function estimatedSeconds({
  requests,
  bytes,
}: {
  readonly requests: number;
  readonly bytes: number;
}): number {
  return requests * REQUEST_SECONDS + bytes / BYTES_A_SECOND;
}

/**
 * Finds the records of a crawl, batch by batch, in the order of the index.
 *
 * @throws IndexUnreadable if the index is damaged; CrawlNotReadable if it has not what is selected; what the files throw
 */
export function findRecords(index: CrawlIndex, options: FindOptions): AsyncGenerator<FoundBatch> {
  return index === 'table' ? findInTable(options) : findInUrlIndex(options);
}
