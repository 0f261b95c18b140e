import { expect, test } from 'vitest';
import { readLayout } from './document.ts';
import { plainTags } from './plain-tags.ts';

function plain(html: string): readonly string[] {
  return plainTags(html, readLayout(html).startTags).map(({ text }) => text);
}

test.each([
  ['&#119;p-content', 'wp-content'],
  ['w&#x70;-content', 'wp-content'],
  ['w&#X070-content', 'wp-content'],
  ['wp&#45content', 'wp-content'],
  ['cdn&period;example&#46;com&sol;a&colon;b&lowbar;c', 'cdn.example.com/a:b_c'],
  ['\u212aendo', 'kendo'],
])('%s in a tag is %s', (source, literal) => {
  expect(plain(`<a title="${source}">`)).toEqual([`<a title="${literal}">`]);
});

test.each([
  '&amp;#119;p',
  '&#60;b',
  '&eacute;',
  '&#99999999999999999999;',
  '&#xffffffffffff;',
  'plain',
  '&#;',
])('%s stays as it is', (source) => {
  expect(plain(`<a title="${source}">`)).toEqual([]);
});

test('what stands outside of tags does not count, each tag counts once and says where it is', () => {
  const html = '&#119;<!-- <a b=&#119;> --><a b=&#119; c=&#119;>&#119;<b c=d><i j=&#119;>';
  expect(plainTags(html, readLayout(html).startTags)).toEqual([
    { start: html.indexOf('<a b=&#119; c'), text: '<a b=w c=w>' },
    { start: html.indexOf('<i'), text: '<i j=w>' },
  ]);
});
