import type { DetectedTechnology } from '@sitegrep/site';
import core, { type CoreResolvable, type CoreResolved } from 'wappalyzer-core';
import type { SetHead, TechnologyRecord } from './compiled-set.ts';
import type { DomHit } from './dom.ts';
import type { Hit } from './hits.ts';
import { readTexts, type Sections } from './sections.ts';

/** One piece of evidence for a technology. */
export interface Detection {
  readonly technology: number;
  readonly confidence: number;
  /** '' if it says nothing. */
  readonly version: string;
  /** What was matched. */
  readonly hit: DomHit | Hit;
}

/** What evidence adds up to. */
export interface Resolution {
  readonly resolved: readonly CoreResolved[];
  /** The evidence that counted: without what stayed behind a gate. */
  readonly detections: readonly Detection[];
}

/** Evidence for technologies behind gates. */
export interface GatedEvidence {
  /** Technologies for which there may be some. */
  readonly technologies: ReadonlySet<number>;
  /** All evidence for these, in the order in which wappalyzer-core would find it. */
  readonly of: (technologies: readonly number[]) => readonly Detection[];
}

/**
 * Adds up evidence: sums confidences, settles versions, applies excludes and implies, sorts, as wappalyzer-core does.
 * Technologies behind gates count only once a gate of theirs has opened, and what they prove may open further gates,
 * until nothing changes; each counts once, whatever number of gates it stands behind.
 *
 * @param open evidence for technologies without conditions, in wappalyzer-core's order
 */
type Resolver = (open: readonly Detection[], gated: GatedEvidence) => Resolution;

/** What can be looked up of the technologies of a set. */
export interface TechnologyTable {
  readonly byNumber: (number: number) => TechnologyRecord;
  /** Of a technology that was found in some page; undefined for others. */
  readonly byName: (name: string) => TechnologyRecord | undefined;
  readonly resolve: Resolver;
}

export function readTechnologies(sections: Sections, head: SetHead): TechnologyTable {
  const records = readTexts(sections, 'technologies');
  // Read on first use, and kept: pages show few of them.
  const technologies = new Map<number, TechnologyRecord>();
  const names = new Map<string, TechnologyRecord>();
  const byNumber = (number: number): TechnologyRecord => {
    const known = technologies.get(number);
    if (known !== undefined) return known;
    const record = JSON.parse(records(number)) as TechnologyRecord;
    technologies.set(number, record);
    names.set(record.name, record);
    return record;
  };
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
    // wappalyzer-core looks up in an object that all sets of a thread share. Its own look-ups search arrays of thousands.
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
  const resolve: Resolver = (open, gated) => {
    const detections = [...open];
    const waiting = new Set(gated.technologies);
    for (;;) {
      const resolved = add(detections);
      if (waiting.size === 0) return { resolved, detections };
      const opened = [...openedBy(head.gates, resolved)].filter((technology) => waiting.delete(technology));
      if (opened.length === 0) return { resolved, detections };
      detections.push(...gated.of(opened));
    }
  };
  return { byNumber, byName: (name) => names.get(name), resolve };
}

function openedBy(gates: SetHead['gates'], resolved: readonly CoreResolved[]): ReadonlySet<number> {
  const names = new Set(resolved.map(({ name }) => name));
  const categories = new Set(resolved.flatMap(({ categories }) => categories.map(({ id }) => id)));
  const opened = new Set<number>();
  for (const { opensOn, technologies } of gates) {
    const isOpen = 'technology' in opensOn ? names.has(opensOn.technology) : categories.has(opensOn.category);
    if (isOpen) for (const technology of technologies) opened.add(technology);
  }
  return opened;
}

/** Results as facts of a page. Confidence 0 is no evidence (a pattern that reads a version only), so it is left out. */
export function describe(
  resolved: readonly CoreResolved[],
  paths: ReadonlyMap<number, readonly string[]>,
): readonly DetectedTechnology[] {
  return resolved
    .filter(({ confidence }) => confidence > 0)
    .map(({ name, version, confidence, categories }) => ({
      name,
      version: version === '' ? null : version,
      confidence,
      paths: [...new Set(categories.flatMap(({ id }) => paths.get(id) ?? []))],
    }));
}
