// The technologies of a domain with their evidence: what was stored with its pages, joined, and what its sources show.
import type { Explanation } from '@sitegrep/analysis';
import { type DomainTechnology, TECHNOLOGY_BOUNDS, type TechnologyEvidence } from '@sitegrep/contract';
import { compareCodePoints, homeFirst, versionsOf } from '@sitegrep/site';
import type { PageTechnologies, TechnologyList } from '@sitegrep/storage';

/** A page, with the technologies of which its evidence is shown: it is the first one that has them in some version. */
export interface ShownPage {
  readonly page: PageTechnologies;
  readonly names: ReadonlySet<string>;
}

/** The pages whose evidence is shown, home page first. */
export function pagesToExplain(domain: string, { pages }: TechnologyList): readonly ShownPage[] {
  const seen = new Set<string>();
  return homeFirst(domain, pages).flatMap((page) => {
    const names = new Set<string>();
    for (const technology of page.technologies) {
      const { name } = technology;
      const key = JSON.stringify([name, versionsOf(technology)]);
      if (seen.has(key)) continue;
      seen.add(key);
      names.add(name);
    }
    return names.size === 0 ? [] : [{ page, names }];
  });
}

/** A page with the evidence that was found in it. */
export interface ExplainedPage extends ShownPage {
  readonly explanation: Explanation;
}

/** The technologies of a domain by name. @param explained pages in the order of `pagesToExplain` */
export function domainTechnologies(
  domain: string,
  { pages }: TechnologyList,
  explained: readonly ExplainedPage[],
): readonly DomainTechnology[] {
  const byName = new Map<string, Found>();
  for (const { url, technologies } of homeFirst(domain, pages)) {
    for (const technology of technologies) {
      const { name, confidence, paths, isImplied } = technology;
      const found = byName.get(name) ?? new Found();
      byName.set(name, found);
      found.urls.push(url);
      for (const version of versionsOf(technology)) found.versions.add(version);
      found.confidence = Math.max(found.confidence, confidence);
      if (isImplied === undefined) found.isImplied = false;
      for (const path of paths) found.categories.add(path);
    }
  }
  for (const { page, names, explanation } of explained) {
    if (explanation.kind === 'crashed') continue;
    for (const { name, evidence, impliedBy } of explanation.technologies) {
      const found = byName.get(name);
      if (found === undefined || !names.has(name)) continue;
      for (const one of impliedBy) found.impliedBy.add(one);
      for (const { versionSource = null, ...one } of evidence)
        found.addEvidence({ url: page.url, ...one, version_source: versionSource });
    }
  }
  return [...byName]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([name, found]) => ({ name, ...found.answer() }));
}

/** A technology on all pages of a domain. */
class Found {
  readonly versions = new Set<string>();
  readonly categories = new Set<string>();
  readonly urls: string[] = [];
  readonly impliedBy = new Set<string>();
  confidence = 0;
  /** True if no page has evidence of it. */
  isImplied = true;
  /** Different matches, each on the first page that has it. */
  readonly #evidence = new Map<string, TechnologyEvidence>();

  addEvidence(evidence: TechnologyEvidence): void {
    const { field, key, pattern, match } = evidence;
    const what = JSON.stringify([field, key, pattern, match]);
    if (!this.#evidence.has(what)) this.#evidence.set(what, evidence);
  }

  answer(): Omit<DomainTechnology, 'name'> {
    const evidence = [...this.#evidence.values()];
    return {
      versions: [...this.versions],
      confidence: this.confidence,
      categories: [...this.categories],
      pages_count: this.urls.length,
      pages: this.urls.slice(0, TECHNOLOGY_BOUNDS.pages),
      evidence_count: evidence.length,
      evidence: evidence.slice(0, TECHNOLOGY_BOUNDS.evidence),
      implied: this.isImplied,
      implied_by: [...this.impliedBy].sort(compareCodePoints),
    };
  }
}

/**
 * Sentences on evidence that is missing.
 *
 * @param factsVersion version of the facts that an analysis would give now
 * @param left pages that were not looked at, because there was no time
 */
export function missingEvidence(
  explained: readonly ExplainedPage[],
  factsVersion: string,
  left: number,
): readonly string[] {
  const older = explained.filter(({ page }) => page.factsVersion !== factsVersion).length;
  const unfinished = explained.flatMap(({ page, explanation }) => {
    const reason = explanation.kind === 'crashed' ? explanation.reason : explanation.partial;
    return reason === null ? [] : [`Evidence of ${page.url} may be missing: ${reason}.`];
  });
  return [
    ...(older === 0
      ? []
      : [
          `${pagesOf(older)} analysed with other fingerprints than there are now, so evidence of theirs may be missing until the domain is crawled again, or analysed again with "sitegrep reanalyse".`,
        ]),
    ...unfinished.slice(0, MAX_UNFINISHED),
    ...(unfinished.length > MAX_UNFINISHED
      ? [`The same is true of ${unfinished.length - MAX_UNFINISHED} more pages.`]
      : []),
    ...(left === 0 ? [] : [`Evidence of ${left} more pages was not looked for, because there was no time.`]),
  ];
}

/** Maximum pages that are named for which evidence may be missing. */
const MAX_UNFINISHED = 10;

function pagesOf(count: number): string {
  return count === 1 ? '1 page was' : `${count} pages were`;
}
