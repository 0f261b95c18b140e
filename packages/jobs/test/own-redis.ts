import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A Redis of a single test, which can be killed and restarted with the same port and folder. */
export interface OwnRedis {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** Kills it with SIGKILL; the disk is intact. */
  kill(): Promise<void>;
  /** Deletes its data; only while it is down. */
  forget(): Promise<void>;
  /** Suspends and resumes its process. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it and deletes its folder. */
  remove(): Promise<void>;
}

/** Options that put acknowledged writes on disk. */
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];

/**
 * @param options options of redis-server, e.g. `--maxmemory-policy`, `allkeys-lru`; a configuration file comes
 *   first
 */
export async function startRedis(...options: readonly string[]): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-redis-'));
  const port = await freePort();
  let server: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const child = spawn(
      'redis-server',
      [...options, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...DURABLE],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    server = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (/Ready to accept connections|Sentinel ID is/.test(line)) break;
    }
    child.stdout.resume();
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
  };
  const kill = async (): Promise<void> => {
    if (server === null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
    server = null;
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    forget: () => rm(join(folder, 'appendonlydir'), { recursive: true }),
    signal: (name) => server?.kill(name),
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
