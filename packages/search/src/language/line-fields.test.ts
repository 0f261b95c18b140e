import { describe, expect, test } from 'vitest';
import { ALL } from '../expression/expression.ts';
import { readTree, treeOf } from '../expression/tree.ts';
import { parseFacets } from '../facets.ts';
import type { Note } from './notes.ts';
import { readQuery } from './read-query.ts';

function tree(q: string): unknown {
  const read = readQuery(q);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return treeOf(read.value);
}

function refusal(q: string): string {
  const read = readQuery(q);
  return read.ok ? 'accepted' : `${read.error.problem}; ${read.error.remedy}`;
}

function notesOn(q: string): readonly Note[] {
  const notes: Note[] = [];
  readQuery(q, {}, (note) => notes.push(note));
  return notes;
}

const inHeaders = (text: string, look: object = {}) => ({ text, ...look, in: 'headers' });
const inCookies = (text: string, look: object = {}) => ({ text, ...look, in: 'cookies' });
const caseCounts = { case_sensitive: true };

describe('a header field', () => {
  test.each([
    ['header:server', inHeaders('\nserver: ')],
    ['header:X-Powered-By', inHeaders('\nx-powered-by: ')],
    ['header:server=nginx/1.25', inHeaders('\nserver: nginx/1.25\n')],
    ['header:Server=NGINX', inHeaders('\nserver: nginx\n')],
    ['header:"server=Apache Tomcat"', inHeaders('\nserver: apache tomcat\n')],
    ['header:server="Apache Tomcat"', inHeaders('\nserver: apache tomcat\n')],
    ['header:server=\'a "b" c\'', inHeaders('\nserver: a "b" c\n')],
    ['header:server=“Apache Tomcat”', inHeaders('\nserver: apache tomcat\n')],
    ['header:server=', inHeaders('\nserver: \n')],
    ['header:server="  nginx  "', inHeaders('\nserver: nginx\n')],
    ['header:server=nginx*', inHeaders('\nserver: nginx')],
    ['header:server="Apache Tom*"', inHeaders('\nserver: apache tom')],
    ['header:cache-control=max-age=0', inHeaders('\ncache-control: max-age=0\n')],
    ['header:access-control-allow-origin=*', inHeaders('\naccess-control-allow-origin: *\n')],
    [String.raw`header:accept=text/\*`, inHeaders('\naccept: text/*\n')],
    [String.raw`header:"accept=text/\* \\ \"x\""`, inHeaders('\naccept: text/* \\ "x"\n')],
    ['header:server=*nginx*', { pattern: String.raw`\nserver: [^\n]*nginx[^\n]*`, in: 'headers' }],
    [
      'header:server=Apache/2.*(Unix)',
      { pattern: String.raw`\nserver: Apache/2\.[^\n]*\(Unix\)\n`, in: 'headers' },
    ],
    ['case:yes header:Server=Nginx', inHeaders('\nserver: Nginx\n', caseCounts)],
    ['case:auto header:Server=nginx', inHeaders('\nserver: nginx\n')],
    ['case:auto header:Server=Nginx', inHeaders('\nserver: Nginx\n', caseCounts)],
    ['-header:server=nginx', { not: inHeaders('\nserver: nginx\n') }],
    ['a header:server', { and: [{ text: 'a' }, inHeaders('\nserver: ')] }],
    ['same:page(a header:server)', { same_page: { and: [{ text: 'a' }, inHeaders('\nserver: ')] } }],
    [
      'header:server=nginx near/30 headers:php',
      {
        near: [inHeaders('\nserver: nginx\n'), inHeaders('php')],
        within: 30,
      },
    ],
  ])('%s', (q, expected) => {
    expect(tree(q)).toEqual(expected);
  });

  test.each([
    ['header:hover{', '"hover{"'],
    ['header:=nginx', '"=nginx"'],
    ['header:*', '"*"'],
    ['header:x-*=1', '"x-*=1"'],
    ['header:"two words"', '"two words"'],
  ])('%s is refused with what a value is', (q, written) => {
    expect(refusal(q)).toBe(
      `cannot be read: at column 8, header: is followed by ${written}; write the name of a header field, for instance header:x-powered-by, with its value as in header:server=nginx/1.25, or with the beginning of it as in header:server=nginx*`,
    );
  });

  test('with a value that is too long is refused', () => {
    expect(refusal(`header:server=${'x'.repeat(1_000)}`)).toContain(
      'at column 8, the text has 1010 characters',
    );
  });

  test('with a quote that does not end has none, as elsewhere', () => {
    expect(tree('header:server="nginx')).toEqual(inHeaders('\nserver: "nginx\n'));
  });

  test('takes its own escapes without a note', () => {
    expect(notesOn(String.raw`header:"accept=text/\*" x`)).toEqual([]);
  });
});

