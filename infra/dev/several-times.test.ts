import { afterEach, expect, test, vi } from 'vitest';
import { severalTimes } from './several-times.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('returns the result of the first successful attempt, and reports earlier failures', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const work = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('the line is cut'))
    .mockResolvedValue('here');
  await expect(severalTimes(3, 0, work)).resolves.toBe('here');
  expect(work).toHaveBeenCalledTimes(2);
  expect(said.mock.calls).toEqual([['the line is cut\nTrying again…']]);
});

test('throws the last error when no attempt is left', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let made = 0;
  const work = (): Promise<never> => Promise.reject(new Error(`failure ${++made}`));
  await expect(severalTimes(3, 0, work)).rejects.toThrow('failure 3');
});
