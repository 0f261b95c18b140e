import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FingerprintState,
  type FingerprintStore,
  NO_FINGERPRINT_STATE,
} from '../../src/fingerprints.ts';
import type { EmptyStore } from './empty-store.ts';

interface OpenStore {
  readonly fingerprints: FingerprintStore;
  close(): Promise<void>;
}

const SET = new Uint8Array([0, 255, 1, 254, 10]);
const OTHER = new Uint8Array([7]);

function stateOf(revision: string, changed: Partial<FingerprintState> = {}): FingerprintState {
  return {
    revision,
    publicSet: null,
    searches: [
      {
        search: 'widgets',
        name: 'Ü',
        categories: ['widgets'],
        website: null,
        version: '/v([0-9.]+)/',
        query: 'script:"ü/"',
        where: { kind: 'text', text: 'ü/', caseSensitive: false, scope: 'script' },
      },
    ],
    version: '1-0a1b2c3d',
    queries: [{ name: 'Ü', digest: '0a1b2c3d' }],
    since: 1_772_366_400_000,
    steps: [
      {
        from: '1-aa',
        to: '1-0a1b2c3d',
        technologies: ['Ü'],
        texts: [{ text: '"ä\u2028', scope: 'source' }],
        queries: [{ kind: 'text', text: 'ü', caseSensitive: true, scope: 'title' }],
      },
    ],
    ...changed,
  };
}

function namedSet(digest: string): FingerprintState['publicSet'] {
  return { digest, name: 'technologies.json', technologies: 7_000, at: 5 };
}

/** Everything a store of fingerprints must do, whatever keeps it. */
export function describeFingerprints(name: string, emptyStore: EmptyStore<OpenStore>): void {
  describe(`fingerprints: ${name}`, () => {
    let store: OpenStore;
    let reopen: () => Promise<OpenStore>;
    beforeAll(async () => {
      reopen = await emptyStore();
      store = await reopen();
    });
    afterAll(() => store.close());

    it('have a state that is replaced by who has seen it, with the set that it names', async () => {
      const { fingerprints } = store;
      expect(await fingerprints.get()).toEqual(NO_FINGERPRINT_STATE);
      expect(await fingerprints.set('one')).toBeNull();
      expect(await fingerprints.replace('elsewhere', stateOf('a'))).toBe(false);
      expect(await fingerprints.replace('', stateOf('a'))).toBe(true);
      expect(await fingerprints.replace('', stateOf('b'))).toBe(false);
      expect(await fingerprints.get()).toEqual(stateOf('a'));

      const first = stateOf('b', { publicSet: namedSet('one') });
      expect(await fingerprints.replace('a', first, SET)).toBe(true);
      expect(await fingerprints.get()).toEqual(first);
      expect(Array.from((await fingerprints.set('one')) ?? [])).toEqual([...SET]);

      // A change that leaves the set where it is.
      expect(await fingerprints.replace('b', { ...first, revision: 'c', since: 6 })).toBe(true);
      expect(Array.from((await fingerprints.set('one')) ?? [])).toEqual([...SET]);

      expect(await fingerprints.replace('c', stateOf('d', { publicSet: namedSet('two') }), OTHER)).toBe(true);
      expect(await fingerprints.set('one')).toBeNull();
      expect(Array.from((await fingerprints.set('two')) ?? [])).toEqual([...OTHER]);
      expect(await fingerprints.replace('d', stateOf('e'))).toBe(true);
      expect(await fingerprints.set('two')).toBeNull();
    });

    it('are the same to all who share the storage, and one of those who replace a state at once does', async () => {
      const other = await reopen();
      try {
        const before = await other.fingerprints.get();
        expect(before).toEqual(await store.fingerprints.get());
        const results = await Promise.all(
          ['x', 'y'].map((revision, number) =>
            (number === 0 ? store : other).fingerprints.replace(before.revision, stateOf(revision)),
          ),
        );
        expect(results.filter(Boolean)).toHaveLength(1);
        expect(await other.fingerprints.get()).toEqual(stateOf(results[0] === true ? 'x' : 'y'));
      } finally {
        await other.close();
      }
    });
  });
}
