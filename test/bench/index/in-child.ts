import { fork } from 'node:child_process';
import type { Jobs, Results, TaskName } from './tasks.ts';

export interface TaskRequest<K extends TaskName> {
  readonly task: K;
  readonly job: Jobs[K];
}

export interface TaskOutcome<K extends TaskName> {
  readonly result: Results[K];
  /** Resident memory of the process, before it began and at its highest. */
  readonly memory: { readonly startMiB: number; readonly peakMiB: number };
}

/** Does a task in a process of its own. */
export function inChild<K extends TaskName>(task: K, job: Jobs[K]): Promise<TaskOutcome<K>> {
  const child = fork(new URL('./child.ts', import.meta.url), { serialization: 'advanced' });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  return new Promise((resolve, reject) => {
    let outcome: TaskOutcome<K> | null = null;
    child.once('message', (message) => {
      outcome = message as TaskOutcome<K>;
    });
    child.once('exit', (code, signal) => {
      process.off('exit', kill);
      if (outcome === null) reject(new Error(`the task ${task} ended with ${code ?? signal}`));
      else resolve(outcome);
    });
    const request: TaskRequest<K> = { task, job };
    child.send(request);
  });
}
