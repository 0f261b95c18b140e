import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openQueues } from '../open-queues.ts';

/** Folders for queues. Making a database takes seconds, so one is made and copied for each test. */
export interface QueueFolders {
  /** A folder of its own with empty queues in it. */
  fresh(): Promise<string>;
  removeAll(): Promise<void>;
}

export async function makeQueueFolders(): Promise<QueueFolders> {
  const root = await mkdtemp(join(tmpdir(), 'sitegrep-jobs-'));
  const template = join(root, 'template');
  const fail = (error: Error): never => {
    throw error;
  };
  const queues = await openQueues({
    backend: { kind: 'pglite', dataDir: template },
    onError: fail,
    onFatal: fail,
  });
  await queues.close({ deadlineMs: 0 });
  let made = 0;
  return {
    fresh: async () => {
      made += 1;
      const folder = join(root, String(made));
      await cp(template, folder, { recursive: true });
      return folder;
    },
    removeAll: () => rm(root, { recursive: true, force: true }),
  };
}
