import { compareCodePoints } from './order.ts';
import type { PageRecord } from './page.ts';
import type { Source } from './source.ts';

/**
 * The language a site declares: the home page's, else the one most pages declare, ties by code.
 *
 * @param pages home page first
 */
export function declaredLanguage(pages: readonly PageRecord<Source>[]): string | null {
  const ofHome = pages[0]?.facts.declaredLanguage ?? null;
  return ofHome ?? heaviest(weigh(pages, (page) => [page.facts.declaredLanguage, 1]));
}

/**
 * The language a site's text is written in: the one whose pages have the most source together (UTF-16 code units), so
 * that a few long articles outweigh many short stubs. Of languages with equally much, the home page's, then by code.
 *
 * @param pages home page first
 */
export function contentLanguage(pages: readonly PageRecord<Source>[]): string | null {
  const weights = weigh(pages, (page) => [page.facts.contentLanguage, page.source.length]);
  const ofHome = pages[0]?.facts.contentLanguage ?? null;
  const most = Math.max(...weights.values());
  return ofHome !== null && weights.get(ofHome) === most ? ofHome : heaviest(weights);
}

function weigh(
  pages: readonly PageRecord<Source>[],
  vote: (page: PageRecord<Source>) => readonly [code: string | null, weight: number],
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [code, weight] of pages.map(vote)) {
    if (code !== null) weights.set(code, (weights.get(code) ?? 0) + weight);
  }
  return weights;
}

function heaviest(weights: ReadonlyMap<string, number>): string | null {
  const [first] = [...weights].sort(([a, left], [b, right]) => right - left || compareCodePoints(a, b));
  return first?.[0] ?? null;
}
