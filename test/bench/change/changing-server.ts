import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { searchAt, type Search } from '../../support/search-at.ts';
import type { ReplaceRequest, ServerMessage } from './server-messages.ts';

export interface ChangingServer {
  readonly pid: number;
  readonly search: Search;
  /** Resolves when the documents are durable. Requests are served one after the other. */
  replace(request: ReplaceRequest): Promise<void>;
  stop(): Promise<void>;
}

const ENTRY = fileURLToPath(new URL('./server.ts', import.meta.url));

/**
 * Starts server.ts on a data folder whose texts segments hold.
 *
 * @param capturesDir where documents are taken from
 * @param execArgv options of Node.js for it
 */
export async function startChangingServer(
  dataDir: string,
  capturesDir: string,
  execArgv: readonly string[] = [],
): Promise<ChangingServer> {
  const key = `sg_${randomBytes(24).toString('hex')}`;
  const child = fork(ENTRY, [capturesDir], {
    execArgv: [...execArgv],
    env: {
      ...process.env,
      SITEGREP_DATA_DIR: dataDir,
      SITEGREP_PORT: '0',
      SITEGREP_ADMIN_KEY: key,
      SITEGREP_RATE_LIMIT_PER_MINUTE: '1000000',
      SITEGREP_LOG_LEVEL: 'warn',
    },
  });
  const exited = once(child, 'exit');
  // A benchmark that fails leaves no server behind.
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const listening = Promise.withResolvers<string>();
  const fail = (error: Error): void => {
    listening.reject(error);
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  child.on('message', (message: ServerMessage) => {
    if (message.kind === 'listening') listening.resolve(message.url);
    else if (message.kind === 'replaced') waiting.shift()?.resolve();
    else fail(new Error(message.message));
  });
  void exited.then(([code]) => fail(new Error(`the server ended with ${String(code)}`)));
  const url = await listening.promise;
  return {
    pid: child.pid ?? 0,
    search: searchAt(url, key),
    replace: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.send(request);
      }),
    async stop() {
      child.disconnect();
      const [code] = await exited;
      process.off('exit', kill);
      if (code !== 0) throw new Error(`the server ended with ${String(code)}`);
    },
  };
}
