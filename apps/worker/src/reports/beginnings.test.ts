import { type ReportState, StorageUnavailable } from '@sitegrep/storage';
import { expect, test } from 'vitest';
import { openBeginnings } from './beginnings.ts';

const stateOf = (begun: number): ReportState => ({
  search: 'teas',
  born: 1,
  due: 5,
  number: 2,
  wanted: { at: 5, by: 'schedule', begun },
  last: null,
});

/** A storage with one state, which is down as long as it is told. */
function storageWith(state: ReportState) {
  const storage = { state, isDown: false };
  const setState = async (from: ReportState, to: ReportState): Promise<boolean> => {
    if (storage.isDown) throw new StorageUnavailable('it is down');
    if (JSON.stringify(from) !== JSON.stringify(storage.state)) return false;
    storage.state = to;
    return true;
  };
  return { storage, beginnings: openBeginnings({ setState }) };
}

test('a beginning is given back at once', async () => {
  const { storage, beginnings } = storageWith(stateOf(1));
  await beginnings.giveBack(stateOf(1), stateOf(0));
  expect(storage.state).toEqual(stateOf(0));
  expect(await beginnings.current(stateOf(0))).toEqual(stateOf(0));
});

test('while the storage is down for that as well, it is given back with the next look', async () => {
  const { storage, beginnings } = storageWith(stateOf(1));
  storage.isDown = true;
  await beginnings.giveBack(stateOf(1), stateOf(0));
  await expect(beginnings.current(stateOf(1))).rejects.toThrow('it is down');
  storage.isDown = false;
  expect(await beginnings.current(stateOf(1))).toEqual(stateOf(0));
  expect(storage.state).toEqual(stateOf(0));
  // Once: the same state later is one that was begun again.
  storage.state = stateOf(1);
  expect(await beginnings.current(stateOf(1))).toEqual(stateOf(1));
});

test('what another process made of it meanwhile stays', async () => {
  const { storage, beginnings } = storageWith(stateOf(1));
  storage.isDown = true;
  await beginnings.giveBack(stateOf(1), stateOf(0));
  storage.isDown = false;
  storage.state = stateOf(2);
  expect(await beginnings.current(stateOf(1))).toEqual(stateOf(1));
  expect(storage.state).toEqual(stateOf(2));
});
