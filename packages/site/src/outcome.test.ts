import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OUTCOMES } from './outcome.ts';

test('docs/crawling.md describes every outcome, in the order of the list', () => {
  const page = readFileSync(new URL('../../../docs/crawling.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('## How a site ends'));
  expect([...table.matchAll(/^\| `(\w+)` /gm)].map(([, outcome]) => outcome)).toEqual([...OUTCOMES]);
});
