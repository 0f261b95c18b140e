import type { DomainDocument, Source } from '@sitegrep/site';
import { StorageBusy } from '../../errors.ts';
import { Thread } from '../../thread/thread.ts';
import type { packDocument } from './pack.ts';

/** Packs documents outside of the event loop. */
export interface Packer {
  /** @throws StorageBusy if the queue is full; StorageUnavailable if the thread ended meanwhile */
  pack(document: DomainDocument<Source>): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Documents in the thread: the one being packed and the next. Each is copied into the thread, so all others are
 * queued here.
 */
const IN_THREAD = 2;
const MAX_WAITING = 1_000;

/** Creates a packer. Its thread starts with the first document: a process that only reads needs none. */
export function createPacker(): Packer {
  const thread = Thread.idle<{ readonly pack: typeof packDocument }>({
    name: 'thread that packs documents',
    entry: new URL('./pages-thread.ts', import.meta.url),
    workerData: null,
    maxPending: IN_THREAD,
  });
  const turns: (() => void)[] = [];
  let inThread = 0;
  return {
    async pack(document) {
      if (inThread < IN_THREAD) {
        inThread += 1;
      } else {
        if (turns.length >= MAX_WAITING) throw new StorageBusy(`${turns.length} documents wait to be packed`);
        await new Promise<void>((resolve) => turns.push(resolve));
      }
      try {
        return await thread.call('pack', document);
      } finally {
        const next = turns.shift();
        if (next === undefined) inThread -= 1;
        else next();
      }
    },
    close: () => thread.close(),
  };
}
