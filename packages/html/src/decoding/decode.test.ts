import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseEncoding, decodeBody } from './decode.ts';
import { isMultibyte } from './legacy-encoding.ts';
import { anyText } from '@sitegrep/site/test/any-text';

const MIB = 1_024 * 1_024;
const html = (charset: string): readonly string[] => [`text/html; charset=${charset}`];
const decoded = (bytes: Uint8Array, charset: string): string =>
  decodeBody(bytes, html(charset), MIB, false).source;

describe('decoding', () => {
  test.each([
    ['windows-1252', [0x80, 0x81, 0x8d, 0x93, 0xe9], '€\u0081\u008d“é'],
    ['iso-8859-1', [0x80, 0x9f, 0xff], '€Ÿÿ'],
    ['latin1', [0x99], '™'],
    ['ascii', [0xe4], 'ä'],
    ['iso-8859-2', [0xb1, 0xe8], 'ąč'],
    ['iso-8859-5', [0xbf, 0xe0], 'Пр'],
    ['iso-8859-7', [0xc1, 0xa4], 'Α€'],
    ['iso-8859-8-i', [0xf9], 'ש'],
    ['iso-8859-9', [0xfd], 'ı'],
    ['iso-8859-15', [0xa4, 0xbc], '€Œ'],
    ['iso-8859-16', [0xaa], 'Ș'],
    ['koi8-r', [0xf0, 0xd2], 'Пр'],
    ['koi8-u', [0xa4, 0xae], 'єў'],
    ['macintosh', [0x8a, 0xdb], 'ä€'],
    ['x-mac-cyrillic', [0x8f, 0xa2], 'ПҐ'],
    ['ibm866', [0x8f, 0xe0], 'Пр'],
    ['windows-874', [0xa1, 0xdb], 'ก\uFFFD'],
    ['windows-1250', [0x9c, 0xb9], 'śą'],
    ['windows-1251', [0xcf, 0xf0, 0x98], 'Пр\u0098'],
    ['windows-1253', [0xc1, 0xaa], 'Α\uFFFD'],
    ['windows-1254', [0xfe], 'ş'],
    ['windows-1255', [0xf9, 0xca], 'ש\u05BA'],
    ['windows-1256', [0xc8], 'ب'],
    ['windows-1257', [0xf0], 'š'],
    ['windows-1258', [0xd5], 'Ơ'],
    ['gb2312', [0xc4, 0xe3, 0x80], '你€'],
    ['gb18030', [0x81, 0x30, 0x81, 0x30, 0x95, 0x32, 0x82, 0x36], '\u0080\u{20000}'],
    ['big5', [0xa7, 0x41, 0x87, 0x40, 0x88, 0x62], '你䏰\u00CA\u0304'],
    ['euc-jp', [0xb4, 0xc1, 0x8e, 0xb1, 0x8f, 0xb0, 0xa1], '漢ｱ丂'],
    ['shift_jis', [0x8a, 0xbf, 0xb1, 0x87, 0x40, 0x5c, 0x80], '漢ｱ①\\\u0080'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x34, 0x41, 0x1b, 0x28, 0x42, 0x41], '漢A'],
    ['euc-kr', [0xb0, 0xa1, 0x81, 0x41], '가갂'],
    ['utf-16le', [0x41, 0x00, 0x3d, 0xd8, 0x00, 0xde], 'A😀'],
    ['utf-16be', [0x00, 0x41, 0xd8, 0x00], 'A\uFFFD'],
    ['x-user-defined', [0x41, 0x80], 'A\uF780'],
    ['hz-gb-2312', [0x7e, 0x7b], '\uFFFD'],
  ])('%s follows the Encoding standard', (charset, bytes, text) => {
    expect(decoded(Uint8Array.from(bytes), charset)).toBe(text);
  });

  test.each([
    ['big5', [0x80, 0x41], '\uFFFDA'],
    ['euc-jp', [0x80, 0x41], '\uFFFDA'],
    ['euc-kr', [0xff, 0x41], '\uFFFDA'],
    ['shift_jis', [0x1a, 0x1c, 0x7f], '\u001A\u001C\u007F'],
    ['shift_jis', [0x82, 0x41], '\uFFFDA'],
    ['gbk', [0x81, 0x20], '\uFFFD '],
    ['utf-8', [0xe4, 0xbd, 0x41, 0xff, 0xc0, 0x80], '\uFFFDA\uFFFD\uFFFD\uFFFD'],
  ])('a broken sequence of %s becomes U+FFFD and does not swallow what follows', (charset, bytes, text) => {
    expect(decoded(Uint8Array.from(bytes), charset)).toBe(text);
  });

  test('NUL and the byte order mark are removed', () => {
    expect(decoded(Buffer.from('\uFEFFa\0b\0'), 'utf-8')).toBe('ab');
    expect(decoded(Buffer.from('\uFEFFab', 'utf16le'), 'utf-8')).toBe('ab');
  });

  test('text in UTF-8 comes back as it was, without NUL and byte order mark', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const whole = text.toWellFormed().replace(/^\uFEFF/, '');
        expect(decoded(Buffer.from(whole), 'utf-8')).toBe(whole.replaceAll('\0', ''));
      }),
    );
  });

  test.each(['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'iso-2022-jp', 'euc-kr'])(
    'text in %s comes back',
    (charset) => {
      const text =
        { 'euc-kr': '한국어 페이지', big5: '繁體中文網頁', gbk: '简体中文网页', gb18030: '简体𠀀网页' }[
          charset
        ] ?? '日本語のページ';
      expect(decoded(createMultibyteEncoder(charset)(text), charset)).toBe(text);
    },
  );

  test('any bytes in any encoding give well-formed text without NUL', () => {
    const charsets = [
      'utf-8',
      'utf-16le',
      'utf-16be',
      'gb18030',
      'big5',
      'euc-jp',
      'shift_jis',
      'iso-2022-jp',
      'euc-kr',
      'windows-1252',
      'hz-gb-2312',
    ];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...charsets), (bytes, charset) => {
        const { source } = decodeBody(bytes, html(charset), MIB, false);
        expect(source.isWellFormed()).toBe(true);
        expect(source).not.toContain('\0');
      }),
    );
  });
});

