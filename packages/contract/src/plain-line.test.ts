import { expect, test } from 'vitest';
import { isPlainLine } from './plain-line.ts';

test('a blank line is none', () => {
  expect(['', ' ', '\u00a0'].filter(isPlainLine)).toEqual([]);
});

test('a plain line has no control, format, separator or surrogate, and everything else', () => {
  const refused = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = `a${String.fromCodePoint(code)}b`;
    // Reserved code points among format characters are refused before they are assigned.
    const isReserved = /\p{Cn}/u.test(text) && !isPlainLine(text);
    if (!isReserved && isPlainLine(text) === refused.test(text)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
