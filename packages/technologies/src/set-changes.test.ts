import { expect, test } from 'vitest';
import { compileFingerprints } from './compile/compile.ts';
import type { Fingerprint, Fingerprints } from './fingerprints.ts';
import { changeNeeds } from './set-changes.ts';

function compiled(technologies: Readonly<Record<string, Fingerprint>>, name = 'CMS'): ArrayBufferLike {
  const set: Fingerprints = {
    source: { package: 'test', version: '1', licence: 'none' },
    categories: { 1: { name, priority: 1, groups: [3] } },
    technologies: { Other: { cats: [1], html: 'other-mark' }, ...technologies },
  };
  return compileFingerprints(set, {}).buffer;
}

const one = (fingerprint: Partial<Fingerprint>): ArrayBufferLike =>
  compiled({ One: { cats: [1], ...fingerprint } });

test('a technology that is new needs one of its texts, one that is gone or changed the technology besides', () => {
  const before = compiled({});
  const after = one({ html: 'one-(?:first|second)-mark', headers: { 'X-One': '', Server: 'one-server' } });
  const texts = [
    { text: 'x-one:', scope: 'headers' },
    { text: 'one-server', scope: 'headers' },
    { text: 'one-first-mark', scope: 'source' },
    { text: 'one-second-mark', scope: 'source' },
  ];
  expect(changeNeeds(before, before)).toEqual({ technologies: [], texts: [] });
  const isNew = changeNeeds(before, after);
  expect(isNew?.technologies).toEqual([]);
  expect(isNew?.texts).toEqual(expect.arrayContaining(texts));
  expect(isNew?.texts).toHaveLength(texts.length);
  const isGone = changeNeeds(after, before);
  expect(isGone?.technologies).toEqual(['One']);
  expect(new Set(isGone?.texts)).toEqual(new Set(isNew?.texts));
});

test('a changed confidence or version is a change; that of the order of technologies is none', () => {
  const needs = changeNeeds(one({ html: 'one-mark' }), one({ html: 'one-mark\\;confidence:50' }));
  expect(needs).toEqual({ technologies: ['One'], texts: [{ text: 'one-mark', scope: 'source' }] });
  const [a, b] = [
    { cats: [1], html: 'first-mark' },
    { cats: [1], html: 'second-mark' },
  ];
  expect(changeNeeds(compiled({ A: a, B: b }), compiled({ B: b, A: a }))).toEqual({
    technologies: [],
    texts: [],
  });
});

test('an address needs its longest piece without slashes, or a reference to one of its characters', () => {
  const needs = changeNeeds(compiled({}), one({ scriptSrc: '//cdn\\.one\\.example/w\\.js' }));
  const texts = needs?.texts.map(({ text }) => text) ?? [];
  expect(texts[0]).toBe('cdn.one.example');
  // An n may be written as &#110; &#0110; or &#x6e;.
  expect(texts).toEqual(expect.arrayContaining(['&#110', '&#0110', '&#x6e', '&period;']));
  expect(texts.some((text) => text.includes('/'))).toBe(false);
});

test('what only the visit showed needs no text', () => {
  expect(changeNeeds(compiled({}), one({ js: { One: '' }, robots: 'one-robots' }))).toEqual({
    technologies: [],
    texts: [],
  });
});

test.each<[string, Partial<Fingerprint>]>([
  ['a pattern without any literal', { html: '[a-z]{8}\\d+' }],
  ['a pattern for visible text', { text: 'some visible words' }],
  ['a short literal', { scriptSrc: '/ab/' }],
])('%s makes all pages be judged', (_, fingerprint) => {
  expect(changeNeeds(compiled({}), one(fingerprint))).toBeNull();
});

test('another name of a category makes all pages be judged', () => {
  expect(changeNeeds(compiled({}), compiled({}, 'Content'))).toBeNull();
});
