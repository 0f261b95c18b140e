import type { PageVersion } from '@sitegrep/client';
import { describe, expect, test } from 'vitest';
import { charactersAt, linesAt, matchAt, unitsAt } from './offsets.ts';
import { linkedVersion, permalinkOf } from './permalink.ts';

const versionOf = (
  day: string,
  digest: string,
  last: string | null,
  gone: string | null = null,
): PageVersion => ({
  id: day,
  first_seen: `2026-${day} 06:00:00 +00:00`,
  last_seen: last === null ? null : `2026-${last} 06:00:00 +00:00`,
  gone_at: gone === null ? null : `2026-${gone} 06:00:00 +00:00`,
  title: null,
  bytes: 1,
  rendered_bytes: null,
  digest,
  charset: 'utf-8',
  truncated: false,
});

const FIRST = versionOf('05-04', 'a', '06-01');
const SECOND = versionOf('07-06', 'b', '08-03');
const BACK = versionOf('09-07', 'a', null);

describe('a link to a match', () => {
  const start = new URL('https://host.example/console/');
  const target = { domain: 'a.example', url: 'https://a.example/?b=c', query: 'x y', offset: 12 };

  test('names page, digest and offset below the start of the console', () => {
    const link = new URL(permalinkOf({ ...target, part: 'body', version: FIRST }, start));
    expect(link.href.split('?')[0]).toBe('https://host.example/console/domains/a.example');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      tab: 'source',
      q: 'x y',
      url: 'https://a.example/?b=c',
      digest: 'a',
      offset: '12',
      at: '2026-05-04T06:00:00Z',
    });
    const rendered = permalinkOf({ ...target, part: 'rendered', version: FIRST }, start);
    expect(new URL(rendered).searchParams.get('part')).toBe('rendered');
  });

  test('leads to the version of its digest, that which stands before others', () => {
    const found = (digest: string, at?: string, versions = [FIRST, SECOND]) =>
      linkedVersion(versions, { digest, ...(at !== undefined && { at }) });
    expect(found('b')).toEqual({ version: SECOND, is: 'stored' });
    expect(found('a', undefined, [FIRST, SECOND, BACK])).toEqual({ version: BACK, is: 'now' });
    expect(found('c', '2026-07-06T06:00:00Z')).toEqual({ version: SECOND, is: 'alike' });
    expect([found('c'), found('c', '2026-07-07T06:00:00Z'), found('a', undefined, [])]).toEqual([
      null,
      null,
      null,
    ]);
    const gone = versionOf('10-05', 'd', '10-05', '10-06');
    expect(found('d', undefined, [gone])).toEqual({ version: gone, is: 'stored' });
  });
});

describe('offsets', () => {
  const text = 'a😀\nb😀\n\nc';

  test('in characters are units of a text, and back', () => {
    const characters = Array.from(text);
    for (let at = 0; at <= characters.length; at++) {
      const units = characters.slice(0, at).join('').length;
      expect([unitsAt(text, at), charactersAt(text, units)]).toEqual([units, at]);
    }
    expect(unitsAt(text, 99)).toBe(text.length);
  });

  test('are on a line, and at a match or before the next one', () => {
    const lineOf = (unit: number) => linesAt(text, unit).line;
    expect([0, 3, 4, 7, 8, 9].map(lineOf)).toEqual([1, 1, 2, 2, 3, 4]);
    expect(linesAt(text, 0).lines).toBe(4);
    const matches = [
      { from: 2, to: 4 },
      { from: 8, to: 9 },
    ];
    expect([0, 2, 3, 4, 8, 9].map((unit) => matchAt(matches, unit))).toEqual([0, 0, 0, 1, 1, -1]);
  });
});
