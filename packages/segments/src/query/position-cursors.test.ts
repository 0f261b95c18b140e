import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainBlock } from '../../test/plain-blocks.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { writeVarint } from '../codec/varint.ts';
import { nodeDisk } from '../disk.ts';
import { Kernel } from '../kernel/kernel.ts';
import type { PositionList } from '../segment/dictionary-entry.ts';
import { GRANULE_BYTES, SKIP_BYTES } from '../segment/format.ts';
import { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import { GranuleWriter } from '../segment/granule-writer.ts';
import { PositionsWriter } from '../segment/positions-writer.ts';
import { END, PositionCursor } from './position-cursors.ts';

/**
 * A range of a list, written by itself, or as a full block that is copied, whose floor may be lower than it has to
 * be.
 */
interface Written {
  readonly positions: readonly number[];
  readonly copied: boolean;
}

/** Writes a list after some bytes. */
function writeList(
  path: string,
  before: number,
  ranges: readonly Written[],
): { file: GranuleFile; list: PositionList } {
  const file = nodeDisk.open(path, 'create');
  const kernel = new Kernel();
  const out = new GranuleWriter(nodeDisk, file, kernel);
  out.write(new Uint8Array(before).fill(0xee));
  const writer = new PositionsWriter(out, kernel);
  writer.begin();
  let least = 0;
  for (const { positions, copied } of ranges) {
    const last = positions.at(-1) ?? 0;
    if (copied) {
      const floor = Math.floor((least + (positions[0] ?? 0)) / 2);
      const block = plainBlock(Uint32Array.from(positions), floor);
      const address = kernel.take(block.length);
      kernel.bytes.set(block, address);
      writer.copyBlock(address, address + block.length, floor, last + 1);
    } else for (const position of positions) writer.push(position);
    least = last + 1;
  }
  writer.end();
  const { count, size, blocks } = writer;
  // One position alone would stand in a dictionary.
  if (count === 1) out.at = writeVarint(out.bytes, out.at, size);
  const bytes = out.position - before;
  writer.writeSkips(blocks);
  const skipsAt = out.position - SKIP_BYTES * blocks;
  const bodyEnd = out.position;
  const checksums = out.endBody();
  return {
    file: new GranuleFile(path, file, bodyEnd, checksums),
    list: { count, blocks, bytes, at: before, skipsAt },
  };
}

const gap = fc.oneof(fc.constant(0), fc.constant(0), fc.nat({ max: 9 }), fc.nat({ max: 50_000 }));

const lists = fc
  .array(
    fc.record({
      copied: fc.boolean(),
      gaps: fc.array(gap, { minLength: 1, maxLength: 30 }),
      count: fc.integer({ min: 1, max: 400 }),
      ahead: fc.nat({ max: 100_000 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((recipes) => {
    let least = 0;
    return recipes.map(({ copied, gaps, count, ahead }): Written => {
      least += ahead;
      const positions = Array.from({ length: copied ? 128 : count }, (_, index) => {
        const position = least + (gaps[index % gaps.length] ?? 0);
        least = position + 1;
        return position;
      });
      return { positions, copied };
    });
  });

test('a cursor finds the first position that is not below its target, in steps of any length', () => {
  const folder = temporaryFolder();
  const cache = new GranuleCache(nodeDisk, 0);
  let [runs, blocks] = [0, 0];
  const law = fc.property(
    lists,
    fc.nat({ max: GRANULE_BYTES }),
    fc.array(fc.nat({ max: 3_000 }), { minLength: 1, maxLength: 20 }),
    fc.boolean(),
    (ranges, before, steps, near) => {
      const { file, list } = writeList(join(folder, `${++runs}`), before, ranges);
      blocks = Math.max(blocks, list.blocks);
      const positions = ranges.flatMap(({ positions }) => positions);
      expect(list.count).toBe(positions.length);
      const cursor = new PositionCursor(cache, file, list, cache.takeBlockBuffer());
      let index = 0;
      let target = 0;
      for (let round = 0; index < positions.length && round < 2_000; round++) {
        // To a position, or just before or after it, some positions further; or anywhere.
        const step = steps[round % steps.length] ?? 0;
        target = near
          ? Math.max(
              target,
              (positions[Math.min(positions.length - 1, index + (step % 300))] ?? 0) - 1 + (step % 3),
            )
          : target + step;
        while (index < positions.length && (positions[index] ?? 0) < target) index++;
        expect(cursor.seek(target)).toBe(positions[index] ?? END);
      }
      expect(cursor.seek((positions.at(-1) ?? 0) + 1)).toBe(END);
      cursor.open(file, list);
      expect(cursor.seek(0)).toBe(positions[0]);
      cache.forget(file);
      nodeDisk.close(file.file);
    },
  );
  fc.assert(law, { numRuns: 200 });
  expect(blocks).toBeGreaterThan(8);
});
