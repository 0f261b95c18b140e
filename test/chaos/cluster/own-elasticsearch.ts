import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../infra/dev/cache-folder.ts';
import { startElasticsearch } from '../../../infra/dev/elasticsearch.ts';
import { freePort } from '../../../infra/dev/free-port.ts';
import { isRunning } from '../../../infra/dev/process-identity.ts';
import { untilWell } from '../../../infra/dev/until-well.ts';

/** An Elasticsearch of a single test, which can be suspended, killed, and restarted with the same port and data. */
export interface OwnElasticsearch {
  readonly url: string;
  /** Suspends or resumes its process. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it with SIGKILL; the disk is intact. */
  kill(): Promise<void>;
  /** Restarts it with its data. */
  startAgain(): Promise<void>;
}

const KILL_MS = 10_000;

/**
 * @param closers end it and remove its folder
 * @param heap size of the heap, in Java's notation
 */
export async function startOwnElasticsearch(
  closers: AsyncDisposableStack,
  heap = '512m',
): Promise<OwnElasticsearch> {
  const name = `elasticsearch-chaos-${randomBytes(4).toString('hex')}`;
  // The distribution is in the same cache.
  const target = {
    folder: join(cacheFolder(process.env, process.getuid?.()), name),
    port: await freePort(null),
  };
  const data = join(tmpdir(), name);
  closers.defer(async () => {
    for (const path of [target.folder, data]) await rm(path, { recursive: true, force: true });
  });
  let node = await startElasticsearch(target, { heap, data });
  const kill = async (): Promise<void> => {
    if (!(await isRunning(node.process))) return;
    process.kill(node.process.pid, 'SIGKILL');
    await untilWell(async () => {
      if (await isRunning(node.process)) throw new Error(`Elasticsearch ${node.process.pid} does not end`);
    }, KILL_MS);
  };
  closers.defer(kill);
  return {
    url: node.endpoint,
    signal: (signal) => process.kill(node.process.pid, signal),
    kill,
    startAgain: async () => {
      node = await startElasticsearch(target, { heap, data, keep: true });
    },
  };
}
