import { countTexts, readTexts, type Sections } from '@sitegrep/sections';
import type {
  DetectedTechnology,
  EvidenceField,
  SeenVersion,
  TechnologyEvidence,
  VersionSource,
} from '@sitegrep/site';
import core, { type CoreResolvable, type CoreResolved } from 'wappalyzer-core';
import { madeOnce, type SetHead, type TechnologyRecord } from './compiled-set.ts';
import type { DomHit } from './dom.ts';
import type { Hit, PatternTable } from './pattern-table.ts';
import type { WordPressFolders } from './wordpress-folders.ts';

/** One piece of evidence for a technology. */
export interface Detection {
  readonly technology: number;
  readonly confidence: number;
  /** '' if unknown. */
  readonly version: string;
  /** Kind of source of the version; without meaning if that is unknown. */
  readonly source: VersionSource;
  /** The match, or what an earlier detection recorded of one. */
  readonly hit: DomHit | Hit | RecordedHit;
}

/** A match in what came with a page besides its source, as it was recorded. */
interface RecordedHit {
  readonly recorded: TechnologyEvidence;
}

/** Result of adding up evidence. */
export interface Resolution {
  readonly resolved: readonly CoreResolved[];
  /** Evidence that counted, without that behind a closed gate. */
  readonly detections: readonly Detection[];
}

/** A result whose versions may have been judged (judge.ts). */
export interface JudgedResolution extends Resolution {
  /** Versions by name of the technology, the most reliable source first; null: those of wappalyzer-core stand. */
  readonly versions: ReadonlyMap<string, readonly SeenVersion[]> | null;
  /** Folders of plugins and themes; none if the page is not of WordPress, or versions are not judged. */
  readonly folders: WordPressFolders;
}

/** Evidence for technologies behind gates. */
export interface GatedEvidence {
  /** Whether there can be evidence for a technology. */
  readonly has: (technology: number) => boolean;
  /** Evidence for these technologies, in the order in which wappalyzer-core would find it. */
  readonly of: (technologies: readonly number[]) => readonly Detection[];
}

/**
 * Adds up evidence as wappalyzer-core does: sums confidences, decides versions, applies excludes and implies,
 * sorts. Technologies behind gates count after one of their gates opened. Their evidence may open further
 * gates, until nothing changes. Each counts once, even if it is behind several gates.
 *
 * @param open evidence for technologies without conditions, in wappalyzer-core's order
 * @param known technologies that were found before, which open their gates from the beginning
 */
type Resolver = (
  open: readonly Detection[],
  gated: GatedEvidence,
  known: readonly TechnologyRecord[],
) => Resolution;

/** Technologies of a set. */
export interface TechnologyTable {
  readonly byNumber: (number: number) => TechnologyRecord;
  /** Record of a technology; undefined if the set has none of this name. */
  readonly byName: (name: string) => TechnologyRecord | undefined;
  /** Evidence that was recorded with technologies, of those that the set still has. */
  readonly recordedWith: (technologies: readonly DetectedTechnology[]) => readonly Detection[];
  readonly resolve: Resolver;
}