describe('the cap', () => {
  test('truncates between two characters and reports it', () => {
    const body = Buffer.from('aé日😀');
    const upTo = (maxBytes: number): readonly [string, boolean] => {
      const { source, truncated } = decodeBody(body, html('utf-8'), maxBytes, false);
      return [source, truncated];
    };
    expect(upTo(10)).toEqual(['aé日😀', false]);
    expect(upTo(9)).toEqual(['aé日', true]);
    expect(upTo(5)).toEqual(['aé', true]);
    expect(upTo(2)).toEqual(['a', true]);
  });

  test('counts UTF-8 bytes of the source, not bytes of the body', () => {
    const utf16 = Buffer.from('\uFEFFabcd', 'utf16le');
    expect(decodeBody(utf16, [], 4, false)).toEqual({
      charset: 'utf-16le',
      source: 'abcd',
      truncated: false,
    });
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8]);
    expect(decodeBody(cyrillic, html('windows-1251'), 5, false)).toEqual({
      charset: 'windows-1251',
      source: 'Пр',
      truncated: true,
    });
  });

  test('a body truncated inside a character loses that character, not its encoding', () => {
    const cut = Buffer.from('größer 日').subarray(0, -1);
    expect(decodeBody(cut, [], MIB, true)).toEqual({ charset: 'utf-8', source: 'größer ', truncated: false });
    expect(decodeBody(Uint8Array.of(0x8a), html('shift_jis'), MIB, true).source).toBe('');
  });

  test('a source exactly as long as the cap is complete', () => {
    expect(decodeBody(Buffer.alloc(4_096, 'a'), html('utf-8'), 4_096, false).truncated).toBe(false);
  });
});

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

