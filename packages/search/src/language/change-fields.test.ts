import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { simplify } from '../expression/simplify.ts';
import { readTree, treeOf } from '../expression/tree.ts';
import { parseSearch } from '../parse-search.ts';
import { deriveTokenKey } from '../token.ts';
import { readQuery } from './read-query.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 29, 15, 30) }));
afterEach(() => void vi.useRealTimers());

/** The tree of a query as it is read, or what is wrong with it. */
function read(q: string): unknown {
  const query = readQuery(q);
  if (!query.ok) return `${query.error.problem}; ${query.error.remedy}`;
  // What is read out of a tree is the same.
  const tree = treeOf(query.value);
  const again = readTree(tree);
  expect(again).toEqual(query);
  return tree;
}

describe('labels that a change added or removed', () => {
  test.each<[string, unknown]>([
    ['added:tech:Shopify', { added: ['tech', 'in', ['Shopify']] }],
    ['removed:tech:WordPress,Shopify', { removed: ['tech', 'in', ['Shopify', 'WordPress']] }],
    ['added:tech:"Contact Form 7"', { added: ['tech', 'in', ['Contact Form 7']] }],
    ['added:"tech:Contact Form 7"', { added: ['tech', 'in', ['Contact Form 7']] }],
    ['added:tech:"Contact Form 7"@<5', { added: ['tech', 'version', 'Contact Form 7@<5.0.0-0'] }],
    ['added:plugin:jetpack@13', { added: ['plugin', 'version', 'jetpack@>=13.0.0 <14.0.0-0'] }],
    ['added:tech', { added: 'tech' }],
    ['removed:tech,plugin', { or: [{ removed: 'tech' }, { removed: 'plugin' }] }],
    ['added:lang', { or: [{ added: 'language' }, { added: 'content_language' }] }],
    ['added:country:DE,AT', { added: ['country', 'in', ['AT', 'DE']] }],
    ['removed:host:*.example.com', { removed: ['host', 'matches', '*.example.com'] }],
    ['added:script_host', { added: 'script_host' }],
    ['added:cert:*.example.com', { added: ['cert_name', 'matches', '*.example.com'] }],
    ['added:cert_expires:<=2026-12', { added: ['cert_expires', 'matches', '..2026-12-31'] }],
    ['added:email:*@example.com', { added: ['email_domain', 'in', ['example.com']] }],
    ['added:header:Server', { added: ['header', 'in', ['server']] }],
    ['added:header:server="Apache 2"', { added: ['header_value', 'in', ['server=Apache 2']] }],
    ['added:cookie:PHPSESSID', { added: ['cookie', 'in', ['PHPSESSID']] }],
    ['added:title:"Tea, for two"', { added: ['title', 'in', ['Tea, for two']] }],
    ['removed:outcome:gone', { removed: ['outcome', 'in', ['gone']] }],
    ['added:moved_to:Bücher.example', { added: ['moved_to', 'in', ['xn--bcher-kva.example']] }],
    ['added:rank:250..310', { added: ['rank', 'in', [200, 300]] }],
    ['added:rank:1000', { added: ['rank', 'in', [1000]] }],
    ['-added:tech:PHP', { not: { added: ['tech', 'in', ['PHP']] } }],
  ])('%s', (q, tree) => {
    expect(read(q)).toEqual(tree);
  });

  test.each<[string, string]>([
    [
      'added:tecc:PHP',
      'added: is followed by "tecc", which is not a field whose changes are recorded; did you mean tech?',
    ],
    [
      'added:site:a.example',
      'added: is followed by "site", whose changes are not recorded; use one of tech, category,',
    ],
    [
      'added:has:email',
      'added: is followed by "has", whose changes are not recorded; use one of tech, category,',
    ],
    ['added:tech:', 'added:tech: has no value; write one, or added:tech for any'],
    [
      'removed:tech:PHP@seen',
      'removed:tech: is followed by "PHP@seen", whose changes are not recorded; leave out @seen',
    ],
    ['added:outcome:lost', 'added:outcome: is "lost", which outcome does not take; write gone or moved'],
    [
      'added:header:=x',
      'added:header_value: is "=x", which header_value does not take; write a header field, = and its',
    ],
    ['added:rank:1001', 'added:rank: is followed by "1001", which no rank is; write one from 0 to 1000'],
    ['added:rank:high', 'added:rank: is followed by "high"; write a number from 0 to 1000'],
    ['added:(tech)', 'added: takes a value; write it right after the colon'],
    ['added:,', 'added: is followed by ","; write a field and a value, for instance added:tech:Shopify'],
  ])('%s is refused', (q, fault) => {
    expect(read(q)).toContain(fault);
  });
});

