import { extractPage } from '@sitegrep/facts';
import { createDetector } from '@sitegrep/technologies';
import { expect, test } from 'vitest';
import { compileWithData } from '../../../packages/technologies/src/compile/compiled.ts';
import { readFingerprints } from '../../../packages/technologies/src/fingerprints.ts';
import { createReference } from '../../../packages/technologies/test/reference.ts';
import { sampleSites } from './server.ts';
import { received } from '../test/received.ts';

const detector = createDetector(compileWithData(readFingerprints()).buffer);
const reference = createReference(readFingerprints());

test('without our layer, every page of the sample web shows the technologies that wappalyzer-core finds', () => {
  const pages = sampleSites()
    .filter(({ expected }) => expected.outcome === 'indexed')
    .flatMap((site) => site.expected.pages.map((url) => ({ url, ...received(site, url) })))
    // wappalyzer-core takes many seconds for the one page that is made to be huge.
    .filter(({ body }) => body.length < 1_000_000);
  const found = pages.map(({ url, headers, body, truncated }) => {
    const { signals } = extractPage({ url, status: 200, headers, body, truncated, fetchedAt: 0 });
    return { url, expected: reference.detect(signals), actual: detector.detect(signals) };
  });
  for (const { url, expected, actual } of found) expect({ url, actual }).toEqual({ url, actual: expected });
  expect(found.flatMap(({ actual }) => actual).length).toBeGreaterThan(30);
});