export function readTechnologies(sections: Sections, head: SetHead): TechnologyTable {
  const records = readTexts(sections, 'technologies');
  const read = (number: number): TechnologyRecord => JSON.parse(records(number)) as TechnologyRecord;
  // Pages have few of them.
  const byNumber = madeOnce(read);
  // Only explanations, rendered pages and stored ones need it.
  let numbers: ReadonlyMap<string, number> | null = null;
  const numberOf = (name: string): number | undefined => {
    numbers ??= new Map(
      Array.from({ length: countTexts(sections, 'technologies') }, (_, number) => [
        read(number).name,
        number,
      ]),
    );
    return numbers.get(name);
  };
  const byName = (name: string): TechnologyRecord | undefined => {
    const number = numberOf(name);
    return number === undefined ? undefined : byNumber(number);
  };
  const recordedWith = (found: readonly DetectedTechnology[]): readonly Detection[] =>
    found.flatMap(({ name, evidence = [] }) => {
      const technology = evidence.length === 0 ? undefined : numberOf(name);
      return technology === undefined ? [] : evidence.map((one) => detectionOfRecorded(technology, one));
    });
  const categories = new Map(
    Object.entries(head.categories).map(([id, category]) => [
      Number(id),
      { ...category, id: Number(id), slug: core.slugify(category.name) },
    ]),
  );
  const getTechnology = (name: string): CoreResolvable | undefined => {
    const number = head.named[name];
    return number === undefined ? undefined : byNumber(number);
  };
  const add = (detections: readonly Detection[]): readonly CoreResolved[] => {
    // wappalyzer-core looks technologies up in an object that all sets of a thread share. Its own look-ups
    // search arrays of thousands.
    core.getTechnology = getTechnology;
    core.getCategory = (id) => categories.get(id);
    return core.resolve(
      detections.map(({ technology, confidence, version }) => ({
        technology: byNumber(technology),
        pattern: { confidence },
        version,
      })),
    );
  };
  const gatesOpenedBy = gatesByCause(head.gates);
  const resolve: Resolver = (open, gated, known) => {
    const openers = known.map(({ name, categories: ids }) => ({
      name,
      categories: ids.map((id) => ({ id })),
    }));
    const detections = [...open];
    const counted = new Set<number>();
    for (;;) {
      const resolved = add(detections);
      const opened: number[] = [];
      for (const gate of gatesOpenedBy([...openers, ...resolved])) {
        for (const technology of head.gates[gate]?.technologies ?? []) {
          if (counted.has(technology) || !gated.has(technology)) continue;
          counted.add(technology);
          opened.push(technology);
        }
      }
      if (opened.length === 0) return { resolved, detections };
      detections.push(...gated.of(opened));
    }
  };
  return { byNumber, byName, recordedWith, resolve };
}

function detectionOfRecorded(technology: number, recorded: TechnologyEvidence): Detection {
  const { confidence, version, versionSource = 'stated' } = recorded;
  return { technology, confidence, version: version ?? '', source: versionSource, hit: { recorded } };
}

/** A technology that may open gates. */
interface Opener {
  readonly name: string;
  readonly categories: readonly { readonly id: number }[];
}

/** Numbers of the gates that these technologies open, in order. */
function gatesByCause(gates: SetHead['gates']): (found: readonly Opener[]) => readonly number[] {
  const byTechnology = new Map<string, number>();
  const byCategory = new Map<number, number>();
  for (const [number, { opensOn }] of gates.entries()) {
    if ('technology' in opensOn) byTechnology.set(opensOn.technology, number);
    else byCategory.set(opensOn.category, number);
  }
  return (found) => {
    const open = new Set<number>();
    for (const { name, categories } of found) {
      const gate = byTechnology.get(name);
      if (gate !== undefined) open.add(gate);
      for (const { id } of categories) {
        const ofCategory = byCategory.get(id);
        if (ofCategory !== undefined) open.add(ofCategory);
      }
    }
    return [...open].sort((a, b) => a - b);
  };
}

/**
 * Results as facts of a page. Confidence 0 is not evidence (a pattern that only reads a version), so it is left
 * out.
 */
export function describe(
  { resolved, detections, versions }: Omit<JudgedResolution, 'folders'>,
  technologies: TechnologyTable,
  paths: ReadonlyMap<number, readonly string[]>,
): readonly DetectedTechnology[] {
  const seen = new Set<string>();
  for (const { technology, confidence } of detections) {
    if (confidence > 0) seen.add(technologies.byNumber(technology).name);
  }
  return resolved
    .filter(({ confidence }) => confidence > 0)
    .map(({ name, version, confidence, categories }) => ({
      name,
      ...shownVersions(version, versions?.get(name)),
      confidence,
      ...(seen.has(name) ? {} : { isImplied: true as const }),
      paths: [...new Set(categories.flatMap(({ id }) => paths.get(id) ?? []))],
    }));
}

/** @param judged undefined if the technology has no evidence of its own, or its versions were not judged */
function shownVersions(
  version: string,
  judged: readonly SeenVersion[] | undefined,
): Pick<DetectedTechnology, 'version' | 'versions'> {
  if (judged === undefined) return { version: version === '' ? null : version };
  const [first] = judged;
  return first === undefined ? { version: null } : { version: first.version, versions: judged };
}

