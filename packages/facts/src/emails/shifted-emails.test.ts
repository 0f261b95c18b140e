import { expect, test } from 'vitest';
import { readDocument } from '../document/document.ts';
import { shiftedMailto, unshiftedMailto } from './shifted-emails.ts';

// Shifted by hand as TYPO3's encryptEmail does: +2 turns `y` into `a`, `@` into `B` and `:` into `,`.
// At -2, `@` becomes `Y`.
test.each([
  ['ocknvq,kphqBhkto0qti', 'info@firm.org'],
  ['nbjmup+kbzAgjsn/psh', 'jay@firm.org'],
  ['kygjrm8gldmYdgpk,mpe', 'info@firm.org'],
  ['nothing here', null],
  ['mailto:info@firm.org', null],
])('%s is %s', (shifted, address) => {
  expect(unshiftedMailto(shifted)).toBe(address);
});

test.each([
  ["javascript:linkTo_UnCryptMailto('ocknvq,kphqBhkto0qti');", 'ocknvq,kphqBhkto0qti'],
  ['javascript:linkTo_UnCryptMailto(%27nbjmup%2BkbzAgjsn%5C%2Fpsh%27);', 'nbjmup+kbzAgjsn/psh'],
  ['javascript:void(0)', null],
  ["https://firm.org/linkTo_UnCryptMailto('x')", null],
])('%s has the argument %s', (href, argument) => {
  expect(shiftedMailto(href)).toBe(argument);
});

test('links that TYPO3 protects are read, in the old form and the new one', () => {
  const { emails } = readDocument(
    `<a href="javascript:linkTo_UnCryptMailto('ocknvq,kphqBhkto0qti');">Mail</a>` +
      '<a href="#" data-mailto-token="nbjmup+kbzAgjsn/psh" data-mailto-vector="1">Mail</a>',
  );
  expect([...emails.keys()]).toEqual(['info@firm.org', 'jay@firm.org']);
});
