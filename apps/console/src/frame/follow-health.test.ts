import { type ReadinessEvent, type SitegrepClient, SitegrepError } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { followHealth, type HealthState } from './follow-health.ts';

const dependency = (state: 'up' | 'full' | 'down') => ({ name: 'index', service: 'Elasticsearch', state });
const UP: ReadinessEvent = { ready: true, dependencies: [dependency('up')] };
const FULL: ReadinessEvent = { ready: true, dependencies: [dependency('full')] };
const DOWN: ReadinessEvent = { ready: false, dependencies: [dependency('down')] };

type Ready = Awaited<ReturnType<SitegrepClient['instance']['ready']>>;
const READY: Ready = { status: 'ready', degraded: [], dependencies: { index: 'up' } };

function errorOf(
  code: 'network' | 'timeout' | 'unavailable' | 'unauthorized',
  status: number | null,
): SitegrepError {
  return new SitegrepError({ operation: 'x', code, status, details: 'Not ready: index down.' });
}

type Step = readonly (ReadinessEvent | SitegrepError)[];

/** The states that are told while streams give these events and errors, one stream after the other; the last stays open. */
async function told(
  streams: readonly Step[],
  ready: () => Promise<Ready> = () => Promise.resolve(READY),
): Promise<readonly HealthState[]> {
  const stop = new AbortController();
  const states: HealthState[] = [];
  let next = 0;
  const source = {
    async *watch() {
      const step = streams[next++];
      for (const one of step ?? []) {
        if (one instanceof SitegrepError) throw one;
        yield one;
      }
      if (next >= streams.length) stop.abort();
    },
    ready,
  };
  await followHealth(source, ({ state }) => states.push(state), stop.signal);
  return states;
}

test('a stream tells each state as it comes', async () => {
  expect(await told([[UP, FULL, DOWN, UP]])).toEqual(['ready', 'degraded', 'down', 'ready']);
});

test('a server that is gone is told at once, and so is its return', async () => {
  const isGone = (): Promise<never> => Promise.reject(errorOf('network', null));
  expect(await told([[UP, errorOf('network', null)], [UP]], isGone)).toEqual([
    'ready',
    'unreachable',
    'unreachable',
    'ready',
  ]);
});

test('a server that cannot look up keys says itself what is away', async () => {
  const isAway = (): Promise<never> => Promise.reject(errorOf('unavailable', 503));
  expect(await told([[errorOf('unavailable', 503)], [UP]], isAway)).toEqual(['down', 'ready']);
});

test('a server whose streams are all in use is asked without one', async () => {
  expect(await told([[errorOf('unavailable', 503)], [DOWN]])).toEqual(['ready', 'down']);
});

test('a server is not unreachable where a proxy holds its stream back', async () => {
  const stop = new AbortController();
  const states: HealthState[] = [];
  const source = {
    async *watch(): AsyncGenerator<ReadinessEvent, void> {
      const none: ReadinessEvent[] = [];
      yield* none;
      throw errorOf('timeout', null);
    },
    ready: () => Promise.resolve(READY),
  };
  const tell = ({ state }: { readonly state: HealthState }): void => {
    states.push(state);
    stop.abort();
  };
  await followHealth(source, tell, stop.signal);
  expect(states).toEqual(['ready']);
});

test('nobody who is signed out is told anything', async () => {
  expect(await told([[errorOf('unauthorized', 401)], [UP]])).toEqual([]);
});
