import type { PageFacts, TechnologyTree } from './facts.ts';
import { compareCodePoints } from './order.ts';
import { bodyBytes, type SitePage } from './outline.ts';

/**
 * The declared language of a site: that of the home page, else that of most pages; ties by code.
 *
 * @param pages home page first
 */
export function declaredLanguage(pages: readonly SitePage[]): string | null {
  const ofHome = pages[0]?.facts.declaredLanguage ?? null;
  return ofHome ?? heaviest(weigh(pages, (page) => [page.facts.declaredLanguage, 1]));
}

/**
 * The language of a site's text: the one whose pages have the most source together (UTF-8 bytes of the decoded body), so that
 * a few long articles outweigh many short stubs. Ties go to the home page's language, then by code.
 *
 * @param pages home page first
 */
export function contentLanguage(pages: readonly SitePage[]): string | null {
  const weights = weigh(pages, (page) => [page.facts.contentLanguage, bodyBytes(page)]);
  const ofHome = pages[0]?.facts.contentLanguage ?? null;
  const maxWeight = Math.max(...weights.values());
  return ofHome !== null && weights.get(ofHome) === maxWeight ? ofHome : heaviest(weights);
}

function weigh(
  pages: readonly SitePage[],
  vote: (page: SitePage) => readonly [code: string | null, weight: number],
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

/** Minimum confidence. Lower ones are only hints, e.g. a script name that several products share. */
const MIN_CONFIDENCE = 50;

/**
 * Technologies by group and category, all in code point order. A technology counts if one page has it with a
 * confidence of at least 50. Confidences of different pages are not added up: a hint that every page of a
 * template repeats is still one hint.
 */
export function technologyTree(pages: readonly Pick<PageFacts, 'technologies'>[]): TechnologyTree {
  const groups = new Map<string, Map<string, Set<string>>>();
  for (const { name, confidence, paths } of pages.flatMap((facts) => facts.technologies)) {
    if (confidence < MIN_CONFIDENCE) continue;
    for (const path of paths) {
      const dot = path.indexOf('.');
      if (dot === -1) throw new TypeError(`technology ${name}: path "${path}" is not group.category`);
      const categories = entryOf(groups, path.slice(0, dot), () => new Map<string, Set<string>>());
      entryOf(categories, path.slice(dot + 1), () => new Set<string>()).add(name);
    }
  }
  return sortedRecord(groups, (categories) =>
    sortedRecord(categories, (names) => [...names].sort(compareCodePoints)),
  );
}

function entryOf<V>(map: Map<string, V>, key: string, create: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

function sortedRecord<V, R>(
  map: ReadonlyMap<string, V>,
  convert: (value: V) => R,
): Readonly<Record<string, R>> {
  const entries = [...map].sort(([a], [b]) => compareCodePoints(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, convert(value)]));
}
