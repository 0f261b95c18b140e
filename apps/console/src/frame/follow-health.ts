// The state of the server, told by a stream while there is one: its end is noticed at once, its silence within two seconds.
import { type ReadinessEvent, type SitegrepClient, SitegrepError } from '@sitegrep/client';

/** Maximum time between two attempts to reach a server that does not answer, and time for which an answer is waited for, in milliseconds. */
const AGAIN_MS = 1_000;

/** Maximum time between two attempts to open a stream that does not come of a server that is ready, in milliseconds. */
const MAX_REFUSED_MS = 15_000;

export type HealthState = 'checking' | 'ready' | 'degraded' | 'down' | 'unreachable';

export interface ServerHealth {
  readonly state: HealthState;
  /** Everything that the server depends on, as far as it is known. */
  readonly dependencies: ReadinessEvent['dependencies'];
  /** Words of the server on why it is not ready; null: it gave none. */
  readonly details: string | null;
}

export const UNKNOWN_HEALTH: ServerHealth = { state: 'checking', dependencies: [], details: null };

/** Says how a server does. */
type Source = Pick<SitegrepClient['instance'], 'watch' | 'ready'>;

/** Tells how the server does until `signal` fires, or nobody is signed in any more. */
export async function followHealth(
  source: Source,
  tell: (health: ServerHealth) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let refusedMs = 0;
    let isOpen = false;
    try {
      for await (const event of source.watch({ signal })) {
        isOpen = true;
        tell(healthOf(event));
      }
    } catch (error) {
      if (error instanceof SitegrepError && error.code === 'unauthorized') return;
      if (error instanceof SitegrepError && error.status !== null) refusedMs = error.retryAfterMs ?? AGAIN_MS;
      // Silence of two seconds is as good as no answer.
      else if (isOpen && !signal.aborted) tell({ ...UNKNOWN_HEALTH, state: 'unreachable' });
      // From the beginning on, it may be that of a proxy that holds streams back.
      else if (error instanceof SitegrepError && error.code === 'timeout') refusedMs = MAX_REFUSED_MS;
    }
    if (signal.aborted) return;
    const health = await lookAtHealth(source, signal);
    if (signal.aborted) return;
    tell(health);
    const isStreamAlone = refusedMs > 0 && (health.state === 'ready' || health.state === 'degraded');
    // Consoles that lost a server at the same time don't come back at the same time.
    const again = AGAIN_MS * (1 - Math.random() / 2);
    await pause(isStreamAlone ? Math.min(MAX_REFUSED_MS, refusedMs) + again : again, signal);
  }
}

/** State of the server by a request of its own, which needs no key: keys are not readable while the storage is away. */
export async function lookAtHealth(source: Source, signal: AbortSignal): Promise<ServerHealth> {
  try {
    const { dependencies, degraded } = await source.ready({ signal, retries: 0, timeout: 2 * AGAIN_MS });
    return {
      state: degraded.length > 0 ? 'degraded' : 'ready',
      dependencies: Object.entries(dependencies).map(([name, state]) => ({ name, service: '', state })),
      details: null,
    };
  } catch (error) {
    if (error instanceof SitegrepError && error.code === 'unavailable')
      return { state: 'down', dependencies: [], details: error.details };
    return { ...UNKNOWN_HEALTH, state: 'unreachable' };
  }
}

function healthOf({ ready, dependencies }: ReadinessEvent): ServerHealth {
  const isWhole = dependencies.every(({ state }) => state === 'up');
  return { state: !ready ? 'down' : isWhole ? 'ready' : 'degraded', dependencies, details: null };
}

/** Waits; ends early when `signal` fires. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
