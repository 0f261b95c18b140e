import { execFile, execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figures, Plan } from './plan.ts';

const SCRIPT = fileURLToPath(new URL('load.ts', import.meta.url));
/** The server has the first core, the generator of load the second: its work takes no time from the server's. */
const IS_PINNED = availableParallelism() > 1 && process.platform === 'linux';

/** Binds all threads of the server, and those that it will start, to its core, or to both. */
export function pinServer(pid: number, cores: '0' | '0,1'): void {
  if (IS_PINNED) execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
}

/** Runs a plan in a process of its own, on the other core. */
export async function generate(plan: Plan): Promise<Figures> {
  const command = [process.execPath, SCRIPT];
  const [file = '', ...args] = IS_PINNED ? ['taskset', '-c', '1', ...command] : command;
  const running = promisify(execFile)(file, args, { maxBuffer: 2 ** 30 });
  // Requests of a megabyte are too large for an argument.
  running.child.stdin?.end(JSON.stringify(plan));
  const { stdout } = await running;
  return JSON.parse(stdout) as Figures;
}
