// Blocks as they are written, and readers of them in the memory of a kernel.
import { expect } from 'vitest';
import { BLOCK, BlockReader, MAX_BLOCK_BYTES, READER_BYTES, SPARE_BYTES } from '../src/codec/blocks.ts';
import { Kernel } from '../src/kernel/kernel.ts';
import { plainBlock } from './plain-blocks.ts';

/** Kernel of the writers; a test may take of its memory. */
export const kernel = new Kernel();

/** A block as it is written: a full one by the kernel, after other bytes, which must stay. */
export function written(positions: Uint32Array, floor: number): Uint8Array {
  const plain = plainBlock(positions, floor);
  if (positions.length < BLOCK) return plain;
  kernel.top = 0x2_0000;
  const address = kernel.take(4 * BLOCK);
  kernel.words.set(positions, address >>> 2);
  const into = kernel.take(MAX_BLOCK_BYTES + 20) + 10;
  kernel.bytes.fill(0xa5, into - 10, into + MAX_BLOCK_BYTES + 10);
  const end = kernel.run.writeBlock(address, floor, into);
  expect(kernel.bytes.subarray(into - 10, into).every((byte) => byte === 0xa5)).toBe(true);
  expect(kernel.bytes.subarray(end + 8, into + MAX_BLOCK_BYTES + 10).every((byte) => byte === 0xa5)).toBe(
    true,
  );
  const bytes = kernel.bytes.slice(into, end);
  expect([...bytes]).toEqual([...plain]);
  return bytes;
}

/** Kernel of the readers. */
export const holder = new Kernel();

/** A reader of bytes among others. */
export function heldIn(bytes: Uint8Array): { reader: BlockReader; address: number } {
  holder.top = 0x2_0000;
  const positions = holder.take(READER_BYTES);
  const address = holder.take(MAX_BLOCK_BYTES + SPARE_BYTES) + 3;
  holder.bytes.fill(0xff, address - 3, address + MAX_BLOCK_BYTES);
  holder.bytes.set(bytes, address);
  return { reader: new BlockReader(holder, positions), address };
}
