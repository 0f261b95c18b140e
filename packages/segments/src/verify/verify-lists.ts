import { BLOCK, MAX_BLOCK_BYTES } from '../codec/blocks.ts';
import { maxDocIdsBytes, readDocIds, writeDocIds } from '../codec/doc-ids.ts';
import { element, f64, u32, u8 } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import {
  NO_DOCUMENTS,
  type DocumentList,
  type PositionList,
  type Trigram,
} from '../segment/dictionary-entry.ts';
import {
  BLOCK_LIST,
  FOOTER_BYTES,
  GRANULE_BYTES,
  HEADER_BYTES,
  SEPARATOR,
  SKIP_BYTES,
  TABLES,
} from '../segment/format.ts';
import { areBits, readFourgrams } from '../segment/fourgrams.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';

/**
 * Reads a list of documents and checks it: its document ids must ascend, and their number and bytes must be as
 * stated.
 *
 * @param ofDocuments number of documents that its members count
 * @param into gets the document ids
 * @param damaged makes the error to throw; `problem` completes a sentence about the list
 */
export function verifyDocIds(
  { file }: Segment,
  cache: GranuleCache,
  { count, at, bytes }: DocumentList,
  ofDocuments: number,
  into: Uint32Array,
  damaged: (problem: string) => Error,
): void {
  if (count > ofDocuments || bytes > maxDocIdsBytes(count, ofDocuments))
    throw damaged(`are ${count} in ${bytes} bytes`);
  // A list that is shorter than its count is read on into zeros.
  const padded = Buffer.alloc(bytes + maxDocIdsBytes(count, ofDocuments));
  const encoded = padded.subarray(0, bytes);
  cache.copy(file, at, bytes, encoded);
  readDocIds(padded, 0, count, ofDocuments, into);
  for (let index = 0; index < count; index++) {
    const docId = u32(into, index);
    if (docId >= ofDocuments || (index > 0 && docId <= u32(into, index - 1)))
      throw damaged(`have ${docId} as number ${index}`);
  }
  const again = Buffer.alloc(maxDocIdsBytes(count, ofDocuments));
  const end = writeDocIds(again, 0, into, 0, count, ofDocuments);
  if (!encoded.equals(again.subarray(0, end))) throw damaged(`are not ${count}`);
}

/**
 * Checks the 4-grams of a trigram, if they are listed: their lists must follow each other, and a document of a 4-gram
 * must have both of its trigrams.
 *
 * @param pair the first two bytes of the trigram
 * @param documents of the trigram
 * @param damaged makes the error to throw; `problem` completes a sentence about the 4-grams
 */
export function verifyFourgrams(
  segment: Segment,
  cache: GranuleCache,
  pair: number,
  trigram: Trigram,
  documents: Uint32Array,
  damaged: (problem: string) => Error,
): void {
  const fourgrams = readFourgrams(cache, segment.file, trigram);
  if (fourgrams === null || trigram.fourgrams === null) return;
  const ranks = new Uint32Array(documents.length);
  let at = fourgrams.unlisted.at;
  let last = -1;
  const named = (what: string) => (problem: string) => damaged(`${what} ${problem}`);
  const check = (list: DocumentList, failed: (problem: string) => Error): void => {
    if (list.at !== at) throw failed('are out of place');
    at += list.bytes;
    checkDocIds(list, failed);
  };
  const checkDocIds = (list: DocumentList, failed: (problem: string) => Error): void => {
    verifyDocIds(segment, cache, list, documents.length, ranks, failed);
  };
  if (at <= trigram.fourgrams.at) throw damaged('have no head');
  check(fourgrams.unlisted, named('have unlisted documents that'));
  for (const { fourth, documents: list } of fourgrams.fourths) {
    const failed = named(`with fourth byte ${fourth}`);
    if (fourth <= last || fourth >= SEPARATOR) throw failed(`stand after ${last}`);
    last = fourth;
    if (list.count === 0) throw failed('are none');
    if (areBits(documents.length)) {
      const bits = u8(cache.bytes, cache.addressOf(segment.file, list.at));
      if (bits >>> documents.length !== 0) throw failed(`are bits ${bits} of ${documents.length}`);
      checkDocIds(list, failed);
    } else check(list, failed);
    const docIds = Uint32Array.from(ranks.subarray(0, list.count), (rank) => u32(documents, rank));
    const second = ((pair & 0xff) << 16) | (trigram.third << 8) | fourth;
    const ofSecond = segment.dictionary.trigram(cache, second)?.documents ?? NO_DOCUMENTS;
    const both = ofSecond.count === 0 ? 0 : segment.intersect(cache, ofSecond, docIds, list.count);
    if (both !== list.count)
      throw failed(`name ${list.count - both} documents that lack their last three bytes`);
  }
  if (at !== trigram.fourgrams.at + trigram.fourgrams.bytes) throw damaged(`end at offset ${at}`);
}

