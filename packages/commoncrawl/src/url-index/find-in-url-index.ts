// Finds records in the URL index: its list of blocks says which ones may have them.
import { gunzipSync } from 'node:zlib';
import { IndexUnreadable } from '../errors.ts';
import type { FoundBatch } from '../found-batch.ts';
import type { FoundRecord } from '../found-record.ts';
import { urlIndexPath } from '../paths.ts';
import { mergedSpans } from '../ranges.ts';
import { hostOfKey } from '../surt.ts';
import type { FindOptions } from '../table/find-in-table.ts';
import { WantedRecords } from '../wanted.ts';
import { keyOfLine, readCdxLine } from './cdx-line.ts';
import { type IndexBlock, wantedBlocks } from './cluster.ts';

/** Bound of a block: three thousand lines. */
const MAX_BLOCK_BYTES = 32 * 1024 * 1024;
const MAX_BLOCK_TEXT = 256 * 1024 * 1024;
/** Blocks that are read with one request, if they are next to each other. */
const MAX_BLOCKS_AT_ONCE = 32;

/** @throws IndexUnreadable; what the files throw */
export async function* findInUrlIndex({
  files,
  crawl,
  selection,
  from: [first = 0] = [],
  signal,
}: FindOptions): AsyncGenerator<FoundBatch> {
  const blocks = await wantedBlocks(files, crawl.id, selection.sites, signal);
  const wanted = new WantedRecords(selection);
  for (let at = first; at < blocks.length;) {
    signal.throwIfAborted();
    const [block] = blocks.slice(at, at + 1);
    if (block === undefined) break;
    const path = urlIndexPath(crawl.id, block.file);
    const together = nextBlocks(blocks, at, path);
    const { from, to } = together.span;
    const bytes = await files.read(path, { from, to }, signal);
    if (bytes.length < to - from) throw new IndexUnreadable(path, 'it is cut');
    for (const { offset, length } of together.blocks) {
      at++;
      const lines = linesOf(bytes.subarray(offset - from, offset - from + length), path, offset);
      yield { records: recordsOf(lines, wanted, path), next: [at], progress: at / blocks.length };
    }
  }
}

/** Blocks from a number on that are read with one request. */
function nextBlocks(
  blocks: readonly IndexBlock[],
  at: number,
  path: string,
): { readonly blocks: readonly IndexBlock[]; readonly span: { readonly from: number; readonly to: number } } {
  const [start] = blocks.slice(at, at + 1);
  const near = blocks.slice(at, at + MAX_BLOCKS_AT_ONCE).filter(({ file }) => file === start?.file);
  if (near.some(({ length }) => length > MAX_BLOCK_BYTES)) {
    throw new IndexUnreadable(path, 'the list of its blocks states an impossible length');
  }
  const [span] = mergedSpans(near.map(({ offset, length }) => ({ from: offset, to: offset + length })));
  if (span === undefined) throw new RangeError('there is no block');
  return { span, blocks: near.filter(({ offset }) => offset < span.to) };
}

function linesOf(bytes: Uint8Array, path: string, offset: number): readonly string[] {
  try {
    const text = gunzipSync(bytes, { maxOutputLength: MAX_BLOCK_TEXT }).toString();
    return text.split('\n').filter((line) => line !== '');
  } catch (error) {
    throw new IndexUnreadable(path, `its block at ${offset} is damaged or cut`, { cause: error });
  }
}

function recordsOf(lines: readonly string[], wanted: WantedRecords, path: string): readonly FoundRecord[] {
  const records: FoundRecord[] = [];
  for (const line of lines) {
    const [host = ''] = keyOfLine(line).split(/[):]/, 1);
    if (!wanted.hasHost(hostOfKey(host))) continue;
    const record = readCdxLine(line);
    if (record === null) throw new IndexUnreadable(path, `"${line.slice(0, 200)}" is not a line of it`);
    if (record !== 'other' && wanted.take(record)) records.push(record);
  }
  return records;
}
