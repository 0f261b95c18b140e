import { expect, test } from 'vitest';
import { crawlThroughKills } from './crawl-through-kills.ts';

test(
  'a crawl killed five times completes with one outcome per site and every document',
  { timeout: 900_000 },
  async () => expect(await crawlThroughKills(400, 5)).toBe(400),
);
