// A public set that somebody sent, checked in a thread.
import { Worker } from 'node:worker_threads';
import type { SetProblem } from '../own/problems.ts';
import type { KeptPublicSet } from './public-set.ts';

/** Maximum heap of the thread, in MiB. */
const HEAP_MB = 1_024;

/** A file with a public set. */
export interface CheckTask {
  readonly name: string;
  /** JSON in UTF-8: technologies and categories. */
  readonly text: Uint8Array;
}

/** Message of the thread: the set, or why nothing of it is taken. */
export type CheckedReport = KeptPublicSet | readonly SetProblem[];

/** Checks a public set. A list of problems: nothing of it is taken. */
export function checkedGiven(task: CheckTask): Promise<CheckedReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./check-thread.ts', import.meta.url), {
      name: 'fingerprints',
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.once('message', (report: CheckedReport) => resolve(report));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
      const reason = `needs more than ${HEAP_MB} MiB of memory to be checked`;
      resolve([{ file: task.name, technology: null, key: null, reason }]);
    });
    worker.once('exit', (code) =>
      reject(new Error(`the thread that checks fingerprints ended with code ${code}`)),
    );
  });
}
