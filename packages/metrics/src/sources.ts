import type { LabelsOf, NameOf } from './table.ts';

/** One value of a gauge. */
export type Reading = {
  readonly [Name in NameOf<'gauge'>]: {
    readonly name: Name;
    readonly labels: LabelsOf<Name>;
    readonly value: number;
  };
}[NameOf<'gauge'>];

/** Source of the values of some gauges, such as a queue or the index. */
export interface Source {
  readonly name: LabelsOf<'sitegrep_source_failures_total'>['source'];
  /** Minimum time between two reads, in milliseconds. */
  readonly everyMs: number;
  /** Whether a read costs the same however much is stored, so that no longer pause follows a slow one; by default not. */
  readonly isLight?: boolean;
  /** Reads all values; a gauge that is left out keeps its previous value. */
  readonly read: () => Promise<readonly Reading[]>;
  /** Called with the reason when it cannot be read after it could; while it cannot, that is not repeated. */
  readonly onFailure: (error: unknown) => void;
}

/** Maximum wait for a source, in milliseconds; later values are in the next text. */
const PATIENCE_MS = 1_000;
/** Pause after a read, as a multiple of its duration, so that reads take at most a hundredth of the time. */
const REST = 100;

interface Gauges {
  set(reading: Reading): void;
  /** Removes a value that is not known any more. */
  forget(name: Reading['name']): void;
  failed(): void;
}

/** Creates a reader. @returns reads the source if it is due, and waits briefly for it; never rejects */
export function readSource(
  source: Source,
  gauges: Gauges,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  const known = new Set<Reading['name']>();
  const rest = source.isLight === true ? 0 : REST;
  let isFailing = false;
  let asking: Promise<void> | null = null;
  let askAgainAt = -Infinity;

  async function ask(): Promise<void> {
    const start = now();
    try {
      for (const reading of await source.read()) {
        known.add(reading.name);
        gauges.set(reading);
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) source.onFailure(error);
      isFailing = true;
      gauges.failed();
      for (const name of known) gauges.forget(name);
    }
    const end = now();
    askAgainAt = Math.max(start + source.everyMs, end + rest * (end - start));
  }

  return async () => {
    if (asking === null && now() < askAgainAt) return;
    asking ??= ask().finally(() => (asking = null));
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, PATIENCE_MS);
    await Promise.race([asking, late.promise]);
    clearTimeout(timer);
  };
}
