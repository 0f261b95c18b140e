import { readSections } from '@sitegrep/sections';
import type { DetectedFacts, DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { type Budget, DEFAULT_BUDGET_MS, openBudget } from './budget.ts';
import { isSetHead } from './compiled-set.ts';
import { openResolver } from './page-resolver.ts';
import { describe, explain, type ExplainedTechnology, explainStored, recorded } from './resolve.ts';
import { categoryPaths } from './taxonomy.ts';
import { orderOfPriority, unitedAddOns, unitedTechnologies } from './united.ts';
import { addOnsIn } from './wordpress-folders.ts';

/**
 * Finds the technologies of a page. It holds compiled fingerprints only; pages leave no state. When the budget
 * is spent (default: DEFAULT_BUDGET_MS), it returns the results so far.
 */
export interface Detector {
  /** Technologies in wappalyzer's order: by the priority of their categories, then as found. */
  readonly detect: (signals: TechnologySignals, budget?: Budget) => readonly DetectedTechnology[];
  /**
   * Facts that are stored with a page: technologies with the evidence that the source does not have, plugins and themes.
   *
   * @param recorded technologies that were recorded of the page before, with the evidence that the signals lack now: it counts too
   */
  readonly record: (
    signals: TechnologySignals,
    budget?: Budget,
    recorded?: readonly DetectedTechnology[],
  ) => DetectedFacts;
  /**
   * The same of a page that was rendered: what its body shows, what its rendered source and its scripts show, or both. What
   * the body shows opens gates for the rest.
   */
  readonly recordRendered: (
    body: TechnologySignals,
    rendered: TechnologySignals,
    budget?: Budget,
    recorded?: readonly DetectedTechnology[],
  ) => DetectedFacts;
  /** Technologies with the evidence for each. @param known technologies that were found before, which open gates */
  readonly explain: (
    signals: TechnologySignals,
    budget?: Budget,
    known?: readonly DetectedTechnology[],
  ) => readonly ExplainedTechnology[];
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
 * @param compiled result of compile/compile.ts; it is only read, so threads can share it
 * @throws Error if this version's compile.ts did not make it
 */
export function createDetector(compiled: ArrayBufferLike): Detector {
  const sections = readSections(compiled);
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const resolver = openResolver(sections, head);
  const { technologies, patterns } = resolver;
  const paths = categoryPaths(head.categories);

  const record = (
    signals: TechnologySignals,
    budget: Budget,
    known: readonly DetectedTechnology[],
    earlier: readonly DetectedTechnology[],
  ): DetectedFacts => {
    const resolution = resolver.resolve(signals, budget, known, earlier);
    const found = recorded(describe(resolution, technologies, paths), resolution, technologies, patterns);
    return { technologies: found, ...addOnsIn(resolution.folders) };
  };
  const inOrder = orderOfPriority(head.categories);
  return {
    detect: (signals, budget = openBudget(DEFAULT_BUDGET_MS)) =>
      describe(resolver.resolve(signals, budget), technologies, paths),
    record: (signals, budget = openBudget(DEFAULT_BUDGET_MS), earlier = []) =>
      record(signals, budget, [], earlier),
    recordRendered: (body, rendered, budget = openBudget(DEFAULT_BUDGET_MS), earlier = []) => {
      const first = record(body, budget, [], earlier);
      const second = record(rendered, budget, first.technologies, earlier);
      return {
        technologies: inOrder(unitedTechnologies(first.technologies, second.technologies)),
        plugins: unitedAddOns(first.plugins, second.plugins),
        themes: unitedAddOns(first.themes, second.themes),
      };
    },
    explainStored: (signals, stored, budget = openBudget(DEFAULT_BUDGET_MS)) => {
      const detections = signals.flatMap((each) => resolver.resolve(each, budget, stored).detections);
      return explainStored(stored, detections, technologies, patterns);
    },
    explain: (signals, budget = openBudget(DEFAULT_BUDGET_MS), known = []) => {
      const resolution = resolver.resolve(signals, budget, known);
      return explain(
        describe(resolution, technologies, paths),
        resolution.detections,
        technologies,
        patterns,
      );
    },
  };
}
