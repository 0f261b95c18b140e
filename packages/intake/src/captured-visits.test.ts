import { changesOf, kindedLabel, NO_HISTORY, type Visit } from '@sitegrep/site';
import { pageAt } from '@sitegrep/site/test/page-at';
import { PlainHistory } from '@sitegrep/site/test/plain-history';
import type { Storage } from '@sitegrep/storage';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyIndex, openEmptyStorage } from '../test/empty-storage.ts';
import type { Analysed } from './merge-captures.ts';
import { SiteWriter } from './site-writer.ts';

const SITE = 'a.example';
const HOUR = 3_600_000;
/** Time of the first captures. */
const START = Date.UTC(2024, 0, 1);

let storage: Storage;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ storage, remove } = await openEmptyStorage());
});
afterAll(() => remove());

const PATHS = ['/', '/a', '/b'];

/** A capture of a page that shows generators. */
interface Capture {
  readonly path: string;
  readonly at: number;
  readonly generators: readonly string[];
}

const captures: fc.Arbitrary<readonly Capture[]> = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom(...PATHS),
    at: fc.integer({ min: 0, max: 240 }).map((hour) => START + hour * HOUR),
    generators: fc.subarray(['One', 'Two', 'Three']),
  }),
  { maxLength: 25, selector: ({ path, at }) => `${path} ${at}` },
);

function analysed({ path, at, generators }: Capture): Analysed {
  const record = pageAt(
    `https://${SITE}${path}`,
    { fetchedAt: at, source: `${at} ${generators.join()}` },
    { generators },
  );
  const { url, fetchedAt } = record;
  const page = { url, status: 200, headers: [], body: new Uint8Array(), truncated: false, fetchedAt };
  return { page, record };
}

/** A capture as a visit of its page alone. */
function visitOf({ path, at, generators }: Capture): Visit {
  const key = PATHS.indexOf(path);
  const labels = new Map(generators.map((name) => [kindedLabel('generator', name), key]));
  return { at, source: 'captures', facts: '1', labels, pages: [key] };
}

test('captures in any order and in any batches make one history', async () => {
  await fc.assert(
    fc.asyncProperty(
      captures,
      fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 6 }),
      async (all, sizes) => {
        await emptyIndex(storage.domains);
        const writer = new SiteWriter({ domains: storage.domains, maxSiteBytes: 1e6 });
        const plain = new PlainHistory();
        for (const capture of all) plain.add(visitOf(capture));
        const left = [...all];
        for (const size of [...sizes, left.length]) {
          const batch = left.splice(0, size).map(analysed);
          if (batch.length > 0) await Promise.all(writer.write(new Map([[SITE, batch]])));
        }
        const { history } = (await storage.domains.history(SITE)) ?? { history: NO_HISTORY };
        const lines = changesOf(history).flatMap(({ at, by, added, removed }) =>
          [...added.map((label) => `+${label}`), ...removed.map((label) => `-${label}`)]
            .filter((label) => label.includes('generator\0'))
            .map((label) => `${at} ${label} ${by}`),
        );
        expect(lines.toSorted()).toEqual(plain.changes());
        const newest = Math.max(...all.map(({ at }) => at));
        expect((await storage.domains.lastVisit(SITE))?.at ?? -Infinity).toBe(newest);
      },
    ),
    { numRuns: 60 },
  );
});
