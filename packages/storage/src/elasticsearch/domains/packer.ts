import { StorageBusy } from '../../errors.ts';
import type { PackablePut } from './pack.ts';
import { pagesThread } from './start-pages-thread.ts';

/** Packs documents outside of the event loop. */
export interface Packer {
  /**
   * @returns null if nothing is to be written
   * @throws StorageBusy if the queue is full; StorageUnavailable if the thread ended meanwhile
   */
  pack(put: PackablePut, fullText: boolean): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/**
 * Documents in the thread: the one being packed and the next. Each is copied into the thread, so all others are
 * queued here.
 */
const MAX_IN_THREAD = 2;
const MAX_QUEUED = 1_000;

/** Creates a packer. Its thread starts with the first document: a process that only reads needs none. */
export function createPacker(): Packer {
  const thread = pagesThread('document packer', MAX_IN_THREAD);
  const queue: (() => void)[] = [];
  let inThread = 0;
  return {
    async pack(put, fullText) {
      if (inThread < MAX_IN_THREAD) {
        inThread += 1;
      } else {
        if (queue.length >= MAX_QUEUED)
          throw new StorageBusy(`${queue.length} documents are queued for packing`);
        await new Promise<void>((resolve) => queue.push(resolve));
      }
      try {
        return await thread.call('pack', { put, fullText });
      } finally {
        const next = queue.shift();
        if (next === undefined) inThread -= 1;
        else next();
      }
    },
    close: () => thread.close(),
  };
}
