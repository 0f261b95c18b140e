import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { searchAt, type Search } from './search-at.ts';

/** The real command, as a process of its own, on a data folder. */
export const MAIN = fileURLToPath(new URL('../../apps/cli/bin/sitegrep.js', import.meta.url));

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** A valid key with every scope. */
  readonly key: string;
  readonly search: Search;
  /** Asks with the key. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  stop(): Promise<void>;
  /** Ends the process at any line; resolves when it holds its folder no longer. */
  kill(): Promise<void>;
}

/**
 * @param settings further variables, e.g. `{ SITEGREP_HTTP_PROXY: … }`
 * @param launcher command that runs the rest of its arguments in the same process, e.g. within limits
 */
export async function startServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  launcher: readonly string[] = [],
): Promise<RunningServer> {
  const key = `sg_${randomBytes(24).toString('hex')}`;
  const [command, ...args] = [...launcher, process.execPath, MAIN, 'up'];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      SITEGREP_DATA_DIR: dataDir,
      SITEGREP_PORT: '0',
      SITEGREP_ADMIN_KEY: key,
      SITEGREP_RATE_LIMIT_PER_MINUTE: '1000000',
      // A test machine that is busy must not look like a server that is.
      SITEGREP_MAX_LOOP_DELAY: '1m',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  // A caller that fails leaves no server behind.
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = await Promise.race([
    listeningAt(child.stdout),
    exited.then(([code]): never => {
      throw new Error(`sitegrep up ended with ${String(code)} before it listened`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
    process.off('exit', kill);
  };
  return {
    url,
    key,
    pid: child.pid ?? 0,
    search: searchAt(url, key),
    ask: (path, init = {}) =>
      fetch(url + path, {
        ...init,
        headers: { 'x-api-key': key, ...(init.headers as Record<string, string>) },
      }),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function listeningAt(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const url = /http:\/\/[^\s/,]+/.exec(line)?.[0];
    if (url === undefined) continue;
    stdout.resume();
    return url;
  }
  throw new Error('sitegrep up closed its output before it listened');
}

/** Runs one command to its end. @throws if it doesn't exit with 0 */
export async function runCommand(
  args: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, SITEGREP_DATA_DIR: dataDir, ...settings },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`sitegrep ${args.join(' ')} ended with ${String(code)}`);
}
