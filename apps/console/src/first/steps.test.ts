import { expect, test } from 'vitest';
import { areAllDone, stepsOf } from './steps.ts';

const samples = { sites: 2, indexed: 0, searches: [] };
const setting = (variable: string, value: string) => ({
  variable,
  value,
  group: 'Crawling',
  is_default: value === '',
  description: '',
});

test('nothing is done at first: the key that the start made is no key for a program', () => {
  const steps = stepsOf({
    samples,
    settings: [setting('SITEGREP_CONTACT', ''), setting('SITEGREP_PORT', '8080')],
    crawls: [],
    keys: [{ id: 'first', revoked_at: null }],
  });
  expect(steps).toEqual({ contact: '', hasCrawl: false, hasKey: false });
  expect(areAllDone(steps)).toBe(false);
});

test('each step is done by what it is about, and a key that was revoked is none', () => {
  const keys = [
    { id: 'first', revoked_at: null },
    { id: 'second', revoked_at: '2026-03-01 09:00:00 +00:00' },
  ];
  const instance = {
    samples,
    settings: [setting('SITEGREP_CONTACT', 'https://a.example/bot')],
    crawls: [{ id: 'one' }],
    keys,
  };
  expect(stepsOf(instance)).toEqual({ contact: 'https://a.example/bot', hasCrawl: true, hasKey: false });
  const all = stepsOf({ ...instance, keys: [...keys, { id: 'third', revoked_at: null }] });
  expect(areAllDone(all)).toBe(true);
});
