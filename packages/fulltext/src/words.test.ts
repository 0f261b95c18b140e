import { expect, test } from 'vitest';
import { placedWords, soughtWords, wordsOf } from './words.ts';

test.each([
  ['The quick-brown fox_1', ['the', 'quick', 'brown', 'fox', '1']],
  ["Don't l’homme", ['don', 't', 'l', 'homme']],
  ['ZÜRICH Straße Ærø Łódź', ['zurich', 'strasse', 'aero', 'lodz']],
  ['Й й Ё ё', ['й', 'й', 'е', 'е']],
  ['ΣΊΣΥΦΟΣ', ['σισυφοσ']],
  ['ﬁne Ｆｕｌｌ', ['fine', 'full']],
  ['מָקוֹם شَمْس', ['מקום', 'شمس']],
  ['हिन्दी में', ['हिन्दी', 'में']],
  ['京都大学', ['京都', '都大', '大学', '学']],
  ['の', ['の']],
  ['iPhone15用ケース', ['iphone15', '用ケ', 'ケー', 'ース', 'ス']],
  ['🍕 pizza🍕!', ['🍕', 'pizza', '🍕']],
  ['Donau\u00addampf\u00adschiff', ['donaudampfschiff']],
  ['Super\u200bmarket \u2060word\ufeff', ['supermarket', 'word']],
  ['می\u200cخواهم', ['میخواهم']],
  ['京\u200b都大', ['京都', '都大', '大']],
  ['❤\ufe0f a\u00ad \u00ad \u200d', ['❤', 'a']],
  ['C++, C# and Notepad++!', ['c\ue004\ue004', 'c\ue005', 'and', 'notepad\ue004\ue004']],
  ['.NET (.htaccess) ASP.NET e.g. a.b', ['\ue006net', '\ue006htaccess', 'asp', 'net', 'e', 'g', 'a', 'b']],
  ['i+++j #tag C#7 c+ end. ...and ü#', ['i', 'j', 'tag', 'c', '7', 'c', 'end', 'and', 'u\ue005']],
  ['½ 1½ ⒈ ŀ', ['1\ue0072', '11\ue0072', '1', 'l']],
  ['x'.repeat(65), []],
  ['', []],
])('words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('words that are sought end with the last pair', () => {
  expect(soughtWords('京都大学 abc 館')).toEqual(['京都', '都大', '大学', 'abc', '館']);
});

test.each(['The quick-brown Füchse', '京都大学 in Kyōto', 'สวัสดี a🍕'])(
  'offsets of words of %j lead back to them',
  (text) => {
    const placed = placedWords(text);
    expect(placed.map(({ word }) => word)).toEqual(wordsOf(text));
    for (const { word, start, end } of placed) expect(wordsOf(text.slice(start, end))[0]).toBe(word);
  },
);
