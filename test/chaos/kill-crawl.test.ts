import { expect, test } from 'vitest';
import { crawlThroughKills } from './crawl-through-kills.ts';

// The short form of kill-crawl.slow.test.ts.
test('a killed crawl resumes and completes with one outcome per site and every document', async () =>
  expect(await crawlThroughKills(40, 1)).toBe(40));