describe('times of changes', () => {
  const from = (day: string) => ({ from: `${day}T00:00:00Z` });
  const until = (day: string) => ({ until: `${day}T00:00:00Z` });

  // Ages count whole days: today is the 29th of November.
  test.each<[string, object]>([
    ['2026-10-01', { ...from('2026-10-01'), ...until('2026-10-02') }],
    ['2026-10', { ...from('2026-10-01'), ...until('2026-11-01') }],
    ['2025', { ...from('2025-01-01'), ...until('2026-01-01') }],
    ['2026-10-01..2026-11-01', { ...from('2026-10-01'), ...until('2026-11-02') }],
    ['2026-10-01..', from('2026-10-01')],
    ['..2026-10', until('2026-11-01')],
    ['>2026-10-01', from('2026-10-02')],
    ['>=2026-10', from('2026-10-01')],
    ['<2026-10', until('2026-10-01')],
    ['<=2026-10', until('2026-11-01')],
    ['<30d', from('2026-10-31')],
    ['<=30d', from('2026-10-30')],
    ['>30d', until('2026-10-30')],
    ['>=30d', until('2026-10-31')],
    ['0d', { ...from('2026-11-29'), ...until('2026-11-30') }],
    ['7d..30d', { ...from('2026-10-30'), ...until('2026-11-23') }],
  ])('at:%s', (value, at) => {
    expect(read(`at:${value}`)).toEqual({ at });
  });

  test('are moments, too', () => {
    expect(read('at:>=2026-10-01T12:30:00Z')).toEqual({ at: { from: '2026-10-01T12:30:00Z' } });
    expect(read('at:2026-10-01T12:30:00Z')).toEqual({
      at: { from: '2026-10-01T12:30:00Z', until: '2026-10-01T12:30:01Z' },
    });
  });

  test.each<[string, string]>([
    ['at:soon', 'at: is followed by "soon"; write days, months or ages in days, for instance at:<30d'],
    ['at:2026-02-30', 'at: is followed by "2026-02-30"; write days'],
    ['at:..', 'at: is followed by ".."; write days'],
    ['at:99999d', 'at: is followed by "99999d"; write days'],
    [
      'at:2026-12',
      'which begins at 2026-12-01T00:00:00Z, which is in the future; give a time up to today, 2026-11-29',
    ],
    ['at:>2026-11-29', 'which begins at 2026-11-30T00:00:00Z, which is in the future'],
    [
      'at:2026-11..2026-10',
      'begins at 2026-11-01T00:00:00Z, which is not before its end, 2026-11-01T00:00:00Z; give the',
    ],
    [
      'at:2026-11-20..2026-10-01',
      'which is not before its end, 2026-10-02T00:00:00Z; give the earlier time first',
    ],
  ])('%s is refused', (q, fault) => {
    expect(read(q)).toContain(fault);
  });

  test.each<[string, string]>([
    ['<30d', '2026-10-31..'],
    ['>=365d', '..2025-11-29'],
    ['2026-10', '2026-10-01..2026-10-31'],
  ])('first:%s is about the first visit', (value, days) => {
    expect(read(`first:${value}`)).toEqual({ filter: ['first_visited', 'matches', days] });
  });
});

