// The facets of a report: those that the search page has, and those that it was given otherwise.
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { FACET_NAMES, facetWish } from '../query/facet-values.ts';
import { TEXT } from '../text.ts';
import type { ReportDraft } from './report-draft.ts';

type Facet = ReportDraft['facets'][number];

/** Facets that a report has at most. */
export const MAX_FACETS: number = SEARCH_BOUNDS.maxFacets;

interface FacetChoice {
  readonly key: string;
  readonly name: string;
  readonly isChosen: boolean;
  /** Facets of the report after it was chosen, or was not any more. */
  readonly next: ReportDraft['facets'];
}

/** All facets that can be chosen, those of the search page first. @param facets that the report has */
export function facetChoices(facets: ReportDraft['facets']): readonly FacetChoice[] {
  const usual = FACET_NAMES.map((name) => ({ facet: facetWish(name), name: TEXT.facetNames[name] }));
  const usualKeys = new Set(usual.map(({ facet }) => keyOf(facet)));
  const others = facets.filter((facet) => !usualKeys.has(keyOf(facet)));
  return [...usual, ...others.map((facet) => ({ facet, name: nameOf(facet) }))].map(({ facet, name }) => {
    const key = keyOf(facet);
    const isChosen = facets.some((one) => keyOf(one) === key);
    const next = isChosen ? facets.filter((one) => keyOf(one) !== key) : [...facets, facet];
    return { key, name, isChosen, next };
  });
}

/** Stands for what a facet counts, whatever part of its values is listed. */
function keyOf(facet: Facet): string {
  return JSON.stringify(Object.entries(countedBy(facet)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function nameOf(facet: Facet): string {
  const { field, ...further } = countedBy(facet);
  return [field, ...Object.values(further)].join(' ');
}

function countedBy({ limit: _limit, offset: _offset, min: _min, ...counted }: Facet) {
  return counted;
}
