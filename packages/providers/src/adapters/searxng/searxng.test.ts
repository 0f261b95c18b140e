import { describe, expect, test } from 'vitest';
import { WEB_SERP } from '../../../test/conformance/requests.ts';
import type { HttpClient } from '../../http/client.ts';
import { openSearxng } from './index.ts';

const signal = new AbortController().signal;

function openOver(status: number, body: unknown) {
  const http: HttpClient = {
    json: async () => ({ status, headers: new Map(), body, target: 'searxng.example/search' }),
    text: async () => Promise.reject(new Error('asks for JSON only')),
    close: async () => undefined,
  };
  return openSearxng({ http, url: 'https://searxng.example', suggestionsFrom: 'google' })['web-serp'];
}

describe('what an operator is told', () => {
  test('why the engines did not answer', async () => {
    const unresponsive_engines = [
      ['one', 'CAPTCHA'],
      ['two', 'Suspended: too many requests <b>'],
    ];
    await expect(openOver(200, { results: [], unresponsive_engines }).call(WEB_SERP, signal)).rejects.toThrow(
      'no engine of SearXNG has results; one: CAPTCHA, two: Suspended: too many requests b',
    );
  });

  test('how JSON is allowed', async () => {
    await expect(openOver(403, undefined).call(WEB_SERP, signal)).rejects.toThrow(
      'json must be among search.formats in its settings.yml',
    );
  });
});

test('a title that tells of a tag or an entity stays as it is: SearXNG gives plain text', async () => {
  const results = [{ url: 'https://tags.example/', title: 'The <b> tag and &amp;' }];
  const answer = await openOver(200, { results }).call(WEB_SERP, signal);
  expect(answer.results.map(({ title }) => title)).toEqual(['The <b> tag and &amp;']);
});

test.each(['c++ <map>', 'css a:hover', 'otters: a story', 'is 3 < 4 ?', 'wow!', ':)'])(
  'no command is seen in "%s"',
  (keyword) => {
    expect(openOver(200, {}).unsupported({ ...WEB_SERP, keyword })).toBeNull();
  },
);
