import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import type { CoreDetection, CoreTechnology } from 'wappalyzer-core';
import { bindSignals } from './bounds.ts';
import { loadCore } from './core.ts';
import { compileDom } from './dom.ts';
import { compilePatterns } from './evaluate.ts';
import { readFingerprints, type Fingerprints } from './fingerprints.ts';
import { readFrequencies, type FieldFrequencies } from './frequencies.ts';
import { listPatterns } from './patterns.ts';
import { describe, resolveEvidence } from './resolve.ts';
import { categoryPaths } from './taxonomy.ts';

/** Finds the technologies of a page. Holds compiled fingerprints only: pages leave no trace in it. */
export interface Detector {
  /** In wappalyzer's order: by the priority of their categories, then as found. */
  readonly detect: (signals: TechnologySignals) => readonly DetectedTechnology[];
}

export function createDetector(): Detector {
  return compileDetector(readFingerprints(), readFrequencies());
}

/**
 * The way of a page: cut to the bounds (bounds.ts), scanned for literals (scan.ts), patterns run near theirs
 * (evaluate.ts, windows.ts), elements looked at where a selector could find some (dom.ts), and the evidence added up
 * by wappalyzer-core's resolver (resolve.ts).
 *
 * @param frequencies how common literals are; they decide on speed only
 */
export function compileDetector(fingerprints: Fingerprints, frequencies: FieldFrequencies): Detector {
  const core = loadCore(fingerprints);
  const gatedTechnologies = new Set(core.gates.flatMap((gate) => gate.technologies));
  const technologies = [...core.open, ...gatedTechnologies];
  const matchPatterns = compilePatterns(listPatterns(technologies), frequencies);
  const matchDom = compileDom(technologies, frequencies.elements);
  const paths = categoryPaths(fingerprints.categories);

  const detectionOf = (hit: {
    readonly technology: number;
    readonly confidence: number;
    readonly version: string;
  }) => {
    const technology = technologies[hit.technology];
    if (technology === undefined) throw new RangeError(`no technology ${hit.technology}`);
    return { technology, pattern: { confidence: hit.confidence }, version: hit.version };
  };

  const detect = (signals: TechnologySignals): readonly DetectedTechnology[] => {
    const bound = bindSignals(signals);
    const kinds = [matchPatterns(bound).map(detectionOf), matchDom(bound.html).map(detectionOf)];
    const open = kinds.flatMap((found) =>
      found.filter(({ technology }) => !gatedTechnologies.has(technology)),
    );
    const gated = kinds.map((found) =>
      byTechnology(found.filter(({ technology }) => gatedTechnologies.has(technology))),
    );
    return describe(resolveEvidence(core, open, gated), paths);
  };
  return { detect };
}

function byTechnology(
  detections: readonly CoreDetection[],
): ReadonlyMap<CoreTechnology, readonly CoreDetection[]> {
  return Map.groupBy(detections, ({ technology }) => technology);
}
