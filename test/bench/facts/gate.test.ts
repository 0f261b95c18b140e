import { expect, test } from 'vitest';
import { FACTS } from './facts.ts';
import { fallen, type FiguresByFact, readRecorded } from './gate.ts';

const figures = (precision: number, recall: number) => ({ judged: 10, precision, recall });
const before: FiguresByFact = {
  country: { tuned: figures(0.98, 0.9), fresh: figures(0.97, 0.88) },
  emails: { fresh: figures(1, 1) },
};

test.each([
  ['the same figures', before, []],
  ['better ones', { country: { tuned: figures(0.99, 0.9), fresh: figures(0.97, 0.9) } }, []],
  ['a part that is new', { country: { ...before['country'], special: figures(0.1, 0.1) } }, []],
  ['a fact that is new', { titles: { fresh: figures(0.1, 0.1) } }, []],
  ['nothing', {}, []],
  [
    'lower ones',
    { country: { tuned: figures(0.979, 0.9), fresh: figures(0.98, 0.8) }, emails: { fresh: figures(0, 0) } },
    [
      'country, tuned: precision 0.98 before, 0.979 now',
      'country, fresh: recall 0.88 before, 0.8 now',
      'emails, fresh: precision 1 before, 0 now',
      'emails, fresh: recall 1 before, 0 now',
    ],
  ],
  ['a part that is gone', { emails: {} }, ['emails, fresh: 10 were judged before, none now']],
])('%s', (_name, now: FiguresByFact, expected) => {
  expect(fallen(before, now)).toEqual(expected);
});

test('what is recorded is of facts that are judged', () => {
  const { pages, facts } = readRecorded();
  expect(pages).toBeGreaterThan(4_000);
  expect(Object.keys(facts).filter((fact) => !(fact in FACTS))).toEqual([]);
  for (const { precision, recall } of Object.values(facts).flatMap((parts) => Object.values(parts)))
    expect(Math.min(precision, recall)).toBeGreaterThan(0.5);
});
