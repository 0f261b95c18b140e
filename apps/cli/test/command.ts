// Runs of the command line for tests: within the test's own process, or as a process when that is what is tested.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { runProgram } from '../src/program.ts';

export const MAIN = new URL('../bin/sitegrep.js', import.meta.url).pathname;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly ended: Promise<Ended>;
}

type Settings = Readonly<Record<string, string>>;

/** Each thread costs as much to start as the work of a test, and a busy test machine must not look like a busy server. */
const DEFAULTS = {
  SITEGREP_SEARCH_THREADS: '1',
  SITEGREP_ANALYSIS_THREADS: '1',
  SITEGREP_MAX_LOOP_DELAY: '1m',
};

/** Environment of a run: the settings of the test process itself have no part in it. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SITEGREP_'));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', ...DEFAULTS, ...settings };
}

/**
 * Starts the command as a user does, in a process of its own.
 *
 * @param launcher command that runs the rest of its arguments, e.g. as another user
 */
export function start(
  args: readonly string[],
  settings: Settings,
  input = '',
  launcher: readonly string[] = [],
): Started {
  const [program, ...before] = [...launcher, process.execPath];
  const child = spawn(program, [...before, MAIN, ...args], {
    env: environment(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(
    ([stdout, stderr, [code]]) => ({ code, stdout, stderr: withoutProgress(stderr) }),
  );
  return { child, ended };
}

/** A running `sitegrep up`; disposing of it stops it. */
export interface Up extends AsyncDisposable {
  readonly url: string;
  readonly child: Started['child'];
}

/** Starts `sitegrep up` on a free port, and waits until it listens. */
export async function startUp(dataDir: string, settings: Settings = {}): Promise<Up> {
  const { child, ended } = start(['up'], {
    SITEGREP_DATA_DIR: dataDir,
    SITEGREP_PORT: '0',
    ...settings,
  });
  const listening = new Promise<string>((resolve) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([
    listening,
    ended.then(({ stdout, stderr }) => {
      throw new Error(`sitegrep up ended: ${stdout}${stderr}`);
    }),
  ]);
  return {
    url,
    child,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs the command to its end, in a process of its own. */
export function runProcess(
  args: readonly string[],
  settings: Settings,
  input = '',
  launcher: readonly string[] = [],
): Promise<Ended> {
  return start(args, settings, input, launcher).ended;
}

/** The last run in this process: streams, environment and exit code belong to one run at a time. */
let last: Promise<unknown> = Promise.resolve();

/** Runs the command to its end within this process, which takes milliseconds where a process takes seconds. */
export function run(args: readonly string[], settings: Settings, input = ''): Promise<Ended> {
  const ended = last.then(() => runHere(args, settings, input));
  last = ended.catch(() => undefined);
  return ended;
}

async function runHere(args: readonly string[], settings: Settings, input: string): Promise<Ended> {
  const { env, exitCode } = process;
  const output = { stdout: '', stderr: '' };
  const capture =
    (name: keyof typeof output) =>
    (chunk: string | Uint8Array): boolean => {
      output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  process.env = environment(settings);
  process.exitCode = undefined;
  const restore = [
    replace(process, 'stdin', Readable.from(input === '' ? [] : [Buffer.from(input)])),
    replace(process.stdout, 'write', capture('stdout')),
    replace(process.stderr, 'write', capture('stderr')),
    // The log is written to file descriptor 2, past `process.stderr`.
    replace(pino, 'destination', () => ({ write: capture('stderr') })),
  ];
  try {
    await runProgram(args);
    return { code: exitCodeNow(), stdout: output.stdout, stderr: withoutProgress(output.stderr) };
  } finally {
    for (const undo of restore) undo();
    process.env = env;
    process.exitCode = exitCode;
  }
}

/** Leaves out the lines of progress that a command writes every ten seconds: only a busy machine takes so long. */
function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^\S+ \d+% {2}ETA .*\n/gm, '');
}

function exitCodeNow(): number {
  return Number(process.exitCode ?? 0);
}

/** Replaces a property of an object. @returns a function that restores it */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, writable: true, value });
  return () => {
    if (before === undefined) Reflect.deleteProperty(object, name);
    else Object.defineProperty(object, name, before);
  };
}
