import { createServer } from 'node:net';

/** Finds a free port of 127.0.0.1: the wanted one, or any if that is null. Throws if the wanted one is in use. */
export async function freePort(wanted: number | null): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(wanted ?? 0, '127.0.0.1', resolve);
  await promise.catch((cause: unknown) => {
    throw new Error(`Port ${wanted ?? ''} of 127.0.0.1 is not free: choose another one, or none.`, { cause });
  });
  const address = server.address();
  await server[Symbol.asyncDispose]();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
