import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { describe, expect, test } from 'vitest';
import { chooseEncoding } from './charset.ts';

const BOM = Buffer.from('\uFEFF');
const META_BIG5 = Buffer.from('<meta charset=big5>');

describe('the encoding of a page', () => {
  test('a byte order mark outranks header and meta', () => {
    expect(chooseEncoding(Buffer.concat([BOM, META_BIG5]), ['text/html; charset=gbk'])).toBe('utf-8');
    expect(chooseEncoding(Uint8Array.of(0xfe, 0xff, 0, 0x41), ['text/html; charset=gbk'])).toBe('utf-16be');
    expect(chooseEncoding(Uint8Array.of(0xff, 0xfe, 0x41, 0), [])).toBe('utf-16le');
  });

  test.each([
    ['text/html; charset=gbk', 'gbk'],
    ['text/html;charset="Windows-1251"', 'windows-1251'],
    ["text/html; a=b; CHARSET = 'koi8-r'", 'koi8-r'],
    ['text/html; charset=utf-16', 'utf-16le'],
    ['text/html; charset=nonsense', 'big5'],
    ['text/html; xcharset=gbk', 'big5'],
    ['text/html', 'big5'],
    ['', 'big5'],
  ])('header %s over meta big5 gives %s', (contentType, encoding) => {
    expect(chooseEncoding(META_BIG5, [contentType])).toBe(encoding);
  });

  test('of several Content-Type fields the first that names an encoding counts', () => {
    expect(
      chooseEncoding(META_BIG5, ['text/html', 'text/html; charset=euc-kr', 'text/html; charset=gbk']),
    ).toBe('euc-kr');
  });

  test('without a declaration, valid UTF-8 is UTF-8, even if it was cut inside a character', () => {
    expect(chooseEncoding(Buffer.from('plain'), [])).toBe('utf-8');
    expect(chooseEncoding(new Uint8Array(), [])).toBe('utf-8');
    const text = Buffer.from('größer 😀');
    for (const cut of [0, 1, 2, 3])
      expect(chooseEncoding(text.subarray(0, text.length - cut), [])).toBe('utf-8');
  });
});

describe('undeclared legacy text', () => {
  const wrapped = (bytes: Uint8Array): Uint8Array =>
    Buffer.concat([
      Buffer.from('<html><head><script>var a = "b";</script></head><body><p class="x">'),
      bytes,
      Buffer.from('</p>'),
    ]);
  const windows1251 = (text: string): Uint8Array =>
    Uint8Array.from(text, (letter) =>
      /[а-яА-Я]/.test(letter) ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0),
    );

  test('Russian', () => {
    const text =
      'Добро пожаловать на наш сайт. Здесь вы найдете новости нашего города и много другой полезной информации для всех.';
    expect(chooseEncoding(wrapped(windows1251(text)), [])).toBe('windows-1251');
  });

  test.each([
    [
      'shift_jis',
      '当社のウェブサイトへようこそ。最新のお知らせと商品の情報をご覧ください。お問い合わせはこちらから。',
    ],
    [
      'euc-jp',
      '当社のウェブサイトへようこそ。最新のお知らせと商品の情報をご覧ください。お問い合わせはこちらから。',
    ],
    [
      'gb18030',
      '欢迎访问我们的网站，这里有最新的新闻和产品信息。如果您有任何问题，请随时与我们联系，我们将尽快回复。',
    ],
    [
      'big5',
      '歡迎光臨我們的網站，這裡有最新的消息和產品資訊。如果您有任何問題，請隨時與我們聯絡，我們將儘快回覆。',
    ],
    [
      'euc-kr',
      '우리 회사 홈페이지를 방문해 주셔서 감사합니다. 새로운 소식과 제품 정보를 확인하시고 언제든지 문의해 주세요.',
    ],
  ])('%s', (charset, text) => {
    expect(chooseEncoding(wrapped(createMultibyteEncoder(charset)(text)), [])).toBe(charset);
  });

  test('what tells nothing is windows-1252, as most undeclared pages are', () => {
    expect(chooseEncoding(wrapped(Uint8Array.of(0xe9)), [])).toBe('windows-1252');
    expect(chooseEncoding(Uint8Array.of(0x3c, 0xff, 0x3e), [])).toBe('windows-1252');
  });

  test('a French page', () => {
    const text = Buffer.from(
      'Bienvenue sur notre site. Vous trouverez ici les dernières nouvelles de la société et des informations sur l’été.'.replace(
        '’',
        "'",
      ),
      'latin1',
    );
    expect(chooseEncoding(wrapped(text), [])).toBe('windows-1252');
  });
});
