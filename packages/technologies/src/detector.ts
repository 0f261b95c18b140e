import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';

/** Finds the technologies of a page. Holds compiled fingerprints only: pages leave no trace in it. */
export interface Detector {
  /** In wappalyzer's order: by the priority of their categories, then as found. */
  detect(signals: TechnologySignals): readonly DetectedTechnology[];
}
