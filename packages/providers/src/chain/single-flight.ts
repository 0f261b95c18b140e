import { stopped } from '../http/transport-failure.ts';

interface Flight<Value> {
  readonly value: Promise<Value>;
  readonly stop: AbortController;
  waiting: number;
}

type Work<Value> = (stop: AbortController) => Promise<Value>;

/** One piece of work for all who want the same at the same time. */
export interface SingleFlight<Value> {
  /**
   * Begins the work, or waits for that which goes on.
   *
   * @param work is stopped through its controller when nobody waits any more; it may stop itself, for a reason
   * @param signal of who asks; others go on waiting
   * @throws ProviderFailure when the signal fires, and what the work throws
   */
  join(key: string, signal: AbortSignal, work: Work<Value>): Promise<Value>;
}

export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Flight<Value>>();

  function take(key: string, work: Work<Value>): Flight<Value> {
    const known = flights.get(key);
    if (known !== undefined) return known;
    const stop = new AbortController();
    const flight: Flight<Value> = { value: work(stop), stop, waiting: 0 };
    const landed = (): void => land(key, flight);
    // Before anybody who waits is told; and if all have left, nobody is.
    flight.value.then(landed, landed);
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
      const end = Promise.withResolvers<Value>();
      const leave = (): void => end.reject(stopped(signal, 'the answer'));
      signal.addEventListener('abort', leave, { once: true });
      flight.value.then(end.resolve, end.reject);
      try {
        return await end.promise;
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
