// A process that does one task, says what came of it, and how much memory it took. It loads no more than the task needs.
import { answerOnce, askChild } from '../harness/child.ts';
import { readMemory } from '../harness/memory.ts';
import type { BuildJob } from './build.ts';
import type { CaptureJob } from './captures.ts';
import type { LatencyJob } from './latencies.ts';
import type { MergeJob } from './own-build.ts';
import type { RipgrepJob } from './ripgrep.ts';
import type { ScanJob } from './scan.ts';

const TASKS = {
  captures: async (job: CaptureJob) => (await import('./captures.ts')).captureTexts(job),
  build: async (job: BuildJob) => (await import('./own-build.ts')).buildOwn(job),
  merge: async (job: MergeJob) => (await import('./own-build.ts')).mergeOwn(job),
  threaded: async (job: BuildJob) => (await import('./own-build.ts')).buildThreaded(job),
  fts5: async (job: BuildJob) => (await import('./fts5-build.ts')).buildFts5(job),
  latencies: async (job: LatencyJob) => (await import('./latencies.ts')).measureLatencies(job),
  scan: async (job: ScanJob) => (await import('./scan.ts')).measureScan(job),
  ripgrep: async (job: RipgrepJob) => (await import('./ripgrep.ts')).measureRipgrep(job),
};

type Tasks = typeof TASKS;
type TaskName = keyof Tasks;

export interface TaskOutcome<Result> {
  readonly result: Result;
  /** Resident memory of the process, before it began and at its highest. */
  readonly memory: { readonly startMiB: number; readonly peakMiB: number };
}

/** Does a task in a process of its own. */
export async function inChild<K extends TaskName>(
  task: K,
  job: Parameters<Tasks[K]>[0],
): Promise<TaskOutcome<Awaited<ReturnType<Tasks[K]>>>> {
  const outcome = await askChild(new URL(import.meta.url), { task, job });
  return outcome as TaskOutcome<Awaited<ReturnType<Tasks[K]>>>;
}

if (import.meta.main) {
  answerOnce(async ({ task, job }: { readonly task: TaskName; readonly job: never }) => {
    const startMiB = readMemory(process.pid).residentMiB;
    const result = await TASKS[task](job);
    return { result, memory: { startMiB, peakMiB: readMemory(process.pid).peakMiB } };
  });
}
