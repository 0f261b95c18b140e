import { stopped } from '../http/transport-failure.ts';

interface Flight<Value> {
  readonly value: Promise<Value>;
  readonly stop: AbortController;
  waiting: number;
}

/** One piece of work for all who want the same at the same time. */
export interface SingleFlight<Value> {
  /**
   * Begins the work, or waits for that which goes on.
   *
   * @param work is told by its signal when nobody waits any more
   * @param signal of who asks; others go on waiting
   * @throws ProviderFailure when the signal fires, and what the work throws
   */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Flight<Value>>();

  function take(key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const known = flights.get(key);
    if (known !== undefined) return known;
    const stop = new AbortController();
    const flight: Flight<Value> = {
      value: work(stop.signal).finally(() => land(key, flight)),
      stop,
      waiting: 0,
    };
    // Whoever waits is told; if all have left, nobody is.
    flight.value.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  }

  function land(key: string, flight: Flight<Value>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    async join(key, signal, work) {
      if (signal.aborted) throw stopped(signal, 'the answer');
      const flight = take(key, work);
      flight.waiting++;
      const left = Promise.withResolvers<never>();
      const leave = (): void => left.reject(stopped(signal, 'the answer'));
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([flight.value, left.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
        // One that has landed needs no telling.
        if (--flight.waiting === 0 && flights.get(key) === flight) {
          land(key, flight);
          flight.stop.abort();
        }
      }
    },
  };
}
