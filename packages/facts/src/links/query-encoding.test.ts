import { expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

/** Links of a page whose bytes are those of a text in ISO 8859-1. */
function linksOf(latin1: string, charset: string): readonly string[] {
  return extractPage({
    url: 'http://firm.test/a/?p=1',
    status: 200,
    headers: [['content-type', `text/html; charset=${charset}`]],
    body: Buffer.from(latin1, 'latin1'),
    truncated: false,
    fetchedAt: 0,
  }).links.map((link) => link.replace('http://firm.test', ''));
}

// Bytes by the indexes of https://encoding.spec.whatwg.org/, escapes by the query state and "percent-encode after encoding" of
// https://url.spec.whatwg.org/.
test.each([
  // ż is 0xBF in ISO 8859-2, ó 0xF3.
  ['iso-8859-2', '<a href="?q=\xbf\xf3\xb3w">', '/a/?q=%BF%F3%B3w'],
  ['koi8-r', '<a href="/f?t=\xcd\xc9\xd2">', '/f?t=%CD%C9%D2'],
  ['windows-1253', '<a href="/\xe1?\xe1=\xe1#\xe1">', '/%CE%B1?%E1=%E1'],
  // 表 is 0x95 0x5C in Shift_JIS: the second byte is a backslash, which a query may have.
  ['shift_jis', '<a href="/s?k=\x95\x5c">', '/s?k=%95\\'],
  // ア is 0x83 0x41, so its second byte is sent as the letter A.
  ['shift_jis', '<a href="/s?k=\x83A&x=1">', '/s?k=%83A&x=1'],
  ['euc-jp', '<a href="/s?k=\xc6\xfc\xcb\xdc">', '/s?k=%C6%FC%CB%DC'],
  // 日 is ESC $ B 0x46 0x7C; then ASCII is chosen again.
  ['iso-2022-jp', '<a href="/s?k=\x1b$BF|\x1b(B&b">', '/s?k=%1B$BF|%1B(B&b'],
  ['euc-kr', '<a href="/s?k=\xc7\xd1">', '/s?k=%C7%D1'],
  ['big5', '<a href="/s?k=\xa4\xa4\xa4\xe5">', '/s?k=%A4%A4%A4%E5'],
  ['gb18030', '<a href="/s?k=\x81\x30\x84\x36">', '/s?k=%810%846'],
  // Characters that the encoding lacks: the decimal number of the code point, escaped as a character reference.
  ['windows-1251', '<a href="/s?k=&#9731;&amp;l=&#x1F600;">', '/s?k=%26%239731%3B&l=%26%23128512%3B'],
  ['iso-8859-1', '<a href="/s?k=\xe4 \'&quot;&lt;b&gt;">', '/s?k=%E4%20%27%22%3Cb%3E'],
  // What is escaped stays so, and blanks around a reference or line ends in it are not part of it.
  ['iso-8859-1', '<a href=" /s?k=%C3%A4\xe4\n&l=\xe4 ">', '/s?k=%C3%A4%E4&l=%E4'],
  ['iso-8859-1', '<a href="/caf\xe9/">', '/caf%C3%A9/'],
  ['x-user-defined', '<a href="/s?k=\xe4">', '/s?k=%E4'],
  // UTF-8 is the output encoding of UTF-16 (https://encoding.spec.whatwg.org/#get-an-output-encoding).
  ['utf-16le', '<\0a\0 \0h\0r\0e\0f\0=\0?\0q\0=\0\xe9\0>\0', '/a/?q=%C3%A9'],
  ['utf-8', '<a href="/s?k=\xc3\xa4">', '/s?k=%C3%A4'],
])('a link in %s: %j', (charset, source, expected) => {
  expect(linksOf(source, charset)).toEqual([expected]);
});

test('the canonical URL and the base have the encoding of the page, too', () => {
  const { facts, links } = extractPage({
    url: 'http://firm.test/',
    status: 200,
    headers: [],
    body: Buffer.from(
      '<meta charset=latin1><base href="/b\xfc/?\xfc"><link rel=canonical href="?a=\xfc"><a href="x?\xfc">x</a>',
      'latin1',
    ),
    truncated: false,
    fetchedAt: 0,
  });
  expect(facts.canonicalUrl).toBe('http://firm.test/b%C3%BC/?a=%FC');
  expect(links).toEqual(['http://firm.test/b%C3%BC/x?%FC']);
});

test('a body that was encoded anew keeps the encoding of its links', () => {
  const page = {
    url: 'http://firm.test/',
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: Buffer.from('<a href="?q=ä">'),
    truncated: false,
    fetchedAt: 0,
  } as const;
  expect(extractPage(page, { linkCharset: 'windows-1252' }).links).toEqual(['http://firm.test/?q=%E4']);
  expect(extractPage(page).links).toEqual(['http://firm.test/?q=%C3%A4']);
});
