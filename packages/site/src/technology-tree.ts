import type { PageFacts, TechnologyTree } from './facts.ts';
import { compareCodePoints } from './order.ts';

/** Fingerprints call what is below it a hint, e.g. a script's name that several products share. */
const MIN_CONFIDENCE = 50;

/**
 * group → category → names, all in code point order. A technology counts if one page found it with a confidence of at
 * least 50; confidences of different pages are not added up, since a hint that every page of a template repeats is
 * still one hint.
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