/** A technology with the evidence for it. */
export interface ExplainedTechnology extends DetectedTechnology {
  /** Evidence in the order in which it counted; empty if the technology is only implied. */
  readonly evidence: readonly TechnologyEvidence[];
  /** Names of found technologies that imply it. */
  readonly impliedBy: readonly string[];
}

/** Maximum characters of a reported match; repetitions of up to 250 match more than anyone reads. */
export const MAX_MATCH = 200;

export function explain(
  found: readonly DetectedTechnology[],
  detections: readonly Detection[],
  technologies: TechnologyTable,
  patterns: PatternTable,
): readonly ExplainedTechnology[] {
  const byName = Map.groupBy(detections, ({ technology }) => technologies.byNumber(technology).name);
  const implying = found.flatMap(({ name }) => {
    const record = technologies.byName(name);
    return (record?.implies ?? []).map((implied) => ({ by: name, name: implied.name }));
  });
  return found.map((technology) => ({
    ...technology,
    evidence: (byName.get(technology.name) ?? []).map((detection) => evidenceOf(detection, patterns)),
    impliedBy: implying.filter(({ name }) => name === technology.name).map(({ by }) => by),
  }));
}

function evidenceOf(
  { hit, confidence, version, source: versionSource }: Detection,
  patterns: PatternTable,
): TechnologyEvidence {
  if ('recorded' in hit) return hit.recorded;
  const shared = { confidence, ...(version === '' ? { version: null } : { version, versionSource }) };
  if ('selector' in hit) {
    const { selector, condition, pattern, match } = hit;
    return {
      field: 'dom',
      key: `${selector} ${condition}`,
      pattern,
      match: match.slice(0, MAX_MATCH),
      ...shared,
    };
  }
  const { source } = patterns.regexOf(hit.pattern);
  return {
    field: patterns.fieldOf(hit.pattern),
    key: patterns.nameOf(hit.pattern),
    pattern: source === '(?:)' ? '' : source,
    match: hit.match[0].slice(0, MAX_MATCH),
    ...shared,
  };
}

/** Fields that are not in the sources of a page, nor in its address, so that they can't be looked at again. */
const BESIDE_SOURCE: ReadonlySet<EvidenceField> = new Set([
  'certIssuer',
  'cookies',
  'dns',
  'headers',
  'js',
  'robots',
  'xhr',
]);

function isBesideSource({ hit }: Detection, patterns: PatternTable): boolean {
  if ('recorded' in hit) return true;
  return !('selector' in hit) && BESIDE_SOURCE.has(patterns.fieldOf(hit.pattern));
}

/** Maximum different matches beside the source that are stored with each technology of a page. */
const MAX_STORED = 10;

/** Technologies as they are stored with a page: with the evidence that the source does not have. */
export function recorded(
  found: readonly DetectedTechnology[],
  { detections }: Resolution,
  technologies: TechnologyTable,
  patterns: PatternTable,
): readonly DetectedTechnology[] {
  const byName = new Map<string, TechnologyEvidence[]>();
  for (const detection of detections) {
    if (!isBesideSource(detection, patterns)) continue;
    const { name } = technologies.byNumber(detection.technology);
    byName.set(name, [...(byName.get(name) ?? []), evidenceOf(detection, patterns)]);
  }
  return found.map((technology) => {
    const evidence = storedEvidence(byName.get(technology.name) ?? []);
    return evidence.length === 0 ? technology : { ...technology, evidence };
  });
}

/** Stored technologies with the evidence that was stored with them, and the evidence that was found now. */
export function explainStored(
  stored: readonly DetectedTechnology[],
  detections: readonly Detection[],
  technologies: TechnologyTable,
  patterns: PatternTable,
): readonly ExplainedTechnology[] {
  return explain(stored, detections, technologies, patterns).map((technology, index) => ({
    ...technology,
    evidence: differing([...(stored[index]?.evidence ?? []), ...technology.evidence]),
  }));
}

/** The evidence that is stored with a technology: different matches, a bounded number of them. */
export function storedEvidence(evidence: readonly TechnologyEvidence[]): readonly TechnologyEvidence[] {
  return differing(evidence).slice(0, MAX_STORED);
}

function differing(evidence: readonly TechnologyEvidence[]): readonly TechnologyEvidence[] {
  return [...new Map(evidence.map((one) => [JSON.stringify(one), one])).values()];
}
