// Technologies by query of one page. What fingerprints found on it is known by then, and queries may ask for it.
import { compileSearches, type DecidedSite, type Decider } from '@sitegrep/deciding';
import { compilePattern, type Matcher, parsePattern } from '@sitegrep/patterns';
import { type Expression, partsOf, wantedNeedles } from '@sitegrep/search';
import { readSections } from '@sitegrep/sections';
import {
  type DetectedTechnology,
  foldSite,
  HAS,
  type Labels,
  LABELS,
  labelsOf,
  type PageRecord,
  type TechnologyEvidence,
} from '@sitegrep/site';
import { NeedleSearches, type PageSource } from '@sitegrep/texts';
import { isSetHead } from '../compiled-set.ts';
import { MAX_MATCH, storedEvidence } from '../resolve.ts';
import { categoryPaths } from '../taxonomy.ts';
import { orderOfPriority, unitedTechnologies } from '../united.ts';
import type { QueryTechnology } from './query-technology.ts';

/** A page with the facts that it has but for technologies by query. */
export type QueriedPage = Pick<PageRecord, 'answers' | 'charset' | 'facts' | 'source' | 'url'> & {
  readonly rendered?: Pick<NonNullable<PageRecord['rendered']>, 'source' | 'truncated'>;
};

/** Technologies of a page with those by query. */
interface FoundByQuery {
  /** Ordered as wappalyzer does: by the priority of their categories, then as found. */
  readonly technologies: readonly DetectedTechnology[];
  /** False if the queries took too much work; then some are not decided. */
  readonly isComplete: boolean;
}

export interface QueryDetector {
  /** Adds the technologies whose queries a page fulfils to those of its facts. */
  find(page: QueriedPage): FoundByQuery;
  /** The matches of a technology's query in texts of a page; empty if none of the name is by query. */
  explain(name: string, page: PageSource): readonly TechnologyEvidence[];
}

/** Units of work for the queries of one page (package deciding): about half a second. */
const MAX_WORK = 100_000;
/** Maximum characters of a version; what is longer is none. */
const MAX_VERSION = 100;
/** Maximum needles of a query whose matches are shown. */
const MAX_EVIDENCE = 10;

/** Texts that come with a page and are not read again when its technologies are explained. */
const BESIDE_SOURCE: ReadonlySet<string> = new Set(['dns', 'headers', 'cookies']);

/** Labels of a page of which conditions ask nothing. */
const NO_LABELS = Object.fromEntries(LABELS.map((kind) => [kind, []])) as unknown as Labels;

/** @param compiled the set beside which the technologies are. @throws Error if it is not a compiled set */
export function createQueryDetector(
  compiled: ArrayBufferLike,
  technologies: readonly QueryTechnology[],
): QueryDetector {
  const { head } = readSections(compiled);
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const paths = categoryPaths(head.categories);
  const inOrder = orderOfPriority(head.categories);
  const byName = new Map(technologies.map((one) => [one.name, readyOf(one, paths)]));
  const decider = deciderOf(technologies);
  const asksConditions = technologies.some(({ where }) =>
    Iterator.from(partsOf(where)).some(({ kind }) => kind === 'condition'),
  );

  return {
    find(page) {
      const { fulfilled, undecided } = decider.decide(siteOf(page, asksConditions));
      const isComplete = undecided.length === 0;
      if (fulfilled.length === 0) return { technologies: page.facts.technologies, isComplete };
      const found = fulfilled
        .map(({ id }) => id)
        .toSorted()
        .flatMap((name) => byName.get(name)?.on(page) ?? []);
      return { technologies: inOrder(unitedTechnologies(page.facts.technologies, found)), isComplete };
    },
    explain: (name, page) => byName.get(name)?.evidenceOn(page) ?? [],
  };
}

function deciderOf(technologies: readonly QueryTechnology[]): Decider {
  return compileSearches(
    technologies.map(({ name, where }) => ({ id: name, level: 'page', where })),
    { maxWork: MAX_WORK, takesBroad: true },
  );
}

