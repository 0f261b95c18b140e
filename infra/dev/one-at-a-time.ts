import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Runs the work while no other process of this machine runs work with the same name; waits at most `withinMs`
 * milliseconds for that. The name is held as an abstract Unix socket, which the kernel releases when its holder
 * ends, however it ends.
 */
export async function oneAtATime<T>(name: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  // The address of a Unix socket holds no more than 107 bytes.
  const path = `\0sitegrep-${createHash('sha256').update(name).digest('hex')}`;
  const deadline = Date.now() + withinMs;
  let holder = await hold(path);
  if (holder === null) console.error('Waiting for another start or stop that is under way…');
  while (holder === null) {
    if (Date.now() > deadline) throw new Error(`Another start or stop holds ${name} for too long.`);
    await sleep(POLL_MS);
    holder = await hold(path);
  }
  try {
    return await work();
  } finally {
    await holder[Symbol.asyncDispose]();
  }
}

/** The socket that holds the path; null if another process has it. */
async function hold(path: string): Promise<Server | null> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<Server | null>();
  server.once('error', (error) =>
    'code' in error && error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
  );
  server.listen(path, () => resolve(server));
  return promise;
}
