// Which technologies a page shows, by Wappalyzer's fingerprints. `loadFingerprints` once a process, `createDetector` on
// what it returns once a thread.
export { DEFAULT_BUDGET_MS, openBudget } from './budget.ts';
export { createDetector, type Detector } from './detector.ts';
export type { Evidence, ExplainedTechnology } from './resolve.ts';
export { loadFingerprints } from './data.ts';
