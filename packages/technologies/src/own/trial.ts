// Technologies of one's own, tried on a page: which of them it shows, by which of their parts, and which parts it lacks.
import { wantedNeedles } from '@sitegrep/search';
import { countTexts, readSections, readTexts } from '@sitegrep/sections';
import type {
  DetectedTechnology,
  EvidenceField,
  TechnologyEvidence,
  TechnologySignals,
} from '@sitegrep/site';
import type { Budget } from '../budget.ts';
import { compileWithData } from '../compile/compiled.ts';
import { measuredOrWorst } from '../compile/compile-set.ts';
import { readOwnHost } from '../compile/layer.ts';
import { isSetHead } from '../compiled-set.ts';
import { createDetector } from '../detector.ts';
import type { Fingerprint } from '../fingerprints.ts';
import { readPatterns } from '../pattern-table.ts';
import { createQueryDetector, type QueriedPage, type QueryDetector } from '../queries/query-detector.ts';
import type { QueryTechnology } from '../queries/query-technology.ts';
import type { ConditionRecord } from '../searches.ts';
import { slug } from '../taxonomy.ts';
import { checkedOwnSet, type OwnSet } from './checked-set.ts';
import { readKnownSet } from './known-set.ts';
import type { SetFiles } from './set-files.ts';

/** A part of a fingerprint. */
interface FingerprintPart {
  readonly field: EvidenceField;
  /** Name of the header, selector and the like; '' for other fields. */
  readonly key: string;
  /** Expression as it runs; '' if the part only has to be there. */
  readonly pattern: string;
}

/** A technology of one's own on a page. */
export interface TriedTechnology {
  readonly name: string;
  /** Null: the page does not show it. */
  readonly found: Pick<DetectedTechnology, 'confidence' | 'version'> | null;
  readonly evidence: readonly TechnologyEvidence[];
  /** Parts of the fingerprint that the page does not have. */
  readonly missing: readonly FingerprintPart[];
  /** Technologies and categories of which the page has none, although one is required; empty if nothing is. */
  readonly requires: readonly string[];
}

/** Technologies of one's own, ready to be tried. */
export interface Trial {
  readonly own: OwnSet;
  /** Names of all of them. */
  readonly names: readonly string[];
  /**
   * Tries them on a page.
   *
   * @param sources signals of its sources: of the body, and of the document that its scripts wrote
   * @param page the page as queries look at it; the technologies of its facts are known, and others may require them
   */
  readonly on: (
    sources: readonly TechnologySignals[],
    page: QueriedPage,
    budget: Budget,
  ) => readonly TriedTechnology[];
}

/** Compiles technologies of one's own by themselves. @param compiled set with the technologies that they refer to */
export function openTrial(compiled: ArrayBufferLike, files: SetFiles): Trial {
  const { addOnCategories, source, categories, readsInlineAddresses, technologies } = readKnownSet(compiled);
  const own = checkedOwnSet(files, { categories, technologies });
  const others = Object.entries(technologies).filter(([name]) => !Object.hasOwn(own.technologies, name));
  const set = compileWithData(
    {
      source,
      categories,
      readsInlineAddresses,
      countsHintsOf: [],
      ownHost: { ...readOwnHost(), technologies: [] },
      ...(addOnCategories === null
        ? {}
        : { addOnCategories: addOnCategories.flatMap((id) => categories[id]?.name ?? []) }),
      technologies: { ...own.technologies, ...Object.fromEntries(others) },
    },
    measuredOrWorst(),
  );
  const detector = createDetector(set.buffer);
  const parts = partsByName(set.buffer);
  const triedOn = (
    signals: TechnologySignals,
    known: readonly DetectedTechnology[],
    budget: Budget,
  ): readonly TriedTechnology[] => {
    const found = new Map(detector.explain(signals, budget, known).map((one) => [one.name, one]));
    return Object.entries(own.technologies).map(([name, fingerprint]): TriedTechnology => {
      const one = found.get(name);
      const { evidence = [] } = one ?? {};
      const has = new Set(evidence.map(partKey));
      return {
        name,
        found: one === undefined ? null : { confidence: one.confidence, version: one.version },
        evidence,
        missing: (parts.get(name) ?? []).filter((part) => !has.has(partKey(part))),
        requires: unmet(fingerprint, [...known, ...found.values()], categories),
      };
    });
  };
  const queries = createQueryDetector(set.buffer, own.queries);
  const byQuery = new Set(own.queries.map(({ name }) => name));
  return {
    own,
    names: [...Object.keys(own.technologies), ...byQuery],
    on: (sources, { facts, ...page }, budget) => {
      // One that is in use already is decided anew.
      const technologies = facts.technologies.filter(({ name }) => !byQuery.has(name));
      return [
        ...united(sources.map((signals) => triedOn(signals, technologies, budget))),
        ...triedQueries(own.queries, queries, { ...page, facts: { ...facts, technologies } }),
      ];
    },
  };
}

