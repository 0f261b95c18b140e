import type { LabelsOf, NameOf } from './table.ts';

/** One value of a gauge. */
export type Reading = {
  readonly [Name in NameOf<'gauge'>]: {
    readonly name: Name;
    readonly labels: LabelsOf<Name>;
    readonly value: number;
  };
}[NameOf<'gauge'>];

/** Where the values of some gauges stand, such as a queue or the index. */
export interface Source {
  readonly name: LabelsOf<'sitegrep_source_failures_total'>['source'];
  /** Asked at most this often, in milliseconds. */
  readonly everyMs: number;
  /** Every value; a gauge that it leaves out keeps the one it had. */
  readonly read: () => Promise<readonly Reading[]>;
  /** Told why it could not be read. */
  readonly onFailure: (error: unknown) => void;
}

/** How long the text waits for a source; what comes later is in the next one. */
const PATIENCE_MS = 1_000;
/** A source that is slow is asked less often, so that asking takes at most a hundredth of the time. */
const REST = 100;

interface Gauges {
  set(reading: Reading): void;
  /** The value is not known any more. */
  forget(name: Reading['name']): void;
  failed(): void;
}

/** @returns asks the source if it is time to, and waits a little for what it says; never rejects */
export function readSource(
  source: Source,
  gauges: Gauges,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  const known = new Set<Reading['name']>();
  let asking: Promise<void> | null = null;
  let askAgainAt = -Infinity;

  async function ask(): Promise<void> {
    const start = now();
    try {
      for (const reading of await source.read()) {
        known.add(reading.name);
        gauges.set(reading);
      }
    } catch (error) {
      source.onFailure(error);
      gauges.failed();
      for (const name of known) gauges.forget(name);
    }
    const end = now();
    askAgainAt = Math.max(start + source.everyMs, end + REST * (end - start));
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
