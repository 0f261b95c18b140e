import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { MAIN } from '../../support/server-process.ts';

/** `sitegrep api`, `worker` or `up`, as a process of its own. */
export interface SitegrepProcess {
  /** Where it serves /metrics, /healthz and /readyz: an origin. Rejects if it ends before. */
  readonly monitoring: Promise<string>;
  /** What it prints when it has ready: at once, or once its stores are there. Rejects if it ends before. */
  readonly ready: Promise<string>;
  /** Whether it still runs. */
  running(): boolean;
  /** Its last lines of log from the level `warn` up, in short. */
  log(): readonly string[];
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Ends it in order, or as a crash would if that takes long. @throws if it doesn't end with 0 */
  stop(): Promise<void>;
}

const LOG_LINES = 40;
const WARN = 40;
/** Longer than SITEGREP_SHUTDOWN_TIMEOUT, in milliseconds. */
const STOP_MS = 45_000;

/** @param env settings, and what else its environment has besides PATH and HOME */
export function startSitegrep(
  command: 'api' | 'worker' | 'up',
  env: Readonly<Record<string, string>>,
): SitegrepProcess {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [MAIN, command], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  // A test that is cut off leaves nothing behind.
  const killAtExit = (): unknown => child.kill('SIGKILL');
  process.once('exit', killAtExit);

  const log: string[] = [];
  const monitoring = Promise.withResolvers<string>();
  const ready = Promise.withResolvers<string>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    const { level, msg, err, host, port } = entryOf(line);
    if (level >= WARN) log.push(`${level} ${msg}${err === undefined ? '' : `: ${err.message}`}`);
    if (log.length > LOG_LINES) log.shift();
    if (msg === 'metrics, health and readiness are served') monitoring.resolve(`http://${host}:${port}`);
  });
  createInterface({ input: child.stdout }).on('line', ready.resolve);
  child.once('exit', (code, signal) => {
    process.off('exit', killAtExit);
    const early = new Error(
      `sitegrep ${command} ended with ${String(code ?? signal)}:\n${log.slice(-5).join('\n')}`,
    );
    monitoring.reject(early);
    ready.reject(early);
  });
  // Not everyone waits for both.
  monitoring.promise.catch(() => undefined);
  ready.promise.catch(() => undefined);

  return {
    monitoring: monitoring.promise,
    ready: ready.promise,
    running,
    log: () => log,
    kill: async () => {
      child.kill('SIGKILL');
      if (running()) await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      if (running()) await exited;
      clearTimeout(late);
      if (child.exitCode !== 0) {
        const how = String(child.exitCode ?? child.signalCode);
        throw new Error(`sitegrep ${command} ended with ${how} when it was stopped:\n${log.join('\n')}`);
      }
    },
  };
}

interface LogEntry {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
  readonly host?: string;
  readonly port?: number;
}

/** What is not JSON is said by Node, and worth to be told. */
function entryOf(line: string): LogEntry {
  return line.startsWith('{') ? (JSON.parse(line) as LogEntry) : { level: WARN, msg: line };
}