/** The page as a site of its own. */
function siteOf(page: QueriedPage, asksConditions: boolean): DecidedSite {
  const domain = new URL(page.url).hostname;
  const { url, charset, source, facts } = page;
  const record: PageRecord = { url, charset, source, facts, fetchedAt: 0, truncated: false };
  let folded: ReturnType<typeof foldSite<string>> | null = null;
  const fold = (): ReturnType<typeof foldSite<string>> =>
    (folded ??= foldSite(domain, [record], { maxSiteBytes: Number.MAX_SAFE_INTEGER }));
  return {
    domain,
    rank: 0,
    lists: new Set(),
    firstVisit: null,
    hasChange: () => false,
    get facts() {
      return fold().facts;
    },
    // Whether there is a text is seen when it is read: no query asks for it.
    labels: { ...(asksConditions ? labelsOf(fold()) : NO_LABELS), has: HAS },
    pages: [page],
  };
}

/** A technology that is ready to be found. */
interface Ready {
  readonly on: (page: QueriedPage) => DetectedTechnology;
  readonly evidenceOn: (page: PageSource) => readonly TechnologyEvidence[];
}

function readyOf(
  { name, categories, where, version: pattern }: QueryTechnology,
  paths: ReadonlyMap<number, readonly string[]>,
): Ready {
  const versions = pattern === null ? null : matcherOf(pattern);
  const evidenceOf = evidenceReader(where);
  const versionEvidence = (page: PageSource): readonly TechnologyEvidence[] => {
    const found = versions === null || pattern === null ? null : versionOn(page, versions);
    if (found === null) return [];
    const { version, match } = found;
    return [{ ...shared('version', pattern ?? '', match), confidence: 0, version, versionSource: 'stated' }];
  };
  return {
    on: (page) => {
      const evidence = storedEvidence(evidenceOf(page).filter(({ key }) => BESIDE_SOURCE.has(key)));
      return {
        name,
        version: versions === null ? null : (versionOn(page, versions)?.version ?? null),
        confidence: 100,
        paths: [...new Set(categories.flatMap((id) => paths.get(id) ?? []))],
        ...(evidence.length === 0 ? {} : { evidence }),
      };
    },
    evidenceOn: (page) => [...evidenceOf(page), ...versionEvidence(page)],
  };
}

/** The version that a page shows first. */
function versionOn(
  { source, rendered }: PageSource,
  matcher: Matcher,
): { readonly version: string; readonly match: string } | null {
  for (const text of [source, rendered?.source ?? '']) {
    const found = matcher.find(text, 0);
    const version = found?.captures[0] ?? '';
    if (found === null || version === '' || version.length > MAX_VERSION) continue;
    return { version, match: text.slice(found.start, found.end) };
  }
  return null;
}

/** Reads the first match of each needle that a query wants. */
function evidenceReader(where: Expression): Ready['evidenceOn'] {
  const needles = wantedNeedles(where).slice(0, MAX_EVIDENCE);
  const searches = new NeedleSearches(needles, () => undefined);
  return (page) => {
    const text = searches.prepare(page);
    return needles.flatMap((needle) => {
      const [first] = searches.of(needle).matches(text);
      if (first === undefined) return [];
      const match = text.text(needle.scope).slice(first.start, first.end);
      const written = needle.kind === 'text' ? needle.text : needle.pattern;
      return [{ ...shared(needle.scope, written, match), confidence: 100, version: null }];
    });
  };
}

function shared(
  key: string,
  pattern: string,
  match: string,
): Pick<TechnologyEvidence, 'field' | 'key' | 'match' | 'pattern'> {
  return { field: 'query', key, pattern, match: match.slice(0, MAX_MATCH).toWellFormed() };
}

/** @throws TypeError if the pattern is none, which a set has no technology with */
function matcherOf(source: string): Matcher {
  const pattern = parsePattern(source);
  if (!pattern.ok) throw new TypeError(`a technology has a pattern that is none: ${source}`);
  return compilePattern(pattern.value, { caseSensitive: false });
}
