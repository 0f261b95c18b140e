import { BLOCK, MAX_BLOCK_BYTES } from '../codec/blocks.ts';
import type { PositionList } from './lists.ts';
import { BLOCK_LIST, SKIP_BYTES } from './format.ts';
import type { GranuleCache, GranuleFile } from './granule-cache.ts';

const WIDEST = 32;

const values = new Uint32Array(BLOCK);

/**
 * Reads a whole list of positions and checks that it is one: that what the dictionary, the skip table and the blocks say
 * agree, that positions ascend, and that nothing stands between.
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
      const position = values[index] ?? -1;
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
    const room = Math.min(MAX_BLOCK_BYTES, bytes - offset);
    if (room < 2) throw damaged(`have no room for block ${block}`);
    const address = cache.range(file, at + offset, room);
    const head = cache.bytes[address] ?? 0;
    const widths = head > BLOCK ? 0 : (cache.bytes[address + 1] ?? 0);
    if ((head > WIDEST && head <= BLOCK) || (widths > 0 && widths % 8 === 0))
      throw damaged(`have a block ${block} of unknown kind ${head}, ${widths}`);
    const read = cache.blocks.read(address, floor, values);
    const length = cache.blocks.end - address;
    if (length > room) throw damaged(`end in the middle of block ${block}`);
    if ((values[0] ?? -1) < floor) throw damaged(`of block ${block} begin below its floor`);
    takeAll(read);
    taken += read;
    offset += length;
  }
  if (offset !== bytes) throw damaged(`are followed by ${bytes - offset} unknown bytes`);
  if (taken !== count) throw damaged(`are ${taken} instead of ${count}`);
}
