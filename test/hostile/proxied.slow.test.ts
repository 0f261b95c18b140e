import { expect, test } from 'vitest';
import { runProxiedCrawl } from './proxied.ts';

test('through a proxy each bad host gets no more requests than it should, and its expected outcome', async () => {
  const { hosts, faults } = await runProxiedCrawl();
  expect(hosts).toBeGreaterThan(10);
  expect(faults).toEqual([]);
}, 240_000);
