import { describe, expect, test } from 'vitest';
import { splitLines } from './list-lines.ts';
import { readSeeds, type SeedFormat } from './seeds.ts';

/** Each line as `domain`, `domain url…` or `line!reason`. */
async function read(format: SeedFormat, ...lines: string[]): Promise<string[]> {
  const seen: string[] = [];
  for await (const one of readSeeds(lines, format)) {
    if (one.kind === 'seed') seen.push([one.seed.domain, ...one.seed.urls].join(' '));
    else seen.push(`${one.line}!${one.reason}`);
  }
  return seen;
}

describe('text', () => {
  test.each<[string, string, string[]]>([
    ['a domain', 'example.com', ['example.com']],
    ['white space and a carriage return', ' \texample.com \r', ['example.com']],
    ['a BOM', '\uFEFFexample.com', ['example.com']],
    ['capitals, www and a trailing dot', 'WWW.Example.COM.', ['example.com']],
    ['an internationalised name', 'bücher.example', ['xn--bcher-kva.example']],
    ['an IPv4 address', '192.0.2.7', ['192.0.2.7']],
    ['an IPv6 address', '2001:db8::1', ['2001:db8::1']],
    ['a port', 'example.com:8080', ['example.com https://example.com:8080/ http://example.com:8080/']],
    ['a port, a trailing dot', 'www.a.b.:81', ['a.b https://www.a.b:81/ http://www.a.b:81/']],
    ['the port of http', 'example.com:80', ['example.com']],
    ['the port of https', 'example.com:443', ['example.com']],
    ['no port', 'example.com:', ['example.com']],
    ['a port that is none', 'example.com:99999', ['1!not a domain or http(s) URL']],
    [
      'an IPv4 address with a port',
      '192.0.2.7:8000',
      ['192.0.2.7 https://192.0.2.7:8000/ http://192.0.2.7:8000/'],
    ],
    ['an IPv6 address in brackets', '[2001:DB8::1]', ['2001:db8::1']],
    [
      'an IPv6 address with a port',
      '[2001:db8::1]:8080',
      ['2001:db8::1 https://[2001:db8::1]:8080/ http://[2001:db8::1]:8080/'],
    ],
    ['a URL of an IPv6 address', 'http://[2001:db8::1]/a', ['2001:db8::1 http://[2001:db8::1]/a']],
    ['an IPv6 address with a zone', 'fe80::1%eth0', ['1!not a domain or http(s) URL']],
    ['an IPv6 address with half a bracket', '[2001:db8::1', ['1!not a domain or http(s) URL']],
    ['an unqualified name', 'localhost', ['localhost']],
    ['A-labels in capitals', 'XN--BCHER-KVA.example', ['xn--bcher-kva.example']],
    ['a right-to-left name', 'مثال.إختبار', ['xn--mgbh0fb.xn--kgbechtv']],
    [
      'a URL of such names',
      'https://bücher.example/ü',
      ['xn--bcher-kva.example https://xn--bcher-kva.example/%C3%BC'],
    ],
    ['full stops of other scripts', '例え。jp', ['xn--r8jz45g.jp']],
    ['a label of 64 characters', `${'a'.repeat(64)}.example`, ['1!not a domain or http(s) URL']],
    ['a slash behind it', 'example.com/', ['example.com']],
    ['a URL with a trailing dot', 'HTTP://WWW.Example.com./a', ['example.com http://www.example.com/a']],
    ['a URL with a port', 'https://example.com:8443/a', ['example.com https://example.com:8443/a']],
    ['a URL with the usual port', 'https://example.com:443/', ['example.com https://example.com/']],
    ['a URL', 'https://www.example.com/a?b=c#d', ['example.com https://www.example.com/a?b=c']],
    ['a URL without a path', 'http://example.com', ['example.com http://example.com/']],
    ['a comment', '# example.com', []],
    ['nothing', '  ', []],
    ['a path without a scheme', 'example.com/a', ['1!a URL without http:// or https://']],
    ['a host of a share', '//example.com/a', ['1!not a domain or http(s) URL']],
    ['a name and a password without a scheme', 'me:secret@example.com', ['1!not a domain or http(s) URL']],
    ['a wildcard', '*.example.com', ['1!not a domain or http(s) URL']],
    ['two words', 'example.com example.org', ['1!not a domain or http(s) URL']],
    ['an e-mail address', 'me@example.com', ['1!not a domain or http(s) URL']],
    ['another scheme', 'ftp://example.com/', ['1!not a domain or http(s) URL']],
    ['a script', 'javascript:alert(1)', ['1!not a domain or http(s) URL']],
    ['a password', 'https://me:secret@example.com/', ['1!a URL with a password']],
    ['a number', '12345', ['1!a number, not a domain']],
    ['a version', '4.17.21', ['1!not four numbers, as an IPv4 address has']],
    ['a version, a trailing dot and a port', '4.17.:80', ['1!not four numbers, as an IPv4 address has']],
    ['an IPv4 address in short', '0x7f.1', ['1!not four numbers, as an IPv4 address has']],
    ['an IPv4 address in octal', '0300.0.2.7', ['192.0.2.7']],
    ['an IPv4 address in full-width characters', '１９２．0．2．7', ['192.0.2.7']],
    ['a URL of an IPv4 address in short', 'http://192.0.519/', ['192.0.2.7 http://192.0.2.7/']],
    ['five numbers', '4.17.21.0.1', ['1!not a domain or http(s) URL']],
    ['numbers before a name', '4.17.example', ['4.17.example']],
    ['a top-level domain', 'DE.', ['1!a public suffix: name a site under it, or www. before it']],
    ['a public suffix', 'co.jp', ['1!a public suffix: name a site under it, or www. before it']],
    [
      'a public suffix in another script',
      '香港',
      ['1!a public suffix: name a site under it, or www. before it'],
    ],
    [
      'a public suffix and a port',
      'ac.uk:81',
      ['1!a public suffix: name a site under it, or www. before it'],
    ],
    ['a URL of one', 'https://co.jp/a', ['1!a public suffix: name a site under it, or www. before it']],
    ['the site at a public suffix', 'WWW.nhs.uk', ['nhs.uk']],
    ['a URL of such a site', 'https://www.gov.uk/vat', ['gov.uk https://www.gov.uk/vat']],
    ['a domain under a public suffix', 'any.co.jp', ['any.co.jp']],
    ['a suffix of a company, whose site it is', 'github.io', ['github.io']],
    ['a top-level domain that is not known', 'www.corp.internal', ['corp.internal']],
    ['NUL', 'exa\0mple.com', ['1!a NUL character, as in a list that is not in UTF-8']],
    ['a name alone with a password', 'https://me@example.com/', ['1!a URL with a password']],
    ['bytes that are not UTF-8', 'b\uFFFDcher.example', ['1!not in UTF-8']],
    ['a lone surrogate', '\uD800.com', ['1!not a domain or http(s) URL']],
    [
      '2,048 characters',
      `https://example.com/${'a'.repeat(2_028)}`,
      [`example.com https://example.com/${'a'.repeat(2_028)}`],
    ],
    ['2,049 characters', `https://example.com/${'a'.repeat(2_029)}`, ['1!longer than 2048 characters']],
    [
      'more than 2,048 once encoded',
      `https://example.com/${'ü'.repeat(500)}`,
      ['1!longer than 2048 characters'],
    ],
  ])('%s', async (_name, line, expected) => {
    expect(await read('text', line)).toEqual(expected);
  });

  test('lines are counted from 1, including blank ones', async () => {
    expect(await read('text', '', '# list', 'a b')).toEqual(['3!not a domain or http(s) URL']);
  });
});

