import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

export const MAIN = new URL('./main.ts', import.meta.url).pathname;

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

/** Starts the command as a user does, in a process of its own. The environment's own settings don't reach it. */
export function start(args: readonly string[], settings: Settings, input = ''): Started {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SITEGREP_'));
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1', ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(
    ([stdout, stderr, [code]]) => ({ code, stdout, stderr }),
  );
  return { child, ended };
}

/** Runs the command to its end. */
export function run(args: readonly string[], settings: Settings, input = ''): Promise<Ended> {
  return start(args, settings, input).ended;
}
