import { describe, expect, test } from 'vitest';
import { cookiesText, headersText } from './answer-texts.ts';

/** Bytes as the client of HTTP gives them: each a character. */
function octets(...bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}

describe('header fields', () => {
  test('stand in their order, a line each, names in lower case and values without blanks around them', () => {
    expect(
      headersText(404, [
        ['Server', ' nginx/1.25\t'],
        ['x-powered-by', 'PHP/8.1'],
        ['X-Powered-By', 'ASP.NET'],
        ['x-empty', ''],
      ]),
    ).toBe('HTTP 404\nserver: nginx/1.25\nx-powered-by: PHP/8.1\nx-powered-by: ASP.NET\nx-empty: \n');
  });

  test('are no text where there are none', () => {
    expect(headersText(200, [])).toBe('');
    expect(headersText(200, [[':status', '200']])).toBe('');
  });

  test('are UTF-8 where their bytes are, and windows-1252 else', () => {
    const name = [0xc3, 0xa9, 0xe2, 0x82, 0xac];
    expect(headersText(200, [['x-a', octets(...name)]])).toBe('HTTP 200\nx-a: é€\n');
    expect(headersText(200, [['x-a', octets(0x93, 0xe9, 0x80)]])).toBe('HTTP 200\nx-a: “é€\n');
    // The euro sign, cut off after its second byte.
    expect(headersText(200, [['x-a', octets(0xe2, 0x82)]])).toBe('HTTP 200\nx-a: â‚\n');
    expect(headersText(200, [['x-a', 'decoded already: é€']])).toBe('HTTP 200\nx-a: decoded already: é€\n');
  });

  test('have blanks for control characters and no half of a surrogate pair, so that each is one line', () => {
    expect(headersText(200, [['x-a', 'one\r\ntwo\0three\x7ffour']])).toBe(
      'HTTP 200\nx-a: one  two three four\n',
    );
    // U+0085 is a line end, and in windows-1252 three dots; as UTF-8 it is a control character.
    expect(headersText(200, [['x-a', octets(0x61, 0xc2, 0x85, 0x62)]])).toBe('HTTP 200\nx-a: a b\n');
    expect(headersText(200, [['x-a', '\ud83d€']])).toBe('HTTP 200\nx-a: \ufffd€\n');
  });

  test('are not what other protocols and tools write among them', () => {
    expect(
      headersText(200, [
        [':status', '200'],
        ['two words', 'x'],
        ['', 'x'],
        ['a\nb', 'x'],
        ['x-a', 'y'],
      ]),
    ).toBe('HTTP 200\nx-a: y\n');
  });

  test('tell of a cookie its name and attributes, never a part of its value', () => {
    const secret = 's3cr3t';
    const text = headersText(200, [
      ['set-cookie', `id=${secret}; Path=/app; HttpOnly; SameSite=Lax; Max-Age=3600`],
      ['Set-Cookie', `q="a;${secret}; path=/${secret}=x"; Domain=${secret}|x; ${secret}=1`],
      ['set-cookie', secret],
      ['set-cookie', `one=1; path=/, two=${secret}; path=/`],
      ['set-cookie', `a=${secret}; secure=${secret}; expires=Wed, 21 Oct 2026 07:28:00 GMT\nb=${secret}`],
    ]);
    expect(text).not.toContain(secret);
    expect(text.split('\n')).toEqual([
      'HTTP 200',
      'set-cookie: id; path=/app; httponly; samesite=Lax; max-age=3600',
      'set-cookie: q; path; domain',
      'set-cookie: ;',
      'set-cookie: one; path=/',
      'set-cookie: a; secure; expires=Wed, 21 Oct 2026 07:28:00 GMT',
      'set-cookie: b;',
      '',
    ]);
  });

  test('that are too many are left out and counted, those that fit are not, and one that is too long is cut', () => {
    const many = headersText(
      200,
      Array.from({ length: 620 }, (_, at) => [`x-${at}`, 'a']),
    );
    expect(many.split('\n')).toHaveLength(1 + 500 + 1 + 1);
    expect(many.endsWith('\nx-499: a\n… 120 fields left out\n')).toBe(true);
    const long = headersText(200, [
      ['x-long', 'é€'.repeat(32_768)],
      ['server', 'nginx'],
    ]);
    const [status, cut = '', ...others] = long.split('\n');
    expect([status, ...others]).toEqual(['HTTP 200', 'server: nginx', '']);
    expect(cut).toMatch(/^x-long: (?:é€)+é?…$/);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(16 * 1_024 - 4);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(16 * 1_024);
    const full = headersText(
      200,
      Array.from({ length: 40 }, () => ['x-a', '€'.repeat(500)]),
    );
    expect(Buffer.byteLength(full)).toBeLessThanOrEqual(32 * 1_024);
    expect(full).toMatch(/… 19 fields left out\n$/);
  });
});

describe('cookies', () => {
  test('are after a line feed a line each, with their attributes', () => {
    expect(
      cookiesText([
        ['server', 'nginx'],
        ['set-cookie', 'PHPSESSID=1; path=/; secure; HttpOnly'],
        ['Set-Cookie', '_ga=2'],
        ['set-cookie', '_ga=3'],
        ['set-cookie', 'without a name'],
      ]),
    ).toBe('\nPHPSESSID; path=/; secure; httponly\n_ga;\n');
  });

  test('of scripts are marked, but those that the server set as well', () => {
    expect(cookiesText([['set-cookie', 'one=1; path=/']], ['one', '_ga', 'two words'])).toBe(
      '\none; path=/\n_ga; script\ntwo words; script\n',
    );
    expect(cookiesText([], ['_ga'])).toBe('\n_ga; script\n');
  });

  test('are no text where there are none', () => {
    expect(cookiesText([['server', 'nginx']])).toBe('');
  });

  test('of 64 KB leave nothing of their value, and a name as long is not that of a cookie', () => {
    const long = 'x'.repeat(64 * 1_024);
    expect(
      cookiesText([
        ['set-cookie', `big=${long}; path=/`],
        ['set-cookie', `${long}=1`],
      ]),
    ).toBe('\nbig; path=/\n');
  });
});