describe('what changes are by', () => {
  test('is a visit unless something else is written', () => {
    const canonical = (q: string, level: 'domain' | 'change'): unknown => {
      const query = readQuery(q);
      return query.ok ? treeOf(simplify(query.value, level)) : query.error;
    };
    const added = { added: 'tech' };
    expect(canonical('added:tech', 'change')).toEqual({ and: [{ by: 'visit' }, added] });
    expect(canonical('', 'change')).toEqual({ by: 'visit' });
    expect(canonical('added:tech by:detector', 'change')).toEqual({ and: [{ by: 'detector' }, added] });
    expect(canonical('by:any', 'change')).toEqual({ by: 'any' });
    expect(canonical('added:tech', 'domain')).toEqual({ same_change: { and: [{ by: 'visit' }, added] } });
    expect(canonical('change:(added:tech by:any)', 'domain')).toEqual({
      same_change: { and: [{ by: 'any' }, added] },
    });
    expect(canonical('by:detector,deletion', 'change')).toEqual({
      or: [{ by: 'deletion' }, { by: 'detector' }],
    });
  });

  test('is refused if nothing is by it', () => {
    expect(read('by:robot')).toContain(
      'by: is followed by "robot"; write some of visit, detector, retraction,',
    );
    expect(read('by:detectr')).toContain('did you mean detector?');
  });
});

describe('a group of one change', () => {
  test('has conditions on changes alone', () => {
    expect(read('change:( added:tech:Shopify -removed:plugin at:2026-10 )')).toMatchObject({
      same_change: {
        and: [{ added: ['tech', 'in', ['Shopify']] }, { not: { removed: 'plugin' } }, { at: {} }],
      },
    });
    for (const [q, problem] of [
      ['change:( added:tech "x" )', 'has a text or pattern, which is looked for on pages as they are now'],
      ['change:( added:tech OR /x+/ )', 'has a text or pattern'],
      ['change:( added:tech country:DE )', 'has a condition on the domain as it is now'],
      ['change:( change:( added:tech ) )', 'has another group of one change'],
      ['same:page( "x" added:tech )', 'has a condition on changes, which are not of a page'],
    ] as const) {
      expect(read(q)).toContain(problem);
    }
  });

  test('and its conditions are refused in trees, too, with their path', () => {
    const faultOf = (tree: unknown): unknown => {
      const query = readTree(tree);
      return query.ok ? null : query.error;
    };
    expect(faultOf({ same_change: { and: [{ added: 'tech' }, { text: 'x' }] } })).toMatchObject({
      field: 'query.same_change',
    });
    expect(faultOf({ and: [{ added: ['tecc', '=', 'x'] }] })).toMatchObject({
      field: 'query.and[0].added[0]',
    });
    expect(faultOf({ added: ['tech', '<>', 'x'] })).toMatchObject({ field: 'query.added[1]' });
    expect(faultOf({ added: ['tech', 'in', []] })).toMatchObject({ field: 'query.added[2]' });
    expect(faultOf({ added: ['title', 'in', []] })).toMatchObject({ field: 'query.added[2]' });
    expect(faultOf({ at: { from: 'soon' } })).toMatchObject({ field: 'query.at.from' });
    expect(faultOf({ at: {} })).toMatchObject({ field: 'query.at' });
    expect(faultOf({ at: { from: '2027-01-01' } })).toMatchObject({
      problem: expect.stringContaining('in the future'),
    });
    expect(faultOf({ at: { from: '2026-02-01', until: '2026-01-01' } })).toMatchObject({
      problem: expect.stringContaining('which is not before its end'),
    });
    expect(faultOf({ by: 'robot' })).toMatchObject({ field: 'query.by' });
  });
});

test('a search for changes shows nothing of sources', () => {
  const key = deriveTokenKey(Buffer.alloc(32, 1));
  expect(parseSearch('change', { q: 'added:tech', snippets: {} }, key)).toMatchObject({
    ok: false,
    error: { field: 'snippets', problem: 'is given with level change' },
  });
  expect(
    parseSearch('change', { q: 'added:tech', extract: [{ as: 'h1', select: 'h1' }] }, key),
  ).toMatchObject({
    ok: false,
    error: { field: 'extract' },
  });
  expect(parseSearch('change', { q: 'added:tech' }, key)).toMatchObject({
    ok: true,
    value: { order: [{ field: 'at', direction: 'desc' }, { field: 'domain' }] },
  });
});

test('words of the language that open no group and have no value are text', () => {
  expect(read('change:x')).toEqual({ text: 'change:x' });
  expect(read('"added:" ')).toEqual({ text: 'added:' });
  expect(read('x.on("change",f)')).toEqual({ text: 'x.on("change",f)' });
});