describe('a cookie', () => {
  test.each([
    ['cookie:_ga', inCookies('\n_ga;')],
    ['cookie:PHPSESSID', inCookies('\nphpsessid;')],
    ['cookie:wp-*', inCookies('\nwp-')],
    ['cookie:"my cookie"', inCookies('\nmy cookie;')],
    ['cookie:_ga,_gid', { or: [inCookies('\n_ga;'), inCookies('\n_gid;')] }],
    ['cookie:*session*', { pattern: String.raw`\n[^\n]*session[^\n]*`, in: 'cookies' }],
    ['cookie:*_id', { pattern: String.raw`\n[^\n]*_id;`, in: 'cookies' }],
    ['case:yes cookie:PHPSESSID', inCookies('\nPHPSESSID;', caseCounts)],
  ])('%s', (q, expected) => {
    expect(tree(q)).toEqual(expected);
  });

  test.each(['cookie:*', 'cookie:a,', 'cookie:a,*', 'cookie:"a;b"'])('%s is refused', (q) => {
    expect(refusal(q)).toContain('write names of cookies');
  });
});

describe('in:any', () => {
  const SCOPES = ['body', 'url', 'rendered', 'dns', 'headers', 'cookies', 'file'];
  const anywhere = (node: object) => ({
    or: SCOPES.map((scope) => ({ ...node, ...(scope === 'body' ? {} : { in: scope }) })),
  });

  test('looks for each text and pattern in all whole texts of a page', () => {
    expect(tree('in:any nginx')).toEqual(anywhere({ text: 'nginx' }));
    expect(tree('in:any re:"a+b"')).toEqual(anywhere({ pattern: 'a+b' }));
    expect(tree('in:any /A+b/i')).toEqual(anywhere({ pattern: 'A+b' }));
    expect(tree('in:any word:id case:yes')).toEqual(
      anywhere({ text: 'id', case_sensitive: true, whole_word: true }),
    );
    expect(tree('in:any -nginx a')).toEqual({
      and: [{ not: anywhere({ text: 'nginx' }) }, anywhere({ text: 'a' })],
    });
  });

  test('leaves conditions and other scopes as they are', () => {
    expect(tree('in:any title:a header:server cookie:b')).toEqual({
      and: [{ text: 'a', in: 'title' }, inHeaders('\nserver: '), inCookies('\nb;')],
    });
  });

  test('joins texts of the same text that are near', () => {
    const side = (text: string) => anywhere({ text });
    expect(tree('in:any a near/5 b')).toEqual({ near: [side('a'), side('b')], within: 5 });
  });

  test('is a scope of trees, too', () => {
    const read = readTree({ pattern: 'a+b', in: 'any' });
    expect(read.ok && treeOf(read.value)).toEqual(anywhere({ pattern: 'a+b' }));
  });
});

test('near joins no texts of different ones', () => {
  expect(refusal('a near/5 headers:b')).toBe(
    'cannot be read: at column 3, near/5 joins what stands in different texts of a page, so that nothing is between them; give both in the source, or both in the same other scope',
  );
  expect(tree('title:a near/5 b')).toEqual({ near: [{ text: 'a', in: 'title' }, { text: 'b' }], within: 5 });
});

describe('facets', () => {
  const parsed = (field: string, of?: string) =>
    parseFacets('domain', [{ field, ...(of === undefined ? {} : { of }) }], ALL, {});

  test('count names of fields and cookies, and values of one field', () => {
    expect(parsed('header')).toMatchObject({ ok: true, value: [{ kind: 'label', label: 'header' }] });
    expect(parsed('cookie')).toMatchObject({ ok: true, value: [{ kind: 'label', label: 'cookie' }] });
    expect(parsed('header_value', 'Server')).toMatchObject({
      ok: true,
      value: [{ kind: 'values', label: 'header_value', of: 'server', prefix: 'server\0' }],
    });
  });

  test.each([
    [undefined, 'is missing', 'name the header field whose values are counted, for instance server'],
    [
      'serve',
      'is "serve", which is not a header field whose values are counted',
      expect.stringMatching(/^the nearest are server, .*; header:serve=… searches any field$/),
    ],
  ])('of the field %s are refused', (of, problem, remedy) => {
    expect(parsed('header_value', of)).toMatchObject({
      ok: false,
      error: { field: 'facets[0].of', problem, remedy },
    });
  });
});
