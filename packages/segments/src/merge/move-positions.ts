import { BLOCK, MAX_BLOCK_BYTES } from '../codec/blocks.ts';
import { SKIP_BYTES } from '../segment/format.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { PositionsWriter } from '../segment/positions-writer.ts';
import type { LiveRuns, Source } from './live-runs.ts';

/**
 * A list of fewer blocks is packed anew: a copied block ends the one that is being filled, and short ones in the middle of
 * a list take more room.
 */
const MIN_COPIED_BLOCKS = 8;

const values = new Uint32Array(BLOCK);

/**
 * Writes the positions of a trigram that are in live documents, moved. Blocks that lie in one run are copied as they are.
 *
 * @param cache in the memory of the writer's kernel
 */
export function movePositions(
  cache: GranuleCache,
  { segment: { file }, runs, group }: Source,
  third: number,
  into: PositionsWriter,
): void {
  const count = group.positions[third] ?? 0;
  if (count === 0) return;
  const at = group.positionsAt[third] ?? 0;
  const bytes = group.positionBytes[third] ?? 0;
  const blocks = group.blocks[third] ?? 0;
  const areAllAlive = runs.first !== null;
  /** If all documents are alive, everything moves by so much. */
  const shift = areAllAlive ? (runs.shifts[0] ?? 0) : 0;
  if (blocks === 0) {
    const address = cache.range(file, at, bytes);
    if (areAllAlive) into.pushGaps(address, count, shift);
    else {
      cache.blocks.readGaps(address, count, 0, values);
      moveValues(runs, 0, count, into);
    }
    return;
  }
  const skipsAt = group.skipsAt[third] ?? 0;
  let run = 0;
  let entry = cache.addressOf(file, skipsAt);
  let floor = cache.view.getUint32(entry, true);
  let offset = cache.view.getUint32(entry + 4, true);
  for (let block = 0; block < blocks; block++) {
    let nextFloor = Infinity;
    let nextOffset = Math.min(bytes, offset + MAX_BLOCK_BYTES);
    if (block + 1 < blocks) {
      entry = cache.addressOf(file, skipsAt + SKIP_BYTES * (block + 1));
      nextFloor = cache.view.getUint32(entry, true);
      nextOffset = cache.view.getUint32(entry + 4, true);
    }
    while (run < runs.ends.length && (runs.ends[run] ?? 0) <= floor) run++;
    const inRun = floor >= (runs.starts[run] ?? Infinity) && nextFloor <= (runs.ends[run] ?? 0);
    const address = cache.range(file, at + offset, nextOffset - offset);
    const isFull = (cache.bytes[address] ?? 0) < BLOCK;
    if (inRun && isFull && blocks >= MIN_COPIED_BLOCKS) {
      const moved = runs.shifts[run] ?? 0;
      into.copyBlock(address, address + nextOffset - offset, floor + moved, nextFloor + moved);
    } else if (areAllAlive) into.pushBlock(address, floor + shift);
    else moveValues(runs, run, cache.blocks.read(address, floor, values), into);
    floor = nextFloor;
    offset = nextOffset;
  }
}

/** @param firstRun none before holds any of the values */
function moveValues(runs: LiveRuns, firstRun: number, count: number, into: PositionsWriter): void {
  const { starts, ends, shifts } = runs;
  const [first = 0, last = 0] = [values[0], values[count - 1]];
  let run = firstRun;
  while (run < ends.length && (ends[run] ?? 0) <= first) run++;
  if (first >= (starts[run] ?? Infinity) && last < (ends[run] ?? 0)) {
    into.pushMoved(values, count, shifts[run] ?? 0);
    return;
  }
  for (let index = 0; index < count; index++) {
    const position = values[index] ?? 0;
    while (run < ends.length && (ends[run] ?? 0) <= position) run++;
    if (run === ends.length) return;
    if (position >= (starts[run] ?? 0)) into.push(position + (shifts[run] ?? 0));
  }
}
