import { expect, test } from 'vitest';
import { WEB_SERP } from '../../../test/conformance/requests.ts';
import type { HttpClient } from '../../http/client.ts';
import { openSerper } from './index.ts';

test('a title that tells of a tag or an entity stays as it is: Serper gives plain text', async () => {
  const organic = [{ title: 'The <b> tag and &amp;', link: 'https://tags.example/', position: 1 }];
  const http: HttpClient = {
    json: async () => ({ status: 200, headers: new Map(), body: { organic }, target: 'serper.example' }),
    text: async () => Promise.reject(new Error('asks for JSON only')),
    close: async () => undefined,
  };
  const provider = openSerper({ http, url: 'https://serper.example', key: 'k' })['web-serp'];
  const { results } = await provider.call(WEB_SERP, new AbortController().signal);
  expect(results.map(({ title }) => title)).toEqual(['The <b> tag and &amp;']);
});
