// What is done in processes of their own, each of which loads no more than it needs: so each has its own memory, and it shows.
import type { BuildJob } from './build-job.ts';
import type { CaptureJob } from './captures.ts';
import type { Fts5BuildFigures } from './fts5-build.ts';
import type { Latencies, LatencyJob } from './latencies.ts';
import type { MergeFigures, MergeJob, OwnBuildFigures, ThreadedFigures } from './own-build.ts';
import type { RipgrepFigure, RipgrepJob } from './ripgrep.ts';
import type { ScanFigure, ScanJob } from './scan.ts';

export interface Jobs {
  readonly captures: CaptureJob;
  readonly build: BuildJob;
  readonly merge: MergeJob;
  readonly threaded: BuildJob;
  readonly fts5: BuildJob;
  readonly latencies: LatencyJob;
  readonly scan: ScanJob;
  readonly ripgrep: RipgrepJob;
}

export interface Results {
  readonly captures: void;
  readonly build: OwnBuildFigures;
  readonly merge: MergeFigures;
  readonly threaded: ThreadedFigures;
  readonly fts5: Fts5BuildFigures;
  readonly latencies: Latencies;
  readonly scan: readonly ScanFigure[];
  readonly ripgrep: readonly RipgrepFigure[];
}

export type TaskName = keyof Jobs;

type Tasks = { readonly [K in TaskName]: (job: Jobs[K]) => Promise<Results[K]> };

export const TASKS: Tasks = {
  captures: async (job) => (await import('./captures.ts')).captureTexts(job),
  build: async (job) => (await import('./own-build.ts')).buildOwn(job),
  merge: async (job) => (await import('./own-build.ts')).mergeOwn(job),
  threaded: async (job) => (await import('./own-build.ts')).buildThreaded(job),
  fts5: async (job) => (await import('./fts5-build.ts')).buildFts5(job),
  latencies: async (job) => (await import('./latencies.ts')).measureLatencies(job),
  scan: async (job) => (await import('./scan.ts')).measureScan(job),
  ripgrep: async (job) => (await import('./ripgrep.ts')).measureRipgrep(job),
};
