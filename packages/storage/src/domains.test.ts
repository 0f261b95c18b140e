import { expect, it } from 'vitest';
import { blockReason } from './domains.ts';

it('says why a domain is blocked, with the day, and with which domain if that is another', () => {
  const createdAt = Date.UTC(2026, 10, 22, 23, 59);
  const block = { domain: 'why.test', reason: 'takedown requested', createdAt, takedown: true };
  expect(blockReason(block, 'why.test')).toBe('blocked 2026-11-22: takedown requested');
  expect(blockReason({ ...block, reason: null }, 'a.why.test')).toBe('blocked with why.test 2026-11-22');
});
