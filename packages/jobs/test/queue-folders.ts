import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names of new folders for queues; the folders do not exist yet. */
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