describe('csv', () => {
  test('rank and domain without a header (Tranco)', async () => {
    expect(await read('csv', '1,google.com', '2,facebook.com', 'x', '4,,')).toEqual([
      'google.com',
      'facebook.com',
      '3!no value in the column of domains',
      '4!no value in the column of domains',
    ]);
  });

  test('the column by the name in the header (Majestic)', async () => {
    expect(
      await read(
        'csv',
        '\uFEFFGlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD',
        '1,1,google.com,com,495064,2438640,google.com,com',
        '2,1,"facebook.com",com,501,2,facebook.com,com\r',
      ),
    ).toEqual(['google.com', 'facebook.com']);
  });

  test('a header of URLs (CrUX), quotes and commas in quotes', async () => {
    expect(
      await read('csv', '"origin","rank"', '"https://a.com",1000', '"https://a.com/?x=1,2",1000'),
    ).toEqual(['a.com https://a.com/', 'a.com https://a.com/?x=1,2']);
  });

  test('semicolons or tabs instead of commas, by the first line', async () => {
    expect(await read('csv', 'rank;domain', '1;"a.com"', '2;b.com', '3,c.com')).toEqual([
      'a.com',
      'b.com',
      '4!no value in the column of domains',
    ]);
    expect(await read('csv', '1\ta.com\r', '2\tB.com.')).toEqual(['a.com', 'b.com']);
    expect(await read('csv', 'domain', 'a.com', 'b.com')).toEqual(['a.com', 'b.com']);
  });

  test('addresses, ports, URLs and names in other scripts in a column', async () => {
    expect(
      await read(
        'csv',
        '1,2001:db8::1',
        '2,[2001:db8::2]:8080',
        '3,bücher.example.',
        '4,https://me:secret@a.com/',
        '5,http://localhost/a',
        '6,"a.com,b.com"',
      ),
    ).toEqual([
      '2001:db8::1',
      '2001:db8::2 https://[2001:db8::2]:8080/ http://[2001:db8::2]:8080/',
      'xn--bcher-kva.example',
      '4!a URL with a password',
      'localhost http://localhost/a',
      '6!not a domain or http(s) URL',
    ]);
  });

  test('a list in UTF-16 is refused line by line, with the reason', async () => {
    const bytes = Buffer.from('\ufeff1,a.com\r\n2,b.com\r\n', 'utf16le');
    const lines = splitLines(
      (async function* () {
        yield bytes;
      })(),
    );
    const seen = await Array.fromAsync(readSeeds(lines, 'csv'));
    expect(new Set(seen.map((one) => (one.kind === 'rejected' ? one.reason : 'a seed')))).toEqual(
      new Set(['a NUL character, as in a list that is not in UTF-8']),
    );
    expect(seen.length).toBeGreaterThanOrEqual(2);
  });

  test('a public suffix in a list of ranks', async () => {
    expect(await read('csv', '1,co.jp', '2,a.com', '3,www.gov.uk')).toEqual([
      '1!a public suffix: name a site under it, or www. before it',
      'a.com',
      'gov.uk',
    ]);
  });

  test('one column', async () => {
    expect(await read('csv', 'a.com', 'b.com')).toEqual(['a.com', 'b.com']);
  });

  test('a broken quote affects its own line only, and no column is guessed from junk', async () => {
    expect(await read('csv', '1,2,3', '1,"a.com', '1,b.com', '2,c.com')).toEqual([
      '1!no field with a domain',
      '2!broken quotes',
      'b.com',
      'c.com',
    ]);
  });
});

