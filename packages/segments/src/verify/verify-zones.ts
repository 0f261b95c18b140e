import { VarintReader } from '../codec/varint.ts';
import { f64, u32 } from '../elements.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { ZONE_BLOCK, ZoneColumn } from '../segment/zone-columns.ts';
import { MAX_ZONES, RangeCursor } from '../segment/zones.ts';

/** Bytes of separators that end a text of one part: at least two, and three if its length is odd. */
const EVEN_END = 2;
const ODD_END = 3;

/**
 * Reads all zones of a segment and checks them: blocks must follow each other and have the bytes that they state, ranges
 * must ascend and end with the text of their document.
 *
 * @param damaged makes the error to throw; `problem` completes a sentence about the section
 */
export function verifyZones(
  segment: Segment,
  cache: GranuleCache,
  damaged: (section: string, problem: string) => Error,
): void {
  const { zones, ids, footer } = segment;
  if (zones.length > MAX_ZONES) throw damaged('table of zones', `has ${zones.length}`);
  const end = zones.at(-1)?.at(-1) ?? footer.symbolsEnd;
  if (end !== footer.zonesEnd) throw damaged('zones', `end at offset ${end} instead of ${footer.zonesEnd}`);
  for (const [zone, blocks] of zones.entries()) {
    const section = `zone ${zone}`;
    for (let block = 0; block + 1 < blocks.length; block++)
      verifyBlock(segment, cache, blocks, block, (problem) => damaged(section, problem));
    const column = new ZoneColumn(segment, cache, zone);
    for (let docId = 0; docId < ids.length; docId++) {
      const half = u32(segment.starts, docId + 1) - u32(segment.starts, docId);
      const problem = faultOfRanges(column.stored(docId), 2 * half);
      if (problem !== null) throw damaged(section, `has ranges of document ${docId} that ${problem}`);
    }
  }
}

/** Checks that the ranges of a block's documents are as long together as the block. */
function verifyBlock(
  { file, ids }: Segment,
  cache: GranuleCache,
  blocks: Float64Array,
  block: number,
  damaged: (problem: string) => Error,
): void {
  const at = f64(blocks, block);
  const bytes = f64(blocks, block + 1) - at;
  if (bytes === 0) return;
  const whole = new Uint8Array(bytes);
  cache.copy(file, at, bytes, whole);
  const reader = new VarintReader(whole, 0);
  let sum = 0;
  for (let left = Math.min(ZONE_BLOCK, ids.length - block * ZONE_BLOCK); left > 0; left--) {
    if (reader.at >= bytes) throw damaged(`has block ${block} in ${bytes} bytes`);
    sum += reader.next();
  }
  if (reader.at + sum !== bytes)
    throw damaged(`has block ${block} in ${bytes} bytes instead of ${reader.at + sum}`);
}

/** Fault of the stored ranges of a text of so many bytes, with separators; null: they have none. */
function faultOfRanges(stored: Uint8Array, bytes: number): string | null {
  const ranges = new RangeCursor(stored, 0, stored.length);
  try {
    while (ranges.next()) if (ranges.end > bytes - EVEN_END) return 'end after its text';
  } catch (error) {
    if (error instanceof RangeError) return 'are cut off';
    throw error;
  }
  if (ranges.lastByte !== -1 && (ranges.end !== bytes - ODD_END || ranges.lastByte > 0xf4))
    return 'state a last byte of its text which it cannot have';
  return null;
}
