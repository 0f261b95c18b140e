import { expect, test } from 'vitest';
import { runLoad } from './load.ts';
import type { Client } from './questions.ts';

/** A client whose load is over after this many requests. */
function counted(requests: number): { readonly client: Client; readonly isOver: () => boolean } {
  let answered = 0;
  return {
    client: async () => {
      answered++;
      return { kind: 'term', ms: 1, fault: answered === 2 ? 'wrong' : null };
    },
    isOver: () => answered >= requests,
  };
}

test('without a rate clients ask without a pause, and faults are told', async () => {
  const { client, isOver } = counted(5);
  const { times, faults } = await runLoad([client], null, isOver);
  expect(times).toEqual(Array.from({ length: 5 }, () => ({ kind: 'term', ms: 1, late: 0 })));
  expect(faults).toEqual(['term: wrong']);
});

test('with a rate a request that waited for the one before is late by that', async () => {
  let answered = 0;
  const slowFirst: Client = async () => {
    if (answered++ === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    return { kind: 'walk', ms: 1, fault: null };
  };
  // One each millisecond; the second was due 49 ms before it could be answered.
  const { times } = await runLoad([slowFirst], 1000, () => answered >= 2);
  expect(times[1]?.late).toBeGreaterThan(40);
});
