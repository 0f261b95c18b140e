// Which technologies a page shows, by Wappalyzer's fingerprints. `createDetector` is dear (it compiles the whole set):
// one a thread.
export { createDetector, type Detector } from './detector.ts';
