import { expect, test } from 'vitest';
import { waitingNote } from './crawl-watch.ts';

test('the progress says how many sites wait for busy hosts, which comes back first, when and why', () => {
  const next = {
    domain: 'a.test',
    reason: 'answered 429 Too Many Requests',
    until: '2026-01-02 03:04:42 +00:00',
  };
  const now = Date.UTC(2026, 0, 2, 3, 4, 0);
  expect(waitingNote(null, now)).toBe('');
  expect(waitingNote({ sites: 1, ...next }, now)).toBe(
    '  1 site waits for a busy host, a.test for 42s (answered 429 Too Many Requests)',
  );
  expect(waitingNote({ sites: 1_200, ...next }, now)).toMatch(
    /^  1,200 sites wait for busy hosts, a\.test for/,
  );
});
