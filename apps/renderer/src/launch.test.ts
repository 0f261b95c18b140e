import { expect, test } from 'vitest';
import { launchOptions, outspoken } from './launch.ts';

test('a browser is quiet, but for the first one, whose errors say why it does not start', () => {
  const usual = launchOptions({ path: '/usr/bin/chromium', version: 'Chromium 156.0.0.0' }, 384);
  const first = outspoken(usual);
  expect(usual.args).toContain('--log-level=3');
  expect(first.args?.some((arg) => arg.startsWith('--log-level'))).toBe(false);
  expect({ ...first, args: [...(first.args ?? []), '--log-level=3'].toSorted() }).toEqual({
    ...usual,
    args: usual.args?.toSorted(),
  });
});
