import { expect, test } from 'vitest';
import type { NetworkState } from './page-activity.ts';
import { lateReason, type Observation, openReason, unfinishedOf } from './unfinished.ts';

const NETWORK: NetworkState = {
  awaited: [],
  unanswered: [],
  lasting: [],
  shown: false,
  quietMs: 500,
  calmMs: 500,
};
/** A page at rest. */
const RESTING: Observation = {
  network: NETWORK,
  timers: [],
  sameMs: 500,
  idleMs: 500,
  loadedMs: 500,
  showsNothing: false,
  works: false,
  leftMs: 5_000,
};

const network = (state: Partial<NetworkState>): Partial<Observation> => ({
  network: { ...NETWORK, ...state },
});
const TIMER = { dueMs: 1_000, repeats: false };

test.each<[what: string, seen: Partial<Observation>, waitsFor: string | null]>([
  ['at rest', {}, null],
  ['of nothing, for half a second', { showsNothing: true }, 'loading'],
  [
    'of nothing, for two seconds',
    { ...network({ quietMs: 2_000 }), sameMs: 2_000, showsNothing: true },
    null,
  ],
  ['with a worker', { works: true }, null],
  ['of nothing, with a worker', { works: true, showsNothing: true }, 'worker'],
  ['with an open request', network({ awaited: ['a.test'], quietMs: 60_000 }), 'answers'],
  ['with a request a moment ago', network({ quietMs: 499 }), 'changes'],
  ['that changed a moment ago', { sameMs: 499 }, 'changes'],
  ['that did not answer a moment ago', { idleMs: 499 }, 'busy'],
  ['that is being loaded', { loadedMs: null }, 'loading'],
  [
    'that has been loaded for two seconds',
    { ...network({ quietMs: 2_000 }), sameMs: 2_000, loadedMs: null },
    null,
  ],
  ['with pictures under way', network({ shown: true }), 'loading'],
  ['with pictures for two seconds', { ...network({ shown: true, quietMs: 2_000 }), sameMs: 2_000 }, null],
  ['with a timer', { timers: [TIMER] }, 'timer'],
  [
    'with a timer, long after its last request',
    { ...network({ calmMs: 9_000 }), timers: [TIMER], loadedMs: 9_000 },
    null,
  ],
  ['with a timer, soon after it was loaded', { ...network({ calmMs: 9_000 }), timers: [TIMER] }, 'timer'],
  [
    'with a timer, whose document is not closed',
    { ...network({ calmMs: 9_000, quietMs: 9_000 }), sameMs: 9_000, timers: [TIMER], loadedMs: null },
    null,
  ],
  ['with a stream', network({ lasting: ['a.test'] }), null],
  ['with a silent stream', network({ unanswered: ['a.test'] }), null],
  ['of nothing, with a stream', { ...network({ lasting: ['a.test'] }), showsNothing: true }, 'text'],
  [
    'of nothing, with a silent stream',
    { ...network({ unanswered: ['a.test'] }), showsNothing: true },
    'text',
  ],
])('a page %s waits for: %s %s', (_, seen, waitsFor) => {
  expect(unfinishedOf({ ...RESTING, ...seen })?.waitsFor ?? null).toBe(waitsFor);
});

test('hosts are named', () => {
  const state = { awaited: ['a.test', 'b.test'], unanswered: ['c.test'], lasting: ['c.test', 'd.test'] };
  expect(unfinishedOf({ ...RESTING, ...network(state) })?.hosts).toEqual(['a.test', 'b.test']);
  const nothing = { ...RESTING, ...network({ ...state, awaited: [] }), showsNothing: true };
  expect(unfinishedOf(nothing)?.hosts).toEqual(['c.test', 'd.test']);
});

test.each([
  ['answers', ['a.test'], 'after 12 s answers of a.test had not come to their end'],
  [
    'answers',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    'after 12 s answers of a, b, c, d, e and 2 more had not come to their end',
  ],
  [
    'text',
    ['a.test', 'b.test'],
    'after 12 s the page showed nothing and was still connected to a.test and b.test',
  ],
  ['worker', [], 'after 12 s the page showed nothing and a worker of it was still running'],
  ['timer', [], 'after 12 s a timer of the page was still running'],
  ['changes', [], 'after 12 s the page was still changing'],
  ['loading', [], 'after 12 s the page was still loading'],
  ['busy', [], 'after 12 s scripts of the page were still busy'],
] as const)('a page that waits for %s of %s says so', (waitsFor, hosts, reason) => {
  expect(lateReason({ waitsFor, hosts }, 12)).toBe(reason);
});

test('of a finished page it is said what it went on waiting for', () => {
  expect(openReason({ unanswered: [] })).toBeNull();
  expect(openReason({ unanswered: ['a.test', 'b.test'] })).toBe(
    'the page went on waiting for a.test and b.test',
  );
});
