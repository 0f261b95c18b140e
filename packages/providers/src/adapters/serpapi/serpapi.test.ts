import { expect, test } from 'vitest';
import { VIDEO_INFO, WEB_SERP } from '../../../test/conformance/requests.ts';
import type { HttpClient } from '../../http/client.ts';
import { openSerpApi } from './index.ts';

/** Opens the provider over an upstream that always gives the same answer. */
function openAnswering(body: unknown, status = 200) {
  const http: HttpClient = {
    json: async () => ({ status, headers: new Map(), body, target: 'serpapi.example/search.json' }),
    text: async () => Promise.reject(new Error('asks for JSON only')),
    close: async () => undefined,
  };
  return openSerpApi({ http, url: 'https://serpapi.example', key: 'k', now: () => 0 });
}
const never = new AbortController().signal;

test('a title that tells of a tag or an entity stays as it is: SerpApi gives plain text', async () => {
  const organic_results = [{ title: 'The <b> tag and &amp;', link: 'https://tags.example/' }];
  const provider = openAnswering({ search_metadata: { status: 'Success' }, organic_results });
  const { results } = await provider['web-serp'].call(WEB_SERP, never);
  expect(results.map(({ title }) => title)).toEqual(['The <b> tag and &amp;']);
});

test.each([
  ['https://otters.example › rivers', 'https://otters.example › rivers'],
  ['www.otters.example/rivers', 'www.otters.example/rivers'],
  ['otters.example', 'otters.example'],
  ['1.2M+ views · 2 years ago', 'https://otters.example › a'],
  ['Videosite · Holt & Weir', 'https://otters.example › a'],
])('of "%s" below a result the breadcrumb is "%s"', async (displayed_link, breadcrumb) => {
  const organic_results = [{ title: 'Otters', link: 'https://otters.example/a', displayed_link }];
  const provider = openAnswering({ search_metadata: { status: 'Success' }, organic_results });
  expect(await provider['web-serp'].call(WEB_SERP, never)).toMatchObject({ results: [{ breadcrumb }] });
});

test('a search that failed is worth to be tried again at once, a key that is refused is not', async () => {
  const failed = openAnswering({ search_metadata: { status: 'Error' }, error: 'Try again later.' });
  await expect(failed['web-serp'].call(WEB_SERP, never)).rejects.toMatchObject({ isPassing: true });
  const refused = openAnswering({ error: 'Invalid API key.' });
  await expect(refused['web-serp'].call(WEB_SERP, never)).rejects.toMatchObject({ isPassing: false });
  const robot = openAnswering({ search_metadata: { status: 'Success' }, error: 'You may be a robot.' });
  await expect(robot['video-info'].call(VIDEO_INFO, never)).rejects.toMatchObject({ isPassing: true });
});

test('an operator is told what happened in our words', async () => {
  const stated = openAnswering({ error: 'river otters & lakes, with api_key=k' }, 429);
  await expect(stated['web-serp'].call(WEB_SERP, never)).rejects.toThrow(
    /^serpapi\.example\/search\.json was called too often \(status 429\)$/,
  );
});
