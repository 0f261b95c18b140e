import { extractPage } from '@sitegrep/facts';
import { canonicalDomain, type Page } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { EMAILS } from './emails.ts';
import { isHeldOut } from './fact.ts';
import { hashedBench, hashOf, readHashedLabels } from './hashed.ts';
import { PROFILES } from './profiles.ts';

test.each([EMAILS, PROFILES])(
  'labels of $name are hashes, and both halves have enough of them',
  ({ file }) => {
    const labels = Object.entries(readHashedLabels(file));
    expect(labels.flatMap(([, hashes]) => hashes).filter((hash) => !/^[0-9a-f]{12}$/.test(hash))).toEqual([]);
    const heldOut = labels.filter(([url]) => isHeldOut(canonicalDomain(url) ?? ''));
    expect(labels.length).toBeGreaterThanOrEqual(250);
    expect(heldOut.length).toBeGreaterThan(labels.length * 0.4);
    expect(heldOut.length).toBeLessThan(labels.length * 0.6);
  },
);

test('a value is right, wrong or missed', () => {
  const silent = Object.entries(readHashedLabels(EMAILS.file)).find(
    ([url, hashes]) => hashes.length === 1 && !isHeldOut(canonicalDomain(url) ?? ''),
  );
  const [url = '', [hash = ''] = []] = silent ?? [];
  const bench = hashedBench(EMAILS, 9);
  const add = (address: string): void => {
    const page: Page = {
      url: address,
      status: 200,
      headers: [],
      body: Buffer.from('<a href="mailto:nobody@else.example">Write to us</a>'),
      truncated: false,
      fetchedAt: 0,
    };
    bench.add({ page, extracted: extractPage(page) });
  };
  add(url);
  add('https://not-labelled.example/');
  const lines = bench.report();
  expect(lines[1]?.split(/\s{2,}/)).toEqual(['tuned', '1', '1', '0.000', '0.000']);
  expect(lines.slice(2, 4)).toEqual([`    wrong   ${url} nobody@else.example`, `    missed  ${url} ${hash}`]);
  expect(hashOf('nobody@else.example')).not.toBe(hash);
});
