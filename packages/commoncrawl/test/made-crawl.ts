// A crawl as Common Crawl publishes it, made of invented pages: WARC files with a gzip member for each record, both indexes,
// and their lists. Shapes are those of its documentation (data.commoncrawl.org, github.com/commoncrawl/cc-index-table).
import { gzipSync } from 'node:zlib';
import { writtenRecords, type PlacedRecord } from './made-warcs.ts';
import type { CrawlShape, MadeCrawl } from './crawl-shapes.ts';
import { tableFiles } from './made-table.ts';
import { urlIndexFiles } from './made-url-index.ts';

const SHAPE: CrawlShape = { warcs: 4, parts: 3, groupRows: 200, shards: 3, blockLines: 100, codec: 'GZIP' };

export interface MadeArchive {
  /** Contents of the files by path, which tests may damage. */
  readonly files: Map<string, Buffer>;
  /** All records by the id of their crawl. */
  readonly records: ReadonlyMap<string, readonly PlacedRecord[]>;
}

/** Makes the files of crawls, and the list of crawls. */
export function madeArchive(crawls: readonly MadeCrawl[]): MadeArchive {
  const files = new Map<string, Buffer>();
  const records = new Map<string, readonly PlacedRecord[]>();
  for (const { id, records: made, shape } of crawls) {
    const sizes = { ...SHAPE, ...shape };
    const placed = writtenRecords(id, made, sizes, files);
    records.set(id, placed);
    const table = tableFiles(id, placed, sizes, files);
    const shards = urlIndexFiles(id, placed, sizes, files);
    files.set(`crawl-data/${id}/cc-index-table.paths.gz`, pathList(table));
    files.set(`crawl-data/${id}/cc-index.paths.gz`, pathList(shards));
  }
  files.set('collinfo.json', Buffer.from(JSON.stringify(crawls.map(listed).toReversed(), null, 2)));
  return { files, records };
}

function pathList(paths: readonly string[]): Buffer {
  return gzipSync(paths.map((path) => `${path}\n`).join(''));
}

/** Times of the list have no zone. */
function listed({ id, records }: MadeCrawl): Readonly<Record<string, string>> {
  const times = records.map(({ time }) => time);
  const text = (time: number): string => new Date(time).toISOString().slice(0, 19);
  return {
    id,
    name: `${id} Index`,
    timegate: `https://index.commoncrawl.org/${id}/`,
    'cdx-api': `https://index.commoncrawl.org/${id}-index`,
    from: text(Math.min(...times)),
    to: text(Math.max(...times)),
  };
}
