// Detects the technologies of a page by Wappalyzer's fingerprints. Call `loadFingerprints` once per process,
// and `createDetector` on its result once per thread.
export { type Budget, DEFAULT_BUDGET_MS, openBudget } from './budget.ts';
export { createDetector, type Detector } from './detector.ts';
export type { ExplainedTechnology } from './resolve.ts';
export { loadFingerprints } from './data.ts';
export { globalsOfFingerprints } from './globals.ts';
