import { pagesThread } from './start-pages-thread.ts';
import type { repackDocument } from './pack.ts';

/** Packs stored documents anew, in several threads. */
export interface Repacker {
  /** @throws StorageUnavailable if a thread ended meanwhile */
  repack(document: Parameters<typeof repackDocument>[0]): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Documents that wait for a thread; the copy bounds them. */
const MAX_PENDING = 100_000;

/** Creates a repacker. @param threads ≥ 1; each starts when the others are busy */
export function createRepacker(threads: number): Repacker {
  const pool = Array.from({ length: threads }, (_, number) => ({
    thread: pagesThread(`document packer ${number + 1}`, MAX_PENDING),
    pending: 0,
  }));
  return {
    async repack(document) {
      const least = pool.reduce((best, one) => (one.pending < best.pending ? one : best));
      least.pending += 1;
      try {
        return await least.thread.call('repack', document);
      } finally {
        least.pending -= 1;
      }
    },
    close: async () => {
      await Promise.all(pool.map(({ thread }) => thread.close()));
    },
  };
}
