/** Asks something cheap of a dependency. Rejects if it is down. */
export type Probe = () => Promise<unknown>;

export interface ReadinessOptions {
  /** By the name under which a dependency is told to be down. */
  readonly probes: ReadonlyMap<string, Probe>;
  /** Milliseconds in which each has to answer. */
  readonly timeoutMs: number;
  /** Told why one is down, each time it is asked. */
  readonly onDown: (name: string, error: unknown) => void;
}

/** Names of the dependencies that are down; never rejects. */
export type Readiness = () => Promise<readonly string[]>;

/** However many ask at once, each probe runs once. */
export function createReadiness({ probes, timeoutMs, onDown }: ReadinessOptions): Readiness {
  let asking: Promise<readonly string[]> | null = null;

  async function answers(name: string, probe: Probe): Promise<boolean> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    try {
      await Promise.race([late.promise, probe()]);
      return true;
    } catch (error) {
      onDown(name, error);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async function down(): Promise<readonly string[]> {
    const names = [...probes].map(async ([name, probe]) => ((await answers(name, probe)) ? [] : [name]));
    return (await Promise.all(names)).flat();
  }

  return () => (asking ??= down().finally(() => (asking = null)));
}
