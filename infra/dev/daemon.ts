import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Daemon = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Takes what it says; its folder becomes the daemon's current one. */
  readonly logPath: string;
};

/**
 * Starts a program that outlives this process, and gives what `up` finds out about it. If `up` fails, or this process
 * exits before it is done, then the program is killed with all that it began: a start that is cut off leaves nothing.
 */
export async function startDaemon<T>(
  { command, args, logPath, ...account }: Daemon,
  up: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  await using log = await open(logPath, 'w');
  const child = spawn(command, args, {
    ...account,
    cwd: dirname(logPath),
    // In a process group of its own, which no Ctrl-C in this terminal reaches.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const kill = (): void => killGroup(child);
  process.once('exit', kill);
  try {
    await once(child, 'spawn');
    const result = await up(child);
    child.unref();
    return result;
  } catch (cause) {
    kill();
    throw new Error(`${command} did not start: see ${logPath}.`, { cause });
  } finally {
    process.off('exit', kill);
  }
}

function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return;
  try {
    process.kill(-leader.pid, 'SIGKILL');
  } catch (error) {
    // None of them is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
