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
  /** Receives the output; its folder becomes the daemon's working directory. */
  readonly logPath: string;
};

/**
 * Starts a program that outlives this process, and returns the result of `up`. If `up` fails, or this process exits
 * first, the program and its children are killed: an interrupted start leaves nothing behind.
 */
export async function startDaemon<T>(
  { command, args, logPath, ...account }: Daemon,
  up: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  await using log = await open(logPath, 'w');
  const child = spawn(command, args, {
    ...account,
    cwd: dirname(logPath),
    // A process group of its own, so that Ctrl-C in this terminal does not reach it.
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
    // No process of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
