import { addAbortListener } from 'node:events';
import { stopped } from '../http/transport-failure.ts';

interface Flight<Value> {
  readonly value: Promise<Value>;
  readonly stop: AbortController;
  waiters: number;
}

type Work<Value> = (stop: AbortController) => Promise<Value>;

/**
 * Shares one piece of work among equal requests at the same time: begins the work, or waits for the work that is running.
 *
 * @param work its controller is aborted when no caller waits any more; it may abort itself, for a reason
 * @param signal of this caller; other callers go on waiting
 * @throws ProviderFailure when the signal fires, and what the work throws
 */
type Join<Value> = (key: string, signal: AbortSignal, work: Work<Value>) => Promise<Value>;

export function createSingleFlight<Value>(): Join<Value> {
  const flights = new Map<string, Flight<Value>>();

  function take(key: string, work: Work<Value>): Flight<Value> {
    const known = flights.get(key);
    if (known !== undefined) return known;
    const stop = new AbortController();
    const flight: Flight<Value> = { value: work(stop), stop, waiters: 0 };
    const landed = (): void => land(key, flight);
    // Registered before the waiters' handlers, so that it runs first; it also handles a rejection when all have left.
    flight.value.then(landed, landed);
    flights.set(key, flight);
    return flight;
  }

  function land(key: string, flight: Flight<Value>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return async (key, signal, work) => {
    if (signal.aborted) throw stopped(signal, 'the answer');
    const flight = take(key, work);
    flight.waiters++;
    const end = Promise.withResolvers<Value>();
    using _listener = addAbortListener(signal, () => end.reject(stopped(signal, 'the answer')));
    flight.value.then(end.resolve, end.reject);
    try {
      return await end.promise;
    } finally {
      // Work that has ended needs no signal.
      if (--flight.waiters === 0 && flights.get(key) === flight) {
        land(key, flight);
        flight.stop.abort();
      }
    }
  };
}
