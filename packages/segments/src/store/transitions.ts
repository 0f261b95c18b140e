// How the manifest changes: pure functions from one to the next, before it is written.
import type { Manifest, SegmentEntry } from './manifest.ts';

/** A new log follows the others. */
export function withNewLog(manifest: Manifest, log: number): Manifest {
  return next(manifest, { logs: [...manifest.logs, log] });
}

/**
 * The oldest log has become a segment, and tombstones of those before.
 *
 * @param last sequence number of the log's last operation
 * @param segments all of them, the new one included
 */
export function withoutOldestLog(
  manifest: Manifest,
  last: number,
  segments: readonly SegmentEntry[],
): Manifest {
  return next(manifest, { sequence: last, logs: manifest.logs.slice(1), segments });
}

/** Neighbouring segments, by their numbers, have become one, or none. */
export function withMerged(
  manifest: Manifest,
  inputs: ReadonlySet<number>,
  output: SegmentEntry | null,
): Manifest {
  const at = manifest.segments.findIndex(({ number }) => inputs.has(number));
  const others = manifest.segments.filter(({ number }) => !inputs.has(number));
  return next(manifest, { segments: others.toSpliced(at, 0, ...(output === null ? [] : [output])) });
}

function next(manifest: Manifest, changes: Partial<Manifest>): Manifest {
  return { ...manifest, ...changes, generation: manifest.generation + 1 };
}
