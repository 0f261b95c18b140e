// Processes by number and start time, as Linux tells them in /proc: what ends a process must be sure that it is the one.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ifThere } from './if-there.ts';
import type { ProcessIdentity } from './service.ts';

const POLL_MS = 50;
/** What the kernel needs to take down a process that has no say in it. */
const KILL_MS = 5000;

/** The process that has this number now; null if there is none, or only its remains that nobody has collected. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  const stat = await ifThere(readFile(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  // The second field is the command in brackets and may hold spaces and brackets: proc_pid_stat(5).
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
 * Asks the process to end, and after `graceMs` milliseconds makes it. Returns once it is gone; a process that is gone
 * already, or whose number is another's by now, is left alone. Throws if it may not be ended.
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
