// The evidence of one page, and what wappalyzer-core concludes from it. Some technologies have evidence that counts only once
// another one was found: it is looked for when that opens its gate.
import type { Sections } from '@sitegrep/sections';
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { bindSignals, type BoundSignals } from './bounds.ts';
import type { Budget } from './budget.ts';
import type { SetHead } from './compiled-set.ts';
import { createDomMatcher, type DomHit } from './dom.ts';
import { createVersionJudge, matchedText, versionSource } from './version-judge.ts';
import { NO_FOLDERS, readWordPressFolders } from './wordpress-folders.ts';
import { ownHostOf } from './own-host.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { type Hit, inCoreOrder, type PatternTable, readPatterns, Trials } from './pattern-table.ts';
import {
  type Detection,
  type GatedEvidence,
  type JudgedResolution,
  readTechnologies,
  type TechnologyTable,
} from './resolve.ts';

export interface PageResolver {
  readonly patterns: PatternTable;
  readonly technologies: TechnologyTable;
  /**
   * @param known technologies that are known of the page already
   * @param recorded technologies of an earlier detection, whose recorded evidence counts too
   */
  resolve(
    signals: TechnologySignals,
    budget: Budget,
    known?: readonly DetectedTechnology[],
    recorded?: readonly DetectedTechnology[],
  ): JudgedResolution;
}

export function openResolver(sections: Sections, head: SetHead): PageResolver {
  const patterns = readPatterns(sections);
  const matcher = createPatternMatcher(sections, patterns);
  const matchDom = createDomMatcher(sections, patterns.count);
  const technologies = readTechnologies(sections, head);
  const deliveryHosts = head.deliveryHosts.map((pattern) => new RegExp(pattern, 'i'));
  const withGatedText = new Set(head.gatedText);
  const isOpen = (technology: number): boolean => technology < head.open;
  const technologyOf = ({ pattern }: Hit): number => patterns.technologyOf(pattern);

  const detectionOf = (hit: Hit): Detection => {
    const version = patterns.versionOf(hit.pattern, hit.match);
    return {
      technology: technologyOf(hit),
      confidence: patterns.confidenceOf(hit.pattern),
      version,
      source: versionSource(patterns.fieldOf(hit.pattern), '', matchedText(hit, patterns), version),
      hit,
    };
  };

  const detectionOfDom = (hit: DomHit): Detection => ({
    ...hit,
    source: versionSource('dom', hit.condition, hit.match, hit.version),
    hit,
  });
  const judge =
    head.addOnCategories === null ? null : createVersionJudge(patterns, technologies, head.addOnCategories);

  function gatedEvidence(bound: BoundSignals, trials: Trials, domHits: readonly DomHit[]): GatedEvidence {
    const withEvidence = new Set([
      ...trials.hits.map(technologyOf),
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
        const hits = Map.groupBy(trials.hits, technologyOf);
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
  }

  return {
    patterns,
    technologies,
    resolve(signals, budget, known = [], recorded = []) {
      const bound = bindSignals(signals, head.readsInlineAddresses);
      const isOwn = ownHostOf([bound.url, ...(bound.meta.get('og:url') ?? [])], deliveryHosts);
      const trials = new Trials(patterns, budget, isOwn);
      const literals = matcher.tryAll(bound, trials);
      const page = { html: bound.html, text: bound.text, ...bound.layout };
      const domHits = matchDom(page, literals.elements, budget, isOwn);
      const openHits = trials.hits.filter((hit) => isOpen(technologyOf(hit)));
      const open = [
        ...inCoreOrder(openHits, patterns).map(detectionOf),
        ...domHits.filter(({ technology }) => isOpen(technology)).map(detectionOfDom),
        ...technologies.recordedWith(recorded),
      ];
      const records = known
        .map(({ name }) => technologies.byName(name))
        .filter((record) => record !== undefined);
      const resolution = technologies.resolve(open, gatedEvidence(bound, trials, domHits), records);
      if (judge === null) return { ...resolution, versions: null, folders: NO_FOLDERS };
      const isWordPress = [...known, ...resolution.resolved].some(({ name }) => name === 'WordPress');
      const folders = isWordPress
        ? readWordPressFolders(bound.html, literals.folders, bound.meta.get('generator') ?? [], isOwn)
        : NO_FOLDERS;
      return { resolved: resolution.resolved, ...judge(resolution.detections, folders, isOwn) };
    },
  };
}
