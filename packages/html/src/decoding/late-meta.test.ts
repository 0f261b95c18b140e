import { describe, expect, test } from 'vitest';
import { lateMetaEncoding } from './late-meta.ts';

// Expected values follow sections 13.2.3.5 (changing the encoding while parsing), 13.2.5 (tokenization) and 13.2.6.4.4
// ("in head") of the HTML standard.
describe('a declaration after the first 1,024 bytes', () => {
  const late = (text: string): string | null =>
    lateMetaEncoding(Buffer.from(`<title>A</title>${'<p>x</p>'.repeat(200)}${text}`, 'latin1'));

  test.each([
    ['<meta charset=koi8-r>', 'koi8-r'],
    ['<meta http-equiv=Content-Type content="text/html; charset=windows-1250">', 'windows-1250'],
    ['<script>"<meta charset=big5>"</script><meta charset=euc-kr>', 'euc-kr'],
    ['<STYLE>/*<meta charset=big5>*/</Style ><meta charset=euc-kr>', 'euc-kr'],
    ['<title><meta charset=big5></title><meta charset=euc-kr>', 'euc-kr'],
    ['<textarea><meta charset=big5></textareas></textarea/><meta charset=euc-kr>', 'euc-kr'],
    ['<!-- <meta charset=big5> --><meta charset=euc-kr>', 'euc-kr'],
    ['<!-- <meta charset=big5> --!><meta charset=euc-kr>', 'euc-kr'],
    ['<script><!--<script></script><meta charset=big5>--></script><meta charset=euc-kr>', 'euc-kr'],
    ['<meta charset=none><meta charset=euc-kr><meta charset=big5>', 'euc-kr'],
    ['<meta charset=none http-equiv=content-type content="text/html; charset=euc-kr">', 'euc-kr'],
    ['<meta name="a<b" charset=euc-kr>', 'euc-kr'],
    ['<meta charset="euc&#45;kr">', 'euc-kr'],
    ['<p title="<meta charset=big5>"><META/CharSet=euc-kr charset=big5>', 'euc-kr'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<noscript><meta charset=euc-kr></noscript>', 'euc-kr'],
  ])('%s is %s', (text, encoding) => {
    expect(late(text)).toBe(encoding);
  });

  test.each([
    '<script><meta charset=big5>',
    '<plaintext></plaintext><meta charset=big5>',
    '<meta charset=big5',
    '<meta charset=big5 ',
    '<meta charset="big5',
    '<meta http-equiv=content-type content="charset=&quot;big5">',
    '<meta http-equiv=refresh content="text/html; charset=big5">',
  ])('%s declares nothing', (text) => {
    expect(late(text)).toBeNull();
  });

  test('a short page has none', () => {
    expect(lateMetaEncoding(Buffer.from('<meta charset=big5>'))).toBeNull();
  });
});

test.each([
  '<meta ',
  '<meta charset=',
  '<meta charset=x ',
  '<title><meta charset ',
  '<meta content=charset><!--',
])('a page of nothing but %s is read once and declares nothing', (piece) => {
  expect(lateMetaEncoding(Buffer.from(piece.repeat(100_000)))).toBeNull();
});
