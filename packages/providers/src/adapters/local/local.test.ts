import { expect, test } from 'vitest';
import { location, WEB_SERP } from '../../../test/conformance/requests.ts';
import { openLocal } from './index.ts';
import type { LocalIndex, LocalSearch } from './local-index.ts';

const never = new AbortController().signal;

/** An index in which every call does the same. */
function indexThat(call: (request: unknown) => Promise<never>): LocalIndex {
  return { search: call, complete: call, videos: call, video: call };
}

test('language and country of the request are preferred', async () => {
  const received: LocalSearch[] = [];
  const index: LocalIndex = {
    ...indexThat(() => Promise.reject(new Error('unused'))),
    search: async (request) => {
      received.push(request);
      return [];
    },
  };
  await openLocal({ index })['web-serp'].call({ ...WEB_SERP, location: location(2276) }, never);
  expect(received).toEqual([{ keyword: WEB_SERP.keyword, language: 'en', country: 'DE', limit: 10 }]);
});

test('an index that fails is unavailable, with the cause for the log', async () => {
  const cause = new Error('disk');
  const index = indexThat(() => Promise.reject(cause));
  await expect(openLocal({ index })['web-serp'].call(WEB_SERP, never)).rejects.toMatchObject({
    kind: 'unavailable',
    message: "the index can't be searched",
    cause,
  });
});

test('an index without full text says so', async () => {
  const off = Object.assign(new Error('there is no full text'), { name: 'FullTextOff' });
  const index = indexThat(() => Promise.reject(off));
  await expect(openLocal({ index })['web-serp'].call(WEB_SERP, never)).rejects.toMatchObject({
    kind: 'no_full_text',
    message: 'there is no full text',
  });
});