function triedQueries(
  technologies: readonly QueryTechnology[],
  queries: QueryDetector,
  page: QueriedPage,
): readonly TriedTechnology[] {
  const found = new Map(queries.find(page).technologies.map((one) => [one.name, one]));
  return technologies.map(({ name, where }) => {
    const one = found.get(name);
    const evidence = queries.explain(name, page);
    const has = new Set(evidence.map(partKey));
    const wanted = wantedNeedles(where).map((needle): FingerprintPart => ({
      field: 'query',
      key: needle.scope,
      pattern: needle.kind === 'text' ? needle.text : needle.pattern,
    }));
    return {
      name,
      found: one === undefined ? null : { confidence: one.confidence, version: one.version },
      evidence,
      missing: wanted.filter((part) => !has.has(partKey(part))),
      requires: [],
    };
  });
}

function partKey({ field, key, pattern }: FingerprintPart): string {
  return `${field}\n${key}\n${pattern}`;
}

/** Technologies as the sources of a page show them together. */
function united(sources: readonly (readonly TriedTechnology[])[]): readonly TriedTechnology[] {
  const [first = [], ...others] = sources;
  return others.reduce(
    (one, other) =>
      one.map((technology, number) => {
        const second = other[number] ?? technology;
        const lacks = new Set(second.missing.map(partKey));
        return {
          ...technology,
          found: technology.found ?? second.found,
          evidence: [...technology.evidence, ...second.evidence],
          missing: technology.missing.filter((part) => lacks.has(partKey(part))),
          requires: technology.requires.length === 0 ? [] : second.requires,
        };
      }),
    first,
  );
}

/** Technologies and categories that a fingerprint requires, unless a page has one of them. */
function unmet(
  { requires = [], requiresCategory = [] }: Fingerprint,
  found: readonly DetectedTechnology[],
  categories: Readonly<Record<string, { readonly name: string }>>,
): readonly string[] {
  const names = [requires].flat();
  const wanted = [requiresCategory].flat().flatMap((id) => categories[id]?.name ?? []);
  const titles = new Set(found.flatMap(({ paths }) => paths.map((path) => path.split('.')[1] ?? '')));
  const isMet =
    names.some((name) => found.some((one) => one.name === name)) ||
    wanted.some((title) => titles.has(slug(title)));
  return isMet ? [] : [...names, ...wanted];
}

/** All parts of each technology of a compiled set. */
function partsByName(compiled: ArrayBufferLike): ReadonlyMap<string, readonly FingerprintPart[]> {
  const sections = readSections(compiled);
  if (!isSetHead(sections.head)) throw new Error('not a compiled set of fingerprints');
  const records = readTexts(sections, 'technologies');
  const nameOf = (technology: number): string =>
    (JSON.parse(records(technology)) as { readonly name: string }).name;
  const parts = new Map<string, FingerprintPart[]>();
  const add = (technology: number, part: FingerprintPart): void => {
    const name = nameOf(technology);
    const known = parts.get(name);
    if (known === undefined) parts.set(name, [part]);
    else known.push(part);
  };
  const patterns = readPatterns(sections);
  for (let pattern = 0; pattern < patterns.count; pattern++) {
    const source = patterns.regexSourceOf(pattern);
    add(patterns.technologyOf(pattern), {
      field: patterns.fieldOf(pattern),
      key: patterns.nameOf(pattern),
      pattern: source === '(?:)' ? '' : source,
    });
  }
  const searches = readTexts(sections, 'searches');
  for (let search = 0; search < countTexts(sections, 'searches'); search++) {
    const { technology, selector, conditions } = JSON.parse(searches(search)) as {
      readonly technology: number;
      readonly selector: string;
      readonly conditions: readonly ConditionRecord[];
    };
    for (const { exists, text, attributes = {} } of conditions)
      for (const [condition, pattern] of [
        ['exists', exists] as const,
        ['text', text] as const,
        ...Object.entries(attributes).map(([name, one]) => [`[${name}]`, one] as const),
      ])
        if (pattern !== undefined)
          add(technology, {
            field: 'dom',
            key: `${selector} ${condition}`,
            pattern: pattern.source === '(?:)' ? '' : pattern.source,
          });
  }
  return parts;
}
