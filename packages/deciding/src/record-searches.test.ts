import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expression, simplify } from '@sitegrep/search';
import { type ChangeRecord, kindedLabel } from '@sitegrep/site';
import { onBoth } from '../../storage/test/conformance/change-expressions.ts';
import { holds } from '../../storage/test/conformance/change-oracle.ts';
import { piecedDocument, type Site } from '../../storage/test/conformance/query-oracle.ts';
import { siteOf } from '../test/documents.ts';
import { compileSearches, RecordSearches } from './index.ts';

const LABELS = [
  ...['Alpha', 'Alphabet', 'Beta', 'Gamma'].map((name) => kindedLabel('tech', name)),
  kindedLabel('category', 'a.b'),
  kindedLabel('tech_version', 'Alpha\u00001.2'),
  kindedLabel('tech_version', 'Alpha\u00002.0'),
  kindedLabel('host', 'test.one\0s3'),
  kindedLabel('host', 'test.one\0i3'),
  kindedLabel('host', 'test.one.cdn\0s3'),
  kindedLabel('host', 'test.two\0l'),
  kindedLabel('title', 'Ein 😀'),
  kindedLabel('email', 'me@one.test'),
  kindedLabel('email', 'you@two.test'),
  kindedLabel('country', 'DE'),
  kindedLabel('outcome', 'gone'),
];
const labels = fc.subarray(LABELS, { maxLength: 4 });
const record: fc.Arbitrary<ChangeRecord> = fc.record({
  at: fc.integer({ min: Date.UTC(2026, 0, 27) / 1_000, max: Date.UTC(2026, 1, 14) / 1_000 }),
  previousAt: fc.constant(0),
  by: fc.constantFrom('visit', 'detector', 'retraction'),
  added: labels,
  removed: labels,
});
const site = fc
  .record({
    number: fc.nat(9),
    technologies: fc.constantFrom({}, { a: { b: ['Beta', 'Gamma'] } }),
    rank: fc.constantFrom(0, 90, 500),
  })
  .map(({ number, technologies, rank }): Site => ({
    ...piecedDocument(`d${number}.test`, [[['text', `Number ${100 * number} digit-${number}`]]], {
      technologies,
    }),
    rank,
  }));

test('searches of changes are decided as a plain look at the record and its site does', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(onBoth, { minLength: 1, maxLength: 40 }), site, record, (wheres, one, changed) => {
      const searches = wheres.map((where, number) => ({
        id: String(number),
        where: simplify(where, 'change'),
      }));
      const decider = compileSearches(
        searches.map((search) => ({ ...search, level: 'domain' })),
        { takesBroad: true },
      );
      const decision = decider.decide({ ...siteOf(one.document, one.rank), record: changed });
      const model = { ...changed, domain: one.document.domain, rank: one.rank, step: 0 };
      const expected = searches.flatMap(({ id, where }) => (holds(where, model, one) ? [id] : []));
      expect(decision.undecided).toEqual([]);
      expect(decision.fulfilled.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      const possible = new Set(Array.from(new RecordSearches(searches).of(changed), ({ id }) => id));
      expect(expected.filter((id) => !possible.has(id))).toEqual([]);
      found += expected.length;
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(500);
});

function added(field: 'tech' | 'title', ...values: readonly string[]): Expression {
  const condition =
    values.length === 0 ? ({ kind: 'any', field } as const) : ({ kind: 'any_of', field, values } as const);
  return simplify({ kind: 'change_label', side: 'added', condition }, 'change');
}

test('of ten thousand searches, those are looked at that name what the record has', () => {
  const many = Array.from({ length: 10_000 }, (_, number) => ({
    id: `s${number}`,
    where: added('tech', `T${number}`, `U${number}`),
  }));
  const others = [
    { id: 'any technology', where: added('tech') },
    { id: 'any title', where: added('title') },
    { id: 'any change', where: simplify({ kind: 'change_by', by: 'visit' }, 'change') },
  ];
  const changed: ChangeRecord = {
    at: 1,
    previousAt: 0,
    by: 'visit',
    added: [kindedLabel('tech', 'T7'), kindedLabel('tech', 'U70'), kindedLabel('category', 'T700')],
    removed: [kindedLabel('tech', 'T7000'), kindedLabel('title', 'T1')],
  };
  const found = new RecordSearches([...many, ...others]).of(changed);
  expect(Array.from(found, ({ id }) => id).toSorted()).toEqual([
    'any change',
    'any technology',
    's7',
    's70',
    's700',
  ]);
});
