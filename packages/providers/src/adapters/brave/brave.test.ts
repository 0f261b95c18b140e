import { expect, test } from 'vitest';
import { WEB_SERP } from '../../../test/conformance/requests.ts';
import type { HttpClient } from '../../http/client.ts';
import { windowReset } from './api.ts';
import { openBrave } from './index.ts';

test('a device is told by the agent that calls; what is escaped in a title is decoded once', async () => {
  const agents: (string | undefined)[] = [];
  const results = [{ url: 'https://tags.example/', title: 'The &lt;b&gt; <strong>tag</strong>' }];
  const http: HttpClient = {
    json: async ({ headers }) => {
      agents.push(headers?.['user-agent']);
      return { status: 200, headers: new Map(), body: { web: { results } }, target: 'brave.example' };
    },
    text: async () => Promise.reject(new Error('asks for JSON only')),
    close: async () => undefined,
  };
  const options = { http, url: 'https://brave.example', key: 'k', suggestKey: null };
  const provider = openBrave(options)['web-serp'];
  const signal = new AbortController().signal;
  const answer = await provider.call(WEB_SERP, signal);
  await provider.call({ ...WEB_SERP, device: 'mobile', os: 'ios' }, signal);
  expect(agents).toEqual([expect.stringContaining('Windows NT 10.0'), expect.stringContaining('iPhone')]);
  expect(answer.results.map(({ title }) => title)).toEqual(['The <b> tag']);
});

test.each([
  ['the second is used up', '50, 15000', '0, 200', '1, 1200000', 1_000],
  ['both are', '50, 15000', '0, 0', '1, 3600', 3_600_000],
  ['the month is, for longer than a day', '50, 15000', '3, 0', '1, 1200000', 86_400_000],
  ['a month without a limit', '50, 0', '0, 0', '1, 1200000', 1_000],
  ['none is', '50, 15000', '3, 200', '1, 1200000', null],
  ['one window only', '20', '0', '2', 2_000],
  ['resets that are missing', '50, 15000', '0, 200', '', null],
  ['resets that are not numbers', '50', '0', 'soon', null],
  ['nothing', '', '', '', null],
])('windowReset: %s', (_what, limit, remaining, reset, expected) => {
  const headers = new Map([
    ['x-ratelimit-limit', limit],
    ['x-ratelimit-remaining', remaining],
    ['x-ratelimit-reset', reset],
  ]);
  expect(windowReset(headers)).toBe(expected);
});
