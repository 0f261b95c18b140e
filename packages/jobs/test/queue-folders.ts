import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders for queues, none of which is there yet. */
export interface QueueFolders {
  fresh(): string;
  removeAll(): Promise<void>;
}

export async function makeQueueFolders(): Promise<QueueFolders> {
  const root = await mkdtemp(join(tmpdir(), 'sitegrep-jobs-'));
  let made = 0;
  return {
    fresh: () => {
      made += 1;
      return join(root, String(made));
    },
    removeAll: () => rm(root, { recursive: true, force: true }),
  };
}
