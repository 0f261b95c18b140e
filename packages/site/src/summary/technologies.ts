import type { PageFacts, TechnologyTree } from '../facts.ts';
import { compareCodePoints } from '../order.ts';

/** Minimum confidence. Lower ones are only hints, e.g. a script name that several products share. */
const MIN_CONFIDENCE = 50;

/**
 * Technologies by group and category, all in code point order. A technology counts if one page has it with a
 * confidence of at least 50. Confidences of different pages are not added up: a hint that every page of a
 * template repeats is still one hint.
 */
export function technologyTree(
  pages: readonly { readonly facts: Pick<PageFacts, 'technologies'> }[],
): TechnologyTree {
  const byPath = new Map<string, Set<string>>();
  for (const { facts } of pages) {
    for (const { name, confidence, paths } of facts.technologies) {
      if (confidence >= MIN_CONFIDENCE) for (const path of paths) add(byPath, path, name);
    }
  }
  const groups = new Map<string, Map<string, Set<string>>>();
  for (const [path, names] of byPath) {
    const dot = path.indexOf('.');
    if (dot === -1) {
      throw new TypeError(`technology ${[...names].join()}: path "${path}" is not group.category`);
    }
    const group = path.slice(0, dot);
    const categories = groups.get(group) ?? new Map<string, Set<string>>();
    groups.set(group, categories.set(path.slice(dot + 1), names));
  }
  return sortedRecord(groups, (categories) => sortedRecord(categories, sortedNames));
}

/** Names of the technologies that some page has evidence of, in code point order. */
export function seenTechnologies(
  pages: readonly { readonly facts: Pick<PageFacts, 'technologies'> }[],
): readonly string[] {
  const seen = new Set<string>();
  for (const { facts } of pages) {
    for (const { name, confidence, isImplied } of facts.technologies) {
      if (confidence >= MIN_CONFIDENCE && isImplied === undefined) seen.add(name);
    }
  }
  return sortedNames(seen);
}

/** Names of the technologies of a tree that are not among those that were seen, in code point order. */
export function impliedTechnologies(tree: TechnologyTree, seen: readonly string[]): readonly string[] {
  const known = new Set(seen);
  const implied = new Set<string>();
  for (const categories of Object.values(tree)) {
    for (const names of Object.values(categories)) {
      for (const name of names) if (!known.has(name)) implied.add(name);
    }
  }
  return sortedNames(implied);
}

/** The technologies of both. */
export function joinTechnologies(left: TechnologyTree, right: TechnologyTree): TechnologyTree {
  return joinRecords(left, right, (ours, theirs) => joinRecords(ours, theirs, joinNames));
}

/** The names of both, in code point order. */
export function joinNames(left: readonly string[], right: readonly string[]): readonly string[] {
  const further = right.filter((name) => !left.includes(name));
  return further.length === 0 ? left : sortedNames([...left, ...further]);
}

function joinRecords<V>(
  left: Readonly<Record<string, V>>,
  right: Readonly<Record<string, V>>,
  join: (left: V, right: V) => V,
): Readonly<Record<string, V>> {
  const changed = new Map<string, V>();
  for (const [key, value] of Object.entries(right)) {
    const ours = left[key];
    const joined = ours === undefined ? value : join(ours, value);
    if (joined !== ours) changed.set(key, joined);
  }
  if (changed.size === 0) return left;
  return sortedRecord(new Map([...Object.entries(left), ...changed]), (value) => value);
}

function add(byPath: Map<string, Set<string>>, path: string, name: string): void {
  const names = byPath.get(path);
  if (names === undefined) byPath.set(path, new Set([name]));
  else names.add(name);
}

function sortedNames(names: Iterable<string>): readonly string[] {
  return [...names].sort(compareCodePoints);
}

function sortedRecord<V, R>(
  map: ReadonlyMap<string, V>,
  convert: (value: V) => R,
): Readonly<Record<string, R>> {
  const entries = [...map].sort(([a], [b]) => compareCodePoints(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, convert(value)]));
}
