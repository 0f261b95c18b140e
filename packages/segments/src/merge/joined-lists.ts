import type { DocIdList } from '../codec/doc-ids.ts';
import { PART_BYTES, type JoinBuffers } from './join-buffers.ts';

/**
 * Lists of documents of several segments, one behind the other, as one that can be written into the kernel's memory: bitmaps
 * move by some bits, of gaps only the first ones change. For segments of which every document is alive.
 */
export class JoinedLists implements DocIdList {
  count = 0;
  readonly #room: JoinBuffers;
  #end: number;

  constructor(room: JoinBuffers) {
    this.#room = room;
    this.#end = room.parts;
  }

  clear(): void {
    this.count = 0;
    this.#end = this.#room.parts;
  }

  /**
   * Adds a list behind all that were added: one of each segment at most.
   *
   * @param address where the kernel has it
   * @param documents of which it is
   * @param first the document id in the whole of the first of these
   */
  add(address: number, count: number, documents: number, first: number): void {
    if (count === 0) return;
    const { words } = this.#room.kernel;
    const at = this.#end >>> 2;
    words[at] = address;
    words[at + 1] = count;
    words[at + 2] = documents;
    words[at + 3] = first;
    this.#end += PART_BYTES;
    this.count += count;
  }

  write(into: Uint8Array, at: number, documents: number): number {
    const { kernel, parts } = this.#room;
    if (into.buffer !== kernel.bytes.buffer)
      throw new RangeError('lists are joined in the memory of the kernel');
    return kernel.run.joinDocIds(parts, this.#end, this.count, documents, at) >>> 0;
  }
}
