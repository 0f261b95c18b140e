import { expect, test } from 'vitest';
import { countTexts } from './text-languages.ts';

test('texts in languages that eld knows are seldom named wrong, and as often right as by eld', () => {
  const counts = countTexts();
  const [ours, elds, others] = [
    'languages of eld: sitegrep',
    'languages of eld: eld',
    'others: sitegrep',
  ].map((name) => counts[name] ?? { right: 0, none: 0, wrong: 1_000 });
  expect(ours?.wrong).toBeLessThanOrEqual(1);
  expect(ours?.right).toBeGreaterThanOrEqual(elds?.right ?? Infinity);
  expect(others?.wrong).toBeLessThanOrEqual(25);
});
