// Pages in, records out, each page in a worker thread within a deadline and a heap: analysis.ts is the door, pool.ts
// hands pages to threads, thread-handle.ts watches one thread, thread.ts is what runs in it.
export type { Analysis, AnalysisPool, AnalysisPoolOptions } from './analysis.ts';
export { openAnalysisPool } from './pool.ts';
