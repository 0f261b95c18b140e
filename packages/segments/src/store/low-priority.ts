import { existsSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Where Linux names the thread that looks. */
const THREAD = '/proc/thread-self';

/** How much nicer than the others; each step is worth a fifth of a thread's share of a busy processor. */
const STEPS = 10;
const NICEST = 19;

/**
 * Lets the other threads of the machine go first from now on: the calling one gets a whole processor if that is free, and
 * about a tenth of one that somebody else wants, too. On Linux; elsewhere priorities are those of processes, and it does nothing.
 */
export function lowerOwnPriority(): void {
  if (!existsSync(THREAD)) return;
  const thread = Number(basename(readlinkSync(THREAD)));
  setPriority(thread, Math.min(NICEST, getPriority(thread) + STEPS));
}
