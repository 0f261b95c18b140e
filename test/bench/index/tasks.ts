// What is done in processes of their own, so that each has its own memory and leaves none to the next.
import { captureTexts, type CaptureJob } from './captures.ts';
import type { BuildJob } from './build-job.ts';
import { buildFts5, type Fts5BuildFigures } from './fts5-build.ts';
import { measureLatencies, type Latencies, type LatencyJob } from './latencies.ts';
import {
  buildOwn,
  buildThreaded,
  mergeOwn,
  type MergeFigures,
  type MergeJob,
  type OwnBuildFigures,
  type ThreadedFigures,
} from './own-build.ts';
import { measureRipgrep, type RipgrepFigure, type RipgrepJob } from './ripgrep.ts';
import { measureScan, type ScanFigure, type ScanJob } from './scan.ts';

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

export type Tasks = { readonly [K in TaskName]: (job: Jobs[K]) => Results[K] | Promise<Results[K]> };

export const TASKS: Tasks = {
  captures: captureTexts,
  build: buildOwn,
  merge: mergeOwn,
  threaded: buildThreaded,
  fts5: buildFts5,
  latencies: measureLatencies,
  scan: measureScan,
  ripgrep: measureRipgrep,
};
