import { DatabaseSync } from 'node:sqlite';
import type { PageHits } from '@sitegrep/deciding';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hitWriter } from './hit-rows.ts';
import { SEARCHES_SQL } from './schema.ts';

function opened(): { readonly db: DatabaseSync; readonly hits: ReturnType<typeof hitWriter> } {
  const db = new DatabaseSync(':memory:');
  db.exec(SEARCHES_SQL);
  return { db, hits: hitWriter(db) };
}

/** Ids have 52 bits. */
const MAX_ID = 2 ** 52 - 1;

const pageHits = fc.record({
  through: fc.nat(),
  literals: fc.uniqueArray(
    fc.oneof(
      fc.nat(20),
      fc.maxSafeNat().map((id) => id % (MAX_ID + 1)),
    ),
  ),
});

it('are read as they were written, of each domain and whatever was there before', () => {
  const { db, hits } = opened();
  const written = new Map<number, ReadonlyMap<number, unknown>>();
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.uniqueArray(fc.tuple(fc.maxSafeNat(), fc.option(pageHits, { freq: 4 })), {
        selector: ([number]) => number,
        minLength: 1,
        maxLength: 8,
      }),
      (domain, pages) => {
        const own = pages.map(([, known]): PageHits | null =>
          known === null ? null : { ...known, literals: Float64Array.from(known.literals) },
        );
        const numbers = pages.map(([number]) => number);
        hits.set(domain, hits.of(domain), numbers, own);
        const known = pages.filter(([, one]) => one !== null);
        written.set(domain, new Map(pages.length === 1 ? [] : known));
        for (const [id, expected] of written) {
          const read = Array.from(hits.of(id), ([number, { through, literals }]) => [
            number,
            { through, literals: new Set(literals) },
          ]);
          expect(new Map(read as [number, unknown][])).toEqual(
            new Map(
              Array.from(
                expected as ReadonlyMap<number, { through: number; literals: number[] }>,
                ([n, one]) => [n, { ...one, literals: new Set(one.literals) }],
              ),
            ),
          );
        }
        expect([...hits.domains()]).toEqual(
          Array.from(written)
            .flatMap(([id, expected]) => (expected.size === 0 ? [] : [id]))
            .toSorted((a, b) => a - b),
        );
      },
    ),
  );
  db.close();
});

it('of more pages than a row holds are those of the first ones', () => {
  const { db, hits } = opened();
  const literals = Float64Array.from({ length: 1_000 }, (_, at) => MAX_ID - at * 1_000).toSorted();
  const numbers = Array.from({ length: 1_200 }, (_, at) => 100 + at);
  const own = numbers.map(() => ({ through: 7, literals }));
  hits.set(1, new Map(), numbers, own);
  const known = hits.of(1);
  expect([...known.keys()]).toEqual(numbers.slice(0, 1_000));
  expect(known.get(1_099)).toEqual({ through: 7, literals });
  db.close();
});
