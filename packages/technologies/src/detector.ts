import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { bindSignals, type BoundSignals } from './bounds.ts';
import { isSetHead } from './compiled-set.ts';
import { createDomMatcher, type DomHit } from './dom.ts';
import { createPatternMatcher } from './evaluate.ts';
import { explain, type ExplainedTechnology } from './explain.ts';
import { inCoreOrder, type Hit } from './hits.ts';
import { readPatterns } from './pattern-table.ts';
import {
  describe,
  readTechnologies,
  type Detection,
  type GatedEvidence,
  type Resolution,
} from './resolve.ts';
import { readSections } from './sections.ts';
import { categoryPaths } from './taxonomy.ts';

/** Finds the technologies of a page. Holds compiled fingerprints only: pages leave no trace in it. */
export interface Detector {
  /** In wappalyzer's order: by the priority of their categories, then as found. */
  readonly detect: (signals: TechnologySignals) => readonly DetectedTechnology[];
  /** The same, with what shows it. */
  readonly explain: (signals: TechnologySignals) => readonly ExplainedTechnology[];
}

/**
 * The way of a page: cut to the bounds (bounds.ts), scanned for literals (scan.ts), patterns run near theirs
 * (evaluate.ts, windows.ts), elements looked at where a selector could find some (dom.ts), and the evidence added up
 * by wappalyzer-core's resolver (resolve.ts).
 *
 * @param compiled what compile.ts made; read, never written, so threads may share it
 * @throws Error if it is nothing that this version's compile.ts made
 */
export function createDetector(compiled: ArrayBufferLike): Detector {
  const sections = readSections(compiled);
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('this is no compiled set of fingerprints');
  const patterns = readPatterns(sections);
  const matcher = createPatternMatcher(sections, patterns);
  const matchDom = createDomMatcher(sections, patterns.count);
  const technologies = readTechnologies(sections, head);
  const paths = categoryPaths(head.categories);
  const isOpen = (technology: number): boolean => technology < head.open;
  const withGatedText = new Set(head.gatedText);

  const detectionOf = (hit: Hit): Detection => ({
    technology: patterns.technologyOf(hit.pattern),
    confidence: patterns.confidenceOf(hit.pattern),
    version: patterns.versionOf(hit.pattern, hit.match),
    hit,
  });
  const detectionOfDom = (hit: DomHit): Detection => ({ ...hit, hit });

  const resolve = (signals: TechnologySignals): Resolution => {
    const bound = bindSignals(signals);
    const { hits, elements } = matcher.match(bound);
    const domHits = matchDom({ html: bound.html, text: bound.text, ...bound.layout }, elements);
    const isOfOpen = ({ pattern }: Hit): boolean => isOpen(patterns.technologyOf(pattern));
    const open = [
      ...inCoreOrder(hits.filter(isOfOpen), patterns).map(detectionOf),
      ...domHits.filter(({ technology }) => isOpen(technology)).map(detectionOfDom),
    ];
    const gated = gatedEvidence(
      bound,
      hits.filter((hit) => !isOfOpen(hit)),
      domHits.filter(({ technology }) => !isOpen(technology)),
    );
    return technologies.resolve(open, gated);
  };

  const gatedEvidence = (
    bound: BoundSignals,
    hits: readonly Hit[],
    domHits: readonly DomHit[],
  ): GatedEvidence => {
    let withText: readonly Hit[] | null = null;
    const ofTechnology = ({ pattern }: Hit): number => patterns.technologyOf(pattern);
    const waiting = new Set([...hits.map(ofTechnology), ...domHits.map(({ technology }) => technology)]);
    return {
      has: (technology) => waiting.has(technology) || (bound.text !== '' && withGatedText.has(technology)),
      of: (opened) => {
        if (withText === null && opened.some((technology) => withGatedText.has(technology)))
          withText = matcher.matchGatedText(bound);
        const all = [...hits, ...(withText ?? [])];
        return [
          ...opened.flatMap((technology) =>
            inCoreOrder(
              all.filter((hit) => ofTechnology(hit) === technology),
              patterns,
            ).map(detectionOf),
          ),
          ...opened.flatMap((technology) =>
            domHits.filter((hit) => hit.technology === technology).map(detectionOfDom),
          ),
        ];
      },
    };
  };
  return {
    detect: (signals) => describe(resolve(signals).resolved, paths),
    explain: (signals) => {
      const resolution = resolve(signals);
      return explain(describe(resolution.resolved, paths), resolution, technologies, patterns);
    },
  };
}
