import { expect, test } from 'vitest';
import { waitingNote } from './crawl-watch.ts';

test('the progress says how many sites wait for busy hosts, which comes back first, when and why', () => {
  const next = { domain: 'a.test', reason: 'answered 429 Too Many Requests', until: 142_400 };
  expect(waitingNote(null, 100_000)).toBe('');
  expect(waitingNote({ sites: 1, next }, 100_000)).toBe(
    '  1 site waits for a busy host, a.test for 42s (answered 429 Too Many Requests)',
  );
  expect(waitingNote({ sites: 1_200, next }, 100_000)).toMatch(
    /^  1,200 sites wait for busy hosts, a\.test for/,
  );
});
