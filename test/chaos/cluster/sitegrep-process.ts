import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { MAIN } from '../../support/server-process.ts';

/** `sitegrep api`, `worker` or `up` as a separate process. */
export interface SitegrepProcess {
  /** Origin of /metrics, /healthz and /readyz. Rejects if the process ends before. */
  readonly monitoring: Promise<string>;
  /**
   * First line of output, printed when the process is ready: at once, or when its stores are reachable. Rejects if
   * the process ends before.
   */
  readonly ready: Promise<string>;
  /** Whether it is still running. */
  running(): boolean;
  /** Its last log lines of level `warn` and above, shortened. */
  log(): readonly string[];
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /**
   * Stops it, and kills it if that takes too long.
   *
   * @throws unless it ends with 0
   */
  stop(): Promise<void>;
}

const LOG_LINES = 40;
const WARN = 40;
/** Longer than SITEGREP_SHUTDOWN_TIMEOUT, in milliseconds. */
const STOP_MS = 45_000;

/** @param env settings and other variables; PATH and HOME are passed on */
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
  // An interrupted test leaves no process behind.
  const killAtExit = (): unknown => child.kill('SIGKILL');
  process.once('exit', killAtExit);

  const log: string[] = [];
  const monitoring = Promise.withResolvers<string>();
  const ready = Promise.withResolvers<string>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    const { level, msg, err, service, host, port } = entryOf(line);
    const about = service === undefined ? '' : `${service}: `;
    const reason = err === undefined ? '' : `: ${err.message}`;
    if (level >= WARN || service !== undefined) log.push(`${level} ${about}${msg}${reason}`);
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
  // Some callers wait for only one of them.
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
  /** Service whose outage begins or ends. */
  readonly service?: string;
  readonly host?: string;
  readonly port?: number;
}

/** A line that is not JSON comes from Node itself and matters. */
function entryOf(line: string): LogEntry {
  return line.startsWith('{') ? (JSON.parse(line) as LogEntry) : { level: WARN, msg: line };
}