describe('a declaration of the page itself', () => {
  const page = (charset: string, text: string): Uint8Array =>
    Buffer.from(`<meta charset=${charset}><p>${text}`);
  const EIGHT = 'Äpfel, Öl, Übermut, süß, schön, größer';

  test.each(['iso-8859-1', 'windows-1251', 'koi8-r', 'windows-874', 'macintosh'])(
    'of %s is outdated if the bytes are UTF-8 throughout with eight sequences',
    (charset) => {
      expect(EIGHT.match(/[^\0-\x7f]/g)).toHaveLength(8);
      expect(chooseEncoding(page(charset, EIGHT), [])).toBe('utf-8');
    },
  );

  test.each(['gb2312', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr', 'iso-2022-jp', 'hz-gb-2312'])(
    'of %s is outdated if the bytes are UTF-8 throughout with eight different sequences',
    (charset) => {
      expect(chooseEncoding(page(charset, '破產復牌跌停重慶'), [])).toBe('utf-8');
      expect(chooseEncoding(page(charset, 'ÄÖÜßäöüé'), [])).toBe('utf-8');
      expect(chooseEncoding(page(charset, 'Äpfel, Öl, Übermut'.repeat(8)), [])).not.toBe('utf-8');
    },
  );

  test('of GBK counts if a page repeats a word whose bytes are UTF-8 by chance', () => {
    const word = createMultibyteEncoder('gbk')('图片 ');
    expect(Buffer.from(word).toString()).toBe('ͼƬ ');
    const body = Buffer.concat([page('gbk', ''), ...Array.from({ length: 20 }, () => word)]);
    expect(chooseEncoding(body, [])).toBe('gbk');
    expect(decodeBody(body, [], MIB, false).source).toContain('图片 图片');
  });

  test('counts with fewer sequences and with an error', () => {
    expect(chooseEncoding(page('koi8-r', EIGHT.slice(1)), [])).toBe('koi8-r');
    expect(chooseEncoding(Buffer.concat([page('koi8-r', EIGHT), Uint8Array.of(0xff, 0x20)]), [])).toBe(
      'koi8-r',
    );
    expect(
      chooseEncoding(Buffer.concat([page('gbk', '破產復牌跌停重慶'), Uint8Array.of(0xff, 0x20)]), []),
    ).toBe('gbk');
  });

  test('a header counts, whatever the bytes are', () => {
    expect(chooseEncoding(page('utf-8', EIGHT), html('iso-8859-1'))).toBe('windows-1252');
    expect(chooseEncoding(page('utf-8', '破產復牌跌停重慶'), html('gb2312'))).toBe('gbk');
    expect(chooseEncoding(page('koi8-r', EIGHT), ['text/html'])).toBe('utf-8');
  });

  test('after the first 1,024 bytes comes before detection', () => {
    const head = `<script>${'x'.repeat(2_000)}</script>`;
    const body = Buffer.from(`${head}<meta charset=iso-8859-2><p>\xb1\xe6\xea`, 'latin1');
    expect(chooseEncoding(body, [])).toBe('iso-8859-2');
    expect(chooseEncoding(Buffer.from(`${head}<meta charset=iso-8859-2>${EIGHT}`), [])).toBe('utf-8');
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

  test.each([
    [
      'accents and marks',
      'A caf\xe9 in Z\xfcrich, na\xefve \xa9 2009 \xbb more \xab less \xb7 10 \xb0C \xa3 5 \xae \xbd',
    ],
    [
      'pairs of marks',
      'Read more \xbb\xbb and go \xab\xab back \xb7\xb7 or \xa9\xae \xa1\xa1 now \xb0\xb0 then',
    ],
  ])('an English page with %s is of no multibyte encoding', (_, text) => {
    expect(isMultibyte(chooseEncoding(wrapped(Buffer.from(text, 'latin1')), []))).toBe(false);
  });

  test.each([
    '<SCRIPT>"a"</SCRIPT>',
    '<Style>a</sTYLE >',
    '<script>"<p>"</Script\n><STYLE></STYLE>',
    '<!-- a > b --><!-->',
  ])('after %s', (markup) => {
    const text = windows1251('Новости нашего города и расписание поездов на завтра');
    const body = Buffer.concat([Buffer.from(`${markup}<p>`), text, Buffer.from('</p>')]);
    expect(chooseEncoding(body, [])).toBe('windows-1251');
  });

  test('without any clue the encoding is windows-1252, as that of most undeclared pages', () => {
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
