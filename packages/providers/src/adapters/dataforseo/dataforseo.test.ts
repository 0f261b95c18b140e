import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BYTES } from '../../../test/conformance/http-faults.ts';
import { WEB_SERP } from '../../../test/conformance/requests.ts';
import { type FakeUpstream, openFakeUpstream } from '../../../test/conformance/upstream.ts';
import { type HttpClient, openHttpClient } from '../../http/client.ts';
import { openDataForSeo } from './index.ts';
import { nothingFound } from '../../../test/adapters/dataforseo/upstream.ts';

describe('dataforseo', () => {
  let upstream: FakeUpstream;
  let http: HttpClient;
  beforeAll(async () => {
    upstream = await openFakeUpstream();
    http = openHttpClient({
      userAgent: 'test',
      maxBytes: MAX_BYTES,
      connectTimeoutMs: 5_000,
      connections: 2,
    });
  });
  afterAll(async () => {
    await http.close();
    await upstream.close();
  });

  const webSerpAt = (url: string) =>
    openDataForSeo({ http, url, login: 'a', password: 'b', now: () => 0 })['web-serp'];
  const never = new AbortController().signal;

  test('may be asked under a path, with a slash at its end or without', async () => {
    for (const path of ['/sandbox', '/sandbox/']) {
      upstream.answer(nothingFound());
      await webSerpAt(`${upstream.origin}${path}`).call(WEB_SERP, never);
      expect(upstream.requests).toMatchObject([{ path: '/sandbox/v3/serp/google/organic/live/regular' }]);
    }
  });

  test.each([
    [40_101, true],
    [40_103, true],
    [50_000, true],
    [50_301, true],
    [40_202, false],
    [50_303, false],
    [50_401, false],
  ])('whether code %d is worth to be tried again at once: %s', async (code, isPassing) => {
    upstream.answer({ json: { status_code: 20_000, tasks: [{ status_code: code }] } });
    await expect(webSerpAt(upstream.origin).call(WEB_SERP, never)).rejects.toMatchObject({ isPassing });
  });

  test.each([
    [40_203, 'says that what it grants us is used up'],
    [40_503, 'refuses the request'],
    [40_101, 'is out of order'],
  ])('an operator is told code %d in our words: %s', async (code, words) => {
    upstream.answer({
      json: { status_code: code, status_message: 'river otters & lakes cost too much', tasks: null },
    });
    const { host } = new URL(upstream.origin);
    await expect(webSerpAt(upstream.origin).call(WEB_SERP, never)).rejects.toMatchObject({
      message: `${host}/v3/serp/google/organic/live/regular ${words} (code ${code})`,
    });
  });
});
