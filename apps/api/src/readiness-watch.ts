// Readiness as it is watched: dependencies are probed often while somebody does, once for all who do.
import type { ReadinessEvent } from '@sitegrep/contract';
import type { Readiness, ReadinessReport } from '@sitegrep/metrics';
import { Heartbeat, serverSentEvent, STREAM_START } from './event-streams/server-sent.ts';
import type { ApiSettings } from './settings.ts';

/** Time between two probes, in milliseconds, and between two looks of a stream at what they found. */
const PROBE_EVERY_MS = 500;

/** Interval of heartbeats, in milliseconds: a client notices within two of them that the server is gone. */
const HEARTBEAT_MS = 1_000;

interface WatchOptions {
  /** See `probedRarely`. */
  readonly readiness: Readiness;
  readonly services: ApiSettings['services'];
  /** Ends the stream as if the connection had been lost. */
  readonly signal: AbortSignal;
}

/** Lets those who watch at the same time share the probes. */
export function probedRarely(readiness: Readiness): Readiness {
  let last: Promise<ReadinessReport> | null = null;
  let nextAt = -Infinity;
  return () => {
    const now = performance.now();
    if (last === null || now >= nextAt) {
      last = readiness();
      nextAt = now + PROBE_EVERY_MS;
    }
    return last;
  };
}

/** Renders the state of all dependencies as an event: at once, and whenever one of them has changed. */
export async function* readinessEvents({
  readiness,
  services,
  signal,
}: WatchOptions): AsyncGenerator<string, void> {
  const heartbeat = new Heartbeat(HEARTBEAT_MS, signal);
  let told = '';
  yield heartbeat.sent(STREAM_START);
  try {
    for (;;) {
      const report = yield* heartbeat.until(readiness());
      const event = serverSentEvent('readiness', eventOf(report, services));
      if (event !== told) yield heartbeat.sent(event);
      told = event;
      yield* heartbeat.until(new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS)));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function eventOf({ dependencies, down }: ReadinessReport, services: ApiSettings['services']): ReadinessEvent {
  return {
    ready: down.length === 0,
    dependencies: Object.entries(dependencies).map(([name, state]) => ({
      name,
      service: name === 'queue' ? services.queue : services.storage,
      state,
    })),
  };
}
