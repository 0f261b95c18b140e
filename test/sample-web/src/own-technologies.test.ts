import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractPage } from '@sitegrep/facts';
import { afterAll, expect, test } from 'vitest';
import { readFingerprints } from '../../../packages/technologies/src/fingerprints.ts';
import { comparedSets } from '../../exactness/own-public-set.ts';
import { received } from '../test/received.ts';
import { sampleSites } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-technologies-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the public set as a file of technologies of one’s own finds on the sample web what the set finds, or the difference has a reason', () => {
  const path = join(folder, 'technologies.json');
  writeFileSync(path, JSON.stringify(readFingerprints().technologies));
  const { differences, problems } = comparedSets(path);
  // Selectors that no browser takes either, and second names of products that our layer has under one name.
  const known = /is not a selector that can be looked for$|: is left out: there is "/;
  expect(problems.filter((problem) => !known.test(problem))).toEqual([]);
  expect(problems.length).toBeLessThan(20);
  const compared = sampleSites()
    .filter(({ expected }) => expected.outcome === 'indexed')
    .flatMap((site) => site.expected.pages.map((url) => ({ url, ...received(site, url) })))
    .map(({ url, headers, body, truncated }) =>
      differences(extractPage({ url, status: 200, headers, body, truncated, fetchedAt: 0 }).signals),
    );
  const differing = compared.flatMap((page) => page.differing);
  expect(differing.filter(({ reason }) => reason === null)).toEqual([]);
  expect(compared.reduce((sum, { found }) => sum + found, 0)).toBeGreaterThan(30);
});
