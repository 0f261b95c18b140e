// Processor time of a thread: on a busy machine it passes more slowly than the clock, so that no page is given up because
// other programs run.
import { openBudget } from '@sitegrep/technologies';

/** Processor time that this thread has used so far, in milliseconds. */
export function processorMs(): number {
  return millisecondsOf(process.threadCpuUsage());
}

/** @param usage in microseconds, as Node.js reports it */
export function millisecondsOf({ user, system }: Pick<NodeJS.CpuUsage, 'system' | 'user'>): number {
  return (user + system) / 1_000;
}

/** Starts a budget of processor time of this thread. The clock, which costs less to read, is looked at first. */
export function openProcessorBudget(ms: number): ReturnType<typeof openBudget> {
  const byClock = openBudget(ms);
  const end = processorMs() + ms;
  let isSpent = false;
  return { isSpent: () => (isSpent ||= byClock.isSpent() && processorMs() >= end) };
}
