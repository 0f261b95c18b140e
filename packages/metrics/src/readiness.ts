/** State of a dependency that answers; while it is `full` it takes no writes. */
type LiveState = 'up' | 'full';

/** Sends a cheap request to a dependency. Rejects if it is down. */
export type Probe = () => Promise<LiveState>;

/** Something that a process depends on. */
export interface Dependency {
  readonly probe: Probe;
  /** Service that it is a part of, such as Redis; an outage is one of a service. */
  readonly service: string;
  /** Whether the process is of no use without it. */
  readonly isEssential: boolean;
}

/** States of the dependencies, by name. */
type States = Readonly<Record<string, LiveState | 'down'>>;

/** Readiness of a process for requests. */
export interface ReadinessReport {
  readonly dependencies: States;
  /** Names of the essential dependencies that are down; the process is ready if there are none. */
  readonly down: readonly string[];
  /** Names of other dependencies that are down, and of those that are full: the process is ready, but does less. */
  readonly degraded: readonly string[];
}

/** Probes the dependencies; never rejects. Concurrent calls share one run of each probe. */
export type Readiness = () => Promise<ReadinessReport>;

interface ReadinessOptions {
  /** Dependencies by their reported names. */
  readonly dependencies: ReadonlyMap<string, Dependency>;
  /** Timeout of a probe in milliseconds. */
  readonly timeoutMs: number;
  /** Called once for an outage of a service, with the reason. */
  readonly onAway: (service: string, error: unknown) => void;
  /** Called when everything of the service answers again. */
  readonly onBack: (service: string) => void;
  /** Time between two looks at a service that is away, in milliseconds; for tests. */
  readonly lookAgainMs?: number;
}

/** Time between two looks at a service that is away, in milliseconds: its return is noticed though nobody asks. */
const LOOK_AGAIN_MS = 5_000;

/** Creates the check. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { dependencies, timeoutMs, onAway, onBack, lookAgainMs = LOOK_AGAIN_MS } = options;
  const away = new Set<string>();
  let asking: Promise<ReadinessReport> | null = null;
  let looking: NodeJS.Timeout | null = null;

  async function stateOf(probe: Probe): Promise<Answer> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    try {
      return { state: await Promise.race([late.promise, probe()]) };
    } catch (error) {
      return { state: 'down', error };
    } finally {
      clearTimeout(timer);
    }
  }

  function tell(answers: ReadonlyMap<string, Answer>): void {
    const reasons = new Map<string, unknown>();
    for (const [name, { service }] of dependencies) {
      const answer = answers.get(name);
      if (answer?.state === 'down' && !reasons.has(service)) reasons.set(service, answer.error);
    }
    for (const [service, error] of reasons) {
      if (!away.has(service)) onAway(service, error);
      away.add(service);
    }
    for (const service of away) {
      if (reasons.has(service)) continue;
      away.delete(service);
      onBack(service);
    }
  }

  async function report(): Promise<ReadinessReport> {
    const all = [...dependencies].map(async ([name, { probe }]) => [name, await stateOf(probe)] as const);
    const answers = new Map(await Promise.all(all));
    tell(answers);
    if (away.size > 0) looking ??= setTimeout(lookAgain, lookAgainMs).unref();
    const states = [...answers].map(([name, { state }]) => ({
      name,
      state,
      isDown: state === 'down' && (dependencies.get(name)?.isEssential ?? true),
    }));
    return {
      dependencies: Object.fromEntries(states.map(({ name, state }) => [name, state])),
      down: states.filter(({ isDown }) => isDown).map(({ name }) => name),
      degraded: states.filter(({ state, isDown }) => state !== 'up' && !isDown).map(({ name }) => name),
    };
  }

  function lookAgain(): void {
    looking = null;
    void readiness();
  }

  const readiness: Readiness = () => (asking ??= report().finally(() => (asking = null)));
  return readiness;
}

type Answer = { readonly state: LiveState } | { readonly state: 'down'; readonly error: unknown };
