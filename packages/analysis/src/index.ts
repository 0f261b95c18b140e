// Pages in, records out, each page in a worker thread within a deadline and a heap: analysis.ts has the types, pool.ts
// gives pages to threads, thread-handle.ts supervises one thread, thread.ts runs in it.
export type {
  Analysis,
  AnalysisPool,
  AnalysisPoolOptions,
  ExplainedPage,
  Explanation,
  PageOptions,
  RenderedPage,
} from './analysis.ts';
export { openAnalysisPool } from './pool.ts';