/**
 * Checks that sections follow each other without a gap, and that documents ascend.
 *
 * @throws SegmentsCorrupt
 */
export function verifyTables({ path, bytes, footer, file, ids, starts, dictionary }: Segment): void {
  const { documents, groupsEnd, symbolsEnd, zonesEnd, bodyEnd, textBytes, tables } = footer;
  let end = bodyEnd;
  for (const name of TABLES) {
    if (tables[name].at !== end)
      throw new SegmentsCorrupt(path, `table of ${name}`, 'is not where it should be');
    end += tables[name].bytes;
  }
  const granules = Math.ceil(bodyEnd / GRANULE_BYTES);
  const ends = [HEADER_BYTES, groupsEnd, symbolsEnd, zonesEnd, bodyEnd];
  const inOrder = ends.every((end, index) => index === 0 || end >= element(ends, index - 1));
  if (!inOrder || end + FOOTER_BYTES !== bytes || file.checksums.length !== granules)
    throw new SegmentsCorrupt(path, 'footer', 'does not fit the file');
  if (dictionary.end !== bodyEnd)
    throw new SegmentsCorrupt(path, 'dictionary', 'does not end where the lists end');
  for (let docId = 0; docId < documents; docId++) {
    const ascend = docId === 0 || f64(ids, docId) > f64(ids, docId - 1);
    if (!ascend || u32(starts, docId + 1) < u32(starts, docId))
      throw new SegmentsCorrupt(path, 'table of documents', `does not ascend at document ${docId}`);
  }
  if (2 * u32(starts, documents) !== textBytes)
    throw new SegmentsCorrupt(path, 'table of documents', `has not ${textBytes} bytes of text`);
}

const WIDEST = 32;

const values = new Uint32Array(BLOCK);

/**
 * Reads all of a list of positions and checks it: the dictionary, the skip table and the blocks must agree, positions
 * must ascend, and nothing may stand between.
 *
 * @param take gets each position
 * @param damaged makes the error to throw; `problem` completes a sentence about the list
 */
export function eachPosition(
  cache: GranuleCache,
  file: GranuleFile,
  list: PositionList,
  take: (position: number) => void,
  damaged: (problem: string) => Error,
): void {
  const { count, at, bytes, blocks, skipsAt } = list;
  if (count >= BLOCK_LIST !== blocks > 0) throw damaged(`are ${count} in ${blocks} blocks`);
  let last = -1;
  const takeAll = (read: number): void => {
    for (let index = 0; index < read; index++) {
      const position = u32(values, index);
      if (position <= last) throw damaged(`do not ascend: ${position} follows ${last}`);
      last = position;
      take(position);
    }
  };
  if (blocks === 0) {
    if (bytes < count || bytes > 5 * count) throw damaged(`are ${count} in ${bytes} bytes`);
    const address = cache.range(file, at, bytes);
    cache.blocks.readGaps(address, count, 0, values);
    const { end } = cache.blocks;
    if (end - address !== bytes) throw damaged(`end after ${end - address} bytes of ${bytes}`);
    takeAll(count);
    return;
  }

  if (bytes <= 0 || skipsAt % SKIP_BYTES !== 0) throw damaged(`have a skip table at offset ${skipsAt}`);
  let taken = 0;
  let offset = 0;
  for (let block = 0; block < blocks; block++) {
    const entry = cache.addressOf(file, skipsAt + SKIP_BYTES * block);
    const floor = cache.view.getUint32(entry, true);
    if (cache.view.getUint32(entry + 4, true) !== offset || floor <= last)
      throw damaged(`have a wrong skip entry for block ${block}`);
    const available = Math.min(MAX_BLOCK_BYTES, bytes - offset);
    if (available < 2) throw damaged(`have no space for block ${block}`);
    const address = cache.range(file, at + offset, available);
    const head = u8(cache.bytes, address);
    const widths = head > BLOCK ? 0 : u8(cache.bytes, address + 1);
    if ((head > WIDEST && head <= BLOCK) || (widths > 0 && widths % 8 === 0))
      throw damaged(`have a block ${block} of unknown kind ${head}, ${widths}`);
    const read = cache.blocks.read(address, floor, values);
    const length = cache.blocks.end - address;
    if (length > available) throw damaged(`end in the middle of block ${block}`);
    if (u32(values, 0) < floor) throw damaged(`of block ${block} begin below its floor`);
    takeAll(read);
    taken += read;
    offset += length;
  }
  if (offset !== bytes) throw damaged(`are followed by ${bytes - offset} unknown bytes`);
  if (taken !== count) throw damaged(`are ${taken} instead of ${count}`);
}
