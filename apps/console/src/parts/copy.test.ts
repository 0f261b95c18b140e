import { afterEach, expect, test, vi } from 'vitest';
import { TEXT } from '../text.ts';
import { noteOfCopy } from './copy.ts';

afterEach(() => vi.unstubAllGlobals());

test('a text that is copied is noted', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  expect([await noteOfCopy('some'), copied]).toEqual([TEXT.copied, ['some']]);
});

test('that a browser refuses to copy, or has no clipboard, is noted too', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
  expect(await noteOfCopy('some')).toBe(TEXT.notCopied);
  vi.stubGlobal('navigator', {});
  expect(await noteOfCopy('some')).toBe(TEXT.notCopied);
});
