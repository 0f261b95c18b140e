import { readSections } from '@sitegrep/sections';
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { bindSignals, type BoundSignals } from './bounds.ts';
import { type Budget, DEFAULT_BUDGET_MS, openBudget } from './budget.ts';
import { isSetHead } from './compiled-set.ts';
import { createDomMatcher, type DomHit } from './dom.ts';
import { ownHostOf } from './own-host.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { type Hit, inCoreOrder, readPatterns, Trials } from './pattern-table.ts';
import {
  describe,
  type Detection,
  explain,
  type ExplainedTechnology,
  explainStored,
  type GatedEvidence,
  readTechnologies,
  recorded,
  type Resolution,
} from './resolve.ts';
import { categoryPaths } from './taxonomy.ts';
import { orderOfPriority, unitedTechnologies } from './united.ts';

/**
 * Finds the technologies of a page. It holds compiled fingerprints only; pages leave no state. When the budget
 * is spent (default: DEFAULT_BUDGET_MS), it returns the results so far.
 */
export interface Detector {
  /** Technologies in wappalyzer's order: by the priority of their categories, then as found. */
  readonly detect: (signals: TechnologySignals, budget?: Budget) => readonly DetectedTechnology[];
  /** The same with the evidence that the source does not have: what is stored with a page. */
  readonly record: (signals: TechnologySignals, budget?: Budget) => readonly DetectedTechnology[];
  /**
   * The same of a page that was rendered: what its body shows, what its rendered source and its scripts show, or both. What
   * the body shows opens gates for the rest.
   */
  readonly recordRendered: (
    body: TechnologySignals,
    rendered: TechnologySignals,
    budget?: Budget,
  ) => readonly DetectedTechnology[];
  /** Technologies with the evidence for each. */
  readonly explain: (signals: TechnologySignals, budget?: Budget) => readonly ExplainedTechnology[];
  /**
   * Technologies of a page, as they were recorded, with the evidence for each. Which technologies there are is not decided
   * again.
   *
   * @param signals what each source of the page, and its address, say; all else may be empty
   */
  readonly explainStored: (
    signals: readonly TechnologySignals[],
    stored: readonly DetectedTechnology[],
    budget?: Budget,
  ) => readonly ExplainedTechnology[];
}

/**
 * Creates a detector. A page is truncated to the bounds (bounds.ts) and scanned for literals (literal-scan.ts);
 * patterns run near their literals (pattern-matcher.ts, windows.ts); elements are read where a selector could
 * match (dom.ts); and wappalyzer-core's resolver adds up the evidence (resolve.ts).
 *
 * @param compiled result of scripts/compile.ts; it is only read, so threads can share it
 * @throws Error if this version's compile.ts did not make it
 */
export function createDetector(compiled: ArrayBufferLike): Detector {
  const sections = readSections(compiled);
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const patterns = readPatterns(sections);
  const matcher = createPatternMatcher(sections, patterns);
  const matchDom = createDomMatcher(sections, patterns.count);
  const technologies = readTechnologies(sections, head);
  const deliveryHosts = head.deliveryHosts.map((pattern) => new RegExp(pattern, 'i'));
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

  const resolve = (
    signals: TechnologySignals,
    budget: Budget,
    known: readonly DetectedTechnology[] = [],
  ): Resolution => {
    const bound = bindSignals(signals, head.readsInlineAddresses);
    const isOwn = ownHostOf([bound.url, ...(bound.meta.get('og:url') ?? [])], deliveryHosts);
    const trials = new Trials(patterns, budget, isOwn);
    const literals = matcher.tryAll(bound, trials);
    const domHits = matchDom(
      { html: bound.html, text: bound.text, ...bound.layout },
      literals,
      budget,
      isOwn,
    );
    const open = [
      ...inCoreOrder(trials.hits.filter(isOfOpen), patterns).map(detectionOf),
      ...domHits.filter(({ technology }) => isOpen(technology)).map(detectionOfDom),
    ];
    const records = known
      .map(({ name }) => technologies.byName(name))
      .filter((record) => record !== undefined);
    return technologies.resolve(open, gatedEvidence(bound, trials, domHits), records);
  };

  const gatedEvidence = (bound: BoundSignals, trials: Trials, domHits: readonly DomHit[]): GatedEvidence => {
    const ofTechnology = ({ pattern }: Hit): number => patterns.technologyOf(pattern);
    const withEvidence = new Set([
      ...trials.hits.map(ofTechnology),
      ...domHits.map(({ technology }) => technology),
    ]);
    let isTextTried = false;
    return {
      has: (technology) =>
        withEvidence.has(technology) || (bound.text !== '' && withGatedText.has(technology)),
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
  const record = (
    signals: TechnologySignals,
    budget: Budget,
    known: readonly DetectedTechnology[] = [],
  ): readonly DetectedTechnology[] => {
    const resolution = resolve(signals, budget, known);
    return recorded(describe(resolution.resolved, paths), resolution, technologies, patterns);
  };
  const inOrder = orderOfPriority(head.categories);
  return {
    detect: (signals, budget = openBudget(DEFAULT_BUDGET_MS)) =>
      describe(resolve(signals, budget).resolved, paths),
    record: (signals, budget = openBudget(DEFAULT_BUDGET_MS)) => record(signals, budget),
    recordRendered: (body, rendered, budget = openBudget(DEFAULT_BUDGET_MS)) => {
      const first = record(body, budget);
      return inOrder(unitedTechnologies(first, record(rendered, budget, first)));
    },
    explainStored: (signals, stored, budget = openBudget(DEFAULT_BUDGET_MS)) => {
      const detections = signals.flatMap((each) => resolve(each, budget, stored).detections);
      return explainStored(stored, detections, technologies, patterns);
    },
    explain: (signals, budget = openBudget(DEFAULT_BUDGET_MS)) => {
      const resolution = resolve(signals, budget);
      return explain(describe(resolution.resolved, paths), resolution.detections, technologies, patterns);
    },
  };
}
