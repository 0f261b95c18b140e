import { readSections } from '@sitegrep/sections';
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { bindSignals, type BoundSignals } from './bounds.ts';
import { type Budget, DEFAULT_BUDGET_MS, openBudget } from './budget.ts';
import { isSetHead } from './compiled-set.ts';
import { createDomMatcher, type DomHit } from './dom.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { type Hit, inCoreOrder, readPatterns, Trials } from './pattern-table.ts';
import {
  describe,
  type Detection,
  explain,
  type ExplainedTechnology,
  type GatedEvidence,
  readTechnologies,
  type Resolution,
} from './resolve.ts';
import { categoryPaths } from './taxonomy.ts';

/**
 * Finds the technologies of a page. Holds compiled fingerprints only: pages leave no trace in it. Once the budget is
 * spent (DEFAULT_BUDGET_MS if there is none), what was found is the answer.
 */
export interface Detector {
  /** In wappalyzer's order: by the priority of their categories, then as found. */
  readonly detect: (signals: TechnologySignals, budget?: Budget) => readonly DetectedTechnology[];
  /** The same, with what shows it. */
  readonly explain: (signals: TechnologySignals, budget?: Budget) => readonly ExplainedTechnology[];
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

  const isOfOpen = ({ pattern }: Hit): boolean => isOpen(patterns.technologyOf(pattern));

  const resolve = (signals: TechnologySignals, budget: Budget): Resolution => {
    const bound = bindSignals(signals);
    const trials = new Trials(patterns, budget);
    const literals = matcher.tryAll(bound, trials);
    const domHits = matchDom({ html: bound.html, text: bound.text, ...bound.layout }, literals, budget);
    const open = [
      ...inCoreOrder(trials.hits.filter(isOfOpen), patterns).map(detectionOf),
      ...domHits.filter(({ technology }) => isOpen(technology)).map(detectionOfDom),
    ];
    return technologies.resolve(open, gatedEvidence(bound, trials, domHits));
  };

  const gatedEvidence = (bound: BoundSignals, trials: Trials, domHits: readonly DomHit[]): GatedEvidence => {
    const ofTechnology = ({ pattern }: Hit): number => patterns.technologyOf(pattern);
    const waiting = new Set([
      ...trials.hits.map(ofTechnology),
      ...domHits.map(({ technology }) => technology),
    ]);
    let isTextTried = false;
    return {
      has: (technology) => waiting.has(technology) || (bound.text !== '' && withGatedText.has(technology)),
      of: (opened) => {
        if (!isTextTried && opened.some((technology) => withGatedText.has(technology))) {
          isTextTried = true;
          matcher.tryGatedText(bound, trials);
        }
        const hits = Map.groupBy(trials.hits, ofTechnology);
        return [
          ...opened.flatMap((technology) =>
            inCoreOrder(hits.get(technology) ?? [], patterns).map(detectionOf),
          ),
          ...opened.flatMap((technology) =>
            domHits.filter((hit) => hit.technology === technology).map(detectionOfDom),
          ),
        ];
      },
    };
  };
  return {
    detect: (signals, budget = openBudget(DEFAULT_BUDGET_MS)) =>
      describe(resolve(signals, budget).resolved, paths),
    explain: (signals, budget = openBudget(DEFAULT_BUDGET_MS)) => {
      const resolution = resolve(signals, budget);
      return explain(describe(resolution.resolved, paths), resolution, technologies, patterns);
    },
  };
}
