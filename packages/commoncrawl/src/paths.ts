// Paths of the files of a crawl. They come from its servers, so they are checked before they are asked for.
import { gunzipSync } from 'node:zlib';
import { IndexUnreadable } from './errors.ts';
import type { CrawlFiles } from './files.ts';
import type { Subset } from './found-record.ts';

/** Bound of a list of paths; one of an index has a thousand lines. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Bound of the list before it is compressed. */
const MAX_LIST_TEXT = 32 * 1024 * 1024;

/** Tells whether a path names a file below the address of the archive. */
export function isFilePath(path: string): boolean {
  return /^[A-Za-z0-9][\w.=+/-]{0,500}$/.test(path) && !path.includes('..') && !path.includes('//');
}

/** Paths of the parts of the columnar index that have the records of a subset, in order. @throws IndexUnreadable */
export async function tableParts(
  files: CrawlFiles,
  crawl: string,
  subset: Subset,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const list = `crawl-data/${crawl}/cc-index-table.paths.gz`;
  const bytes = await files.read(list, { from: 0, to: MAX_LIST_BYTES }, signal);
  let text: string;
  try {
    text = gunzipSync(bytes, { maxOutputLength: MAX_LIST_TEXT }).toString();
  } catch (error) {
    throw new IndexUnreadable(list, 'it is cut, or not gzip', { cause: error });
  }
  const paths = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(`/subset=${subset}/`));
  const wrong = paths.find((path) => !isFilePath(path));
  if (wrong !== undefined) throw new IndexUnreadable(list, `"${wrong}" is not a path of a file`);
  if (paths.length === 0 && subset === 'warc') throw new IndexUnreadable(list, 'it names no part with pages');
  return paths.toSorted();
}

/** Path of a file of the URL index. */
export function urlIndexPath(crawl: string, name: string): string {
  return `cc-index/collections/${crawl}/indexes/${name}`;
}