describe('ndjson', () => {
  test.each<[string, string[]]>([
    ['{"domain":"Example.com","rank":1}', ['example.com']],
    ['{"url":"https://example.com/a"}', ['example.com https://example.com/a']],
    ['{"domain":"other.com","url":"https://example.com/a"}', ['example.com https://example.com/a']],
    ['" example.com "', ['example.com']],
    ['{"url":"example.com"}', ['1!not an http(s) URL']],
    ['{"domain":7}', ['1!neither a string nor an object with a "domain" or "url"']],
    ['null', ['1!neither a string nor an object with a "domain" or "url"']],
    ['["a.com"]', ['1!neither a string nor an object with a "domain" or "url"']],
    ['{"domain":', ['1!not JSON']],
  ])('%s', async (line, expected) => {
    expect(await read('ndjson', line)).toEqual(expected);
  });
});

describe('lines', () => {
  const split = async (...chunks: (string | Uint8Array)[]): Promise<string[]> => {
    const bytes = chunks.map((chunk) =>
      typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk,
    );
    return Array.fromAsync(
      splitLines(
        (async function* () {
          yield* bytes;
        })(),
      ),
    );
  };

  test('end in LF or CRLF, wherever the chunks end, also within a character', async () => {
    const umlaut = new TextEncoder().encode('ü');
    expect(await split('a\r', '\nb', umlaut.subarray(0, 1), umlaut.subarray(1), '\n\nc')).toEqual([
      'a',
      'bü',
      '',
      'c',
    ]);
  });

  test('a last line without an end counts, but not an empty one after an end', async () => {
    expect(await split('a\n')).toEqual(['a']);
    expect(await split('a')).toEqual(['a']);
    expect(await split()).toEqual([]);
  });

  test('one without an end is truncated after its maximum length', async () => {
    const [long, ...others] = await split(
      ...Array.from({ length: 1_000 }, () => 'x'.repeat(10_000)),
      '\na.com',
    );
    expect(long?.length).toBe(2_049);
    expect(others).toEqual(['a.com']);
  });
});
