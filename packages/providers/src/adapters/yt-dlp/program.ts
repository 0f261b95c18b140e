import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { addAbortListener } from 'node:events';
import type { Readable } from 'node:stream';
import { badAnswer, ProviderFailure } from '../../failure.ts';
import { stopped } from '../../http/transport-failure.ts';
import type { OptionsOf } from '../../ports.ts';

export type ProgramOptions = OptionsOf<'yt-dlp', 'env' | 'timeoutMs' | 'maxBytes'>;

/** Result of a program that ended by itself. */
export interface Ended {
  /** Its exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** The end of its error output. */
  readonly stderr: string;
}

/**
 * Runs yt-dlp.
 *
 * @param args without what is always given; none may hold a NUL
 * @param target comes after `--`, so that it is never taken for an option
 * @throws ProviderFailure unavailable (it can't be started), timeout, bad_answer (too large), cancelled
 */
export type RunYtDlp = (args: readonly string[], target: string, signal: AbortSignal) => Promise<Ended>;

/**
 * Environment variables for the program: paths of programs, temporary files and caches, proxies and their certificates.
 */
const HANDED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'PYTHONPATH',
  'VIRTUAL_ENV',
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]),
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Characters of error messages that are retained, the last ones. */
const MAX_COMPLAINT = 16_384;
const PROGRAM = 'yt-dlp';

export function openProgram({ command, env, timeoutMs, maxBytes }: ProgramOptions): RunYtDlp {
  const [program, ...always] = command;
  const seen: Record<string, string> = Object.fromEntries(
    HANDED_ON.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return async (args, target, signal) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    if (deadline.aborted) throw stopped(deadline, PROGRAM);
    const child = await start(program, [...always, ...args, '--', target], { ...seen, PYTHONUTF8: '1' });
    const ended = Promise.withResolvers<Ended>();
    const giveUp = (failure: ProviderFailure): void => {
      ended.reject(failure);
      endGroup(child);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) giveUp(badAnswer('the answer', `of ${PROGRAM} is larger than ${maxBytes} bytes`));
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_COMPLAINT);
    });
    child.on('close', (code) =>
      ended.resolve({ code, stdout: Buffer.concat(chunks).toString('utf8'), stderr }),
    );
    using _listener = addAbortListener(deadline, () => giveUp(stopped(deadline, PROGRAM)));
    return await ended.promise;
  };
}

/** Starts the program in a process group of its own, so that its children can be ended with it. */
async function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Child> {
  let child: Child;
  try {
    child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw cantRun(error);
  }
  // A child that did not start may have no streams either.
  if (child.pid === undefined) throw cantRun(await new Promise((resolve) => child.once('error', resolve)));
  return child;
}

function cantRun(error: unknown): ProviderFailure {
  return new ProviderFailure(
    'unavailable',
    `${PROGRAM} can't be run (${codeOf(error)}): install it, or set SITEGREP_YT_DLP_COMMAND`,
  );
}

/** Ends the child and all that it started. */
function endGroup({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // All of them have ended by themselves.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
