import { describe, expect, test } from 'vitest';
import { NO_PAGE_FACTS } from '../test/facts.ts';
import { type PageRecord, pageDigest, validatorsOf, withTexts } from './page.ts';
import { encodeSource, type Source } from './source.ts';

const FETCHED_AT = Date.parse('2026-11-22T10:00:00Z');
const LONG_AGO = 'Wed, 21 Oct 2015 07:28:00 GMT';

function validators(...headers: readonly (readonly [string, string])[]) {
  return validatorsOf({ headers, fetchedAt: FETCHED_AT });
}

describe('validators', () => {
  test.each(['"abc"', 'W/"abc"', '""', '"a-gzip"', `"${'x'.repeat(254)}"`])(
    'the entity tag %s is kept as it is',
    (etag) => expect(validators(['etag', etag])).toEqual({ etag, lastModified: null }),
  );

  test.each([
    ['without quotes', 'abc'],
    ['with a quote inside', '"a"b"'],
    ['with a blank', '"a b"'],
    ['with bytes that nobody can read', '"\xff"'],
    ['with a line break', '"a\r\nx: y"'],
    ['weak in small letters', 'w/"abc"'],
    ['too long', `"${'x'.repeat(255)}"`],
    ['of ten kilobytes', `"${'x'.repeat(10_240)}"`],
    ['that is empty', ''],
  ])('an entity tag %s is dropped', (_what, etag) => {
    expect(validators(['etag', etag])).toEqual({ etag: null, lastModified: null });
  });

  test('two entity tags give none', () => {
    expect(validators(['etag', '"a"'], ['etag', '"b"']).etag).toBeNull();
  });

  test.each([
    ['long ago', LONG_AGO, LONG_AGO],
    ['a second before the answer', 'Sun, 22 Nov 2026 09:59:59 GMT', 'Sun, 22 Nov 2026 09:59:59 GMT'],
    ['at the time of the answer', 'Sun, 22 Nov 2026 10:00:00 GMT', null],
    ['still to come', 'Mon, 23 Nov 2026 10:00:00 GMT', null],
    ['no date', 'yesterday', null],
    ['too long', `${LONG_AGO}${' '.repeat(20)}`, null],
    ['not in ASCII', `${LONG_AGO}\u00a0`, null],
  ])('a Last-Modified that is %s', (_what, lastModified, kept) => {
    expect(validators(['last-modified', lastModified]).lastModified).toBe(kept);
  });

  test('whether a Last-Modified is before the answer goes by the clock of its server', () => {
    const date = ['date', LONG_AGO] as const;
    expect(validators(date, ['last-modified', LONG_AGO]).lastModified).toBeNull();
    expect(validators(date, ['last-modified', 'Wed, 21 Oct 2015 07:27:59 GMT']).lastModified).not.toBeNull();
  });
});

describe('the digest of a page', () => {
  const body = new TextEncoder().encode('abc');

  test('is SHA-256 over the fields that decide how it is read, and its body', () => {
    // printf '\nabc' | sha256sum | xxd -r -p | base64
    const headers = [['etag', 'x']] as const;
    expect(pageDigest({ headers, body })).toBe('8505v8mSh7hIeA1BEOtmPw58NErkH0ajkMQTW4ncJ1Y');
    // printf 'content-type: text/html\n\nabc' | sha256sum …
    expect(pageDigest({ headers: [...headers, ['content-type', 'text/html']], body })).toBe(
      'ZgeHyDEITfpoKcfv-uR2LwiIg2FInLTWKbo0sof65co',
    );
  });

  test('is another with another server, in whatever order its fields come, and the same with another id of a request', () => {
    const fields = [
      ['content-type', 'text/html'],
      ['server', 'nginx/1.25'],
      ['x-powered-by', 'PHP/8.1'],
    ] as const;
    // printf 'content-type: text/html\nserver: nginx/1.25\nx-powered-by: PHP/8.1\n\nabc' | sha256sum …
    const digest = 'hfR_VaLO-9a4WrJFHFgOLAfcLt4_vO4RCn7_SnsIk1U';
    expect(pageDigest({ headers: fields, body })).toBe(digest);
    expect(pageDigest({ headers: fields.toReversed(), body })).toBe(digest);
    const via = ['via', '1.1 0123456789abcdef0123456789abcdef.cloudfront.net'] as const;
    expect(pageDigest({ headers: [...fields, via, ['x-request-id', '1']], body })).toBe(digest);
    expect(pageDigest({ headers: [...fields.slice(0, 1), ['server', 'nginx/1.26']], body })).not.toBe(digest);
  });

  test('is another with other DNS records, and none is as if they were not asked for', () => {
    // printf 'dns: MX 10 a.test\nTXT x\n\nabc' | sha256sum …
    const dns = ['MX 10 a.test', 'TXT x'];
    expect(pageDigest({ headers: [], body, dns })).toBe('A6GJCs9M7czkCnBmFEqe4Q4XrKa_H6zw4FTjRT06GzY');
    expect(pageDigest({ headers: [], body, dns: [] })).toBe(pageDigest({ headers: [], body }));
  });

  test.each([
    ['content-type', 'text/html; charset=gbk'],
    ['x-robots-tag', 'noindex'],
  ])('is another with another %s, not with other fields', (name, value) => {
    const plain = pageDigest({ headers: [['set-cookie', '1']], body });
    expect(pageDigest({ headers: [['set-cookie', '2']], body })).toBe(plain);
    expect(pageDigest({ headers: [[name, value]], body })).not.toBe(plain);
  });
});

test('sources become texts, that of the rendered page as well', () => {
  const texts: PageRecord = {
    url: 'https://a.example/',
    fetchedAt: FETCHED_AT,
    charset: 'utf-8',
    truncated: false,
    source: '<div id=root>é',
    rendered: { source: '<div id=root><p>日', truncated: true },
    facts: NO_PAGE_FACTS,
  };
  const encoded: PageRecord<Source> = {
    ...texts,
    source: encodeSource('<div id=root>é'),
    rendered: { source: encodeSource('<div id=root><p>日'), truncated: true },
  };
  expect(withTexts(encoded)).toEqual(texts);
  expect(withTexts({ ...texts, source: encodeSource(texts.source) })).toEqual(texts);
});
