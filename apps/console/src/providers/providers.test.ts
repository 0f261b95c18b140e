import type { SitegrepClient } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { countOf, withUnseenEscaped } from './answer.ts';
import { spentOf } from './budget.ts';
import { type Answer, OPERATION_NAMES, TRIED, valuesIn } from './operations.ts';

/** A client that gives back what each operation was asked for. */
const ECHO = {
  serp: { search: async (request: object) => request, autocomplete: async (request: object) => request },
  video: { info: async (request: object) => request, search: async (request: object) => request },
} as unknown as SitegrepClient;

const VALUES = {
  keyword: 'a',
  video_id: 'id',
  location_code: '2840',
  depth: '5',
  device: 'mobile',
  os: 'x',
  client: 'img',
};
const LOCATED = { location_code: 2_840 };

test.each([
  ['web-serp', { keyword: 'a', ...LOCATED, depth: 5, device: 'mobile' }],
  ['web-autocomplete', { keyword: 'a', ...LOCATED, device: 'mobile', client: 'img' }],
  ['videosite-video-info', { video_id: 'id', ...LOCATED }],
  ['videosite-serp', { keyword: 'a', ...LOCATED, depth: 5, device: 'mobile' }],
] as const)('%s is asked for what its form has', async (name, request) => {
  const { data } = await TRIED[name].call(ECHO, VALUES, new AbortController().signal);
  expect(data).toEqual(request);
});

test('a form has the values of its own fields that are not empty', () => {
  const data = new FormData();
  for (const [name, value] of [
    ['keyword', ' a '],
    ['os', ''],
    ['client', 'img'],
  ] as const)
    data.set(name, value);
  expect(valuesIn(data, TRIED['web-serp'].fields)).toEqual({ keyword: 'a' });
  expect(OPERATION_NAMES.map((name) => TRIED[name].fields[0]?.isRequired)).toEqual([true, true, true, true]);
});

test('results are counted, where an answer has some', () => {
  const answers = [
    { kind: 'web', data: { result: [{}, {}] } },
    { kind: 'suggestions', data: { result: [{ items: [{}] }, { items: [{}, {}] }] } },
    { kind: 'video', data: {} },
  ] as unknown as Answer[];
  expect(answers.map(countOf)).toEqual([2, 3, null]);
});

test('JSON shows every character, and stays the same JSON', () => {
  const value = { a: 'b\u202e\u200bc' };
  const shown = withUnseenEscaped(JSON.stringify(value));
  expect(shown).toBe(String.raw`{"a":"b\u202e\u200bc"}`);
  expect(JSON.parse(shown)).toEqual(value);
});

test('a budget is spent, nearly so, or neither', () => {
  expect([100, 11, 10, 0].map((left) => spentOf({ daily: 100, left }).look)).toEqual([
    '',
    '',
    'warning',
    'bad',
  ]);
  expect(spentOf({ daily: 100, left: 30 }).spent).toBe(70);
});
