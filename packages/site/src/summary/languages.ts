import { compareCodePoints } from '../order.ts';
import { bodyBytes, type SitePage } from '../outline.ts';

/** Weights of codes, in the order in which pages have them. */
type Weights = readonly (readonly [code: string, weight: number])[];

/** Languages of some pages of a site. */
export interface LanguageSummary {
  /** Number of pages that declare each language. */
  readonly declaredLanguages: Weights;
  /** UTF-8 bytes of the decoded bodies of pages in each language. */
  readonly contentLanguages: Weights;
}

export function languagesOf(pages: readonly SitePage[]): LanguageSummary {
  return {
    declaredLanguages: weigh(pages.map(({ facts }) => [facts.declaredLanguage, 1])),
    contentLanguages: weigh(pages.map((page) => [page.facts.contentLanguage, bodyBytes(page)])),
  };
}

export function joinLanguages(left: LanguageSummary, right: LanguageSummary): LanguageSummary {
  return {
    declaredLanguages: weigh([...left.declaredLanguages, ...right.declaredLanguages]),
    contentLanguages: weigh([...left.contentLanguages, ...right.contentLanguages]),
  };
}

/** The declared language of a site: that of the home page, else that of most pages; ties by code. */
export function declaredLanguage(home: SitePage, { declaredLanguages }: LanguageSummary): string | null {
  return home.facts.declaredLanguage ?? heaviest(declaredLanguages);
}

/**
 * The language of a site's text: the one whose pages have the most source together, so that a few long articles outweigh many
 * short stubs. Ties go to the home page's language, then by code.
 */
export function contentLanguage(home: SitePage, { contentLanguages }: LanguageSummary): string | null {
  const ofHome = home.facts.contentLanguage;
  const maxWeight = Math.max(...contentLanguages.map(([, weight]) => weight));
  const isHomeHeaviest = contentLanguages.some(([code, weight]) => code === ofHome && weight === maxWeight);
  return isHomeHeaviest ? ofHome : heaviest(contentLanguages);
}

/** Weights of codes together; null is an unknown code. */
function weigh(votes: readonly (readonly [code: string | null, weight: number])[]): Weights {
  const weights = new Map<string, number>();
  for (const [code, weight] of votes) {
    if (code !== null) weights.set(code, (weights.get(code) ?? 0) + weight);
  }
  return [...weights];
}

function heaviest(weights: Weights): string | null {
  const [first] = weights.toSorted(([a, left], [b, right]) => right - left || compareCodePoints(a, b));
  return first?.[0] ?? null;
}
