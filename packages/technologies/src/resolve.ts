import type { DetectedTechnology } from '@sitegrep/site';
import type { CoreDetection, CoreResolved, CoreTechnology } from 'wappalyzer-core';
import type { Gate, LoadedCore } from './core.ts';

/** Evidence by technology, in wappalyzer-core's order. */
export type Evidence = ReadonlyMap<CoreTechnology, readonly CoreDetection[]>;

/**
 * Adds up the evidence. Technologies behind gates count only once a gate of theirs has opened, and what they prove may
 * open further gates, until nothing changes; each counts once, whatever number of gates it stands behind.
 *
 * @param inOrder evidence for technologies without conditions, in wappalyzer-core's order
 * @param gated evidence for the others, one map a kind of evidence; of all that a round opens, the first kind comes first
 */
export function resolveEvidence(
  core: LoadedCore,
  inOrder: readonly CoreDetection[],
  gated: readonly Evidence[],
): readonly CoreResolved[] {
  const detections = [...inOrder];
  const waiting = new Set(gated.flatMap((evidence) => [...evidence.keys()]));
  for (;;) {
    const resolved = core.resolve(detections);
    if (waiting.size === 0) return resolved;
    const opened = [...new Set(openedBy(core.gates, resolved))].filter((technology) =>
      waiting.delete(technology),
    );
    if (opened.length === 0) return resolved;
    for (const evidence of gated) {
      for (const technology of opened) detections.push(...(evidence.get(technology) ?? []));
    }
  }
}

function openedBy(gates: readonly Gate[], resolved: readonly CoreResolved[]): readonly CoreTechnology[] {
  const names = new Set(resolved.map(({ name }) => name));
  const categories = new Set(resolved.flatMap(({ categories }) => categories.map(({ id }) => id)));
  return gates
    .filter(({ opensOn }) =>
      'technology' in opensOn ? names.has(opensOn.technology) : categories.has(opensOn.category),
    )
    .flatMap(({ technologies }) => technologies);
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
