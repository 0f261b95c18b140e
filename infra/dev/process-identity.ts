// Identity of processes, by number and start time from /proc on Linux, so that only the right process is ended.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ifThere } from './if-there.ts';
import type { ProcessIdentity } from './service.ts';

const POLL_MS = 50;
/** Time that the kernel needs to remove a killed process. */
const KILL_MS = 5000;

/** The process that has this number now; null if there is none, or only a zombie. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  const stat = await ifThere(readFile(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  // The second field is the command in parentheses and may contain spaces and parentheses: proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (startTicks === undefined || state === 'Z' || state === 'X') return null;
  const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  return { pid, startTicks, bootId };
}

export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const now = await identifyProcess(identity.pid);
  return now !== null && now.startTicks === identity.startTicks && now.bootId === identity.bootId;
}

/**
 * Asks the process to end, and kills it after `graceMs` milliseconds. Returns when it is gone. A process that has
 * ended already, or whose number now belongs to another one, is left alone. Throws if it may not be ended.
 */
export async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', KILL_MS],
  ] as const) {
    if (!(await isRunning(identity))) return;
    process.kill(identity.pid, signal);
    if (await goneWithin(identity, waitMs)) return;
  }
  throw new Error(`Process ${identity.pid} does not end.`);
}

async function goneWithin(identity: ProcessIdentity, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (await isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
