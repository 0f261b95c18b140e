/* What the four provider operations have in common: keys, bodies, codes, errors, headers. */
import {
  AutocompleteAnswer,
  checker,
  OPERATIONS as CONTRACT,
  ProvidersAnswer,
  VideoInfoAnswer,
  VideoSerpAnswer,
  WebSerpAnswer,
} from '@sitegrep/contract';
import { ProviderFailure, type Operation, type ProviderChains } from '@sitegrep/providers';
import { OPERATION_NAMES, OPERATIONS } from '@sitegrep/providers/catalog';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, serve, type Answer, type Served } from '../../test/served-api.ts';
import { chainsOf } from '../../test/providers/chains.ts';
import { offerOf, VIDEO_ID, type ReceivedCall } from '../../test/providers/exchanges.ts';

interface Path {
  readonly operation: Operation;
  readonly path: string;
  readonly scope: 'serp' | 'video';
  readonly body: Readonly<Record<string, unknown>>;
  readonly check: (value: unknown) => { readonly ok: boolean };
}

const PATHS: readonly Path[] = [
  {
    operation: 'web-serp',
    path: '/web-serp',
    scope: 'serp',
    body: { keyword: 'otters' },
    check: checker(WebSerpAnswer),
  },
  {
    operation: 'web-autocomplete',
    path: '/web-autocomplete',
    scope: 'serp',
    body: { keyword: 'ott' },
    check: checker(AutocompleteAnswer),
  },
  {
    operation: 'video-info',
    path: '/videosite-video-info',
    scope: 'video',
    body: { video_id: VIDEO_ID },
    check: checker(VideoInfoAnswer),
  },
  {
    operation: 'video-serp',
    path: '/videosite-serp',
    scope: 'video',
    body: { keyword: 'otters' },
    check: checker(VideoSerpAnswer),
  },
];

const calls: ReceivedCall[] = [];
const working = chainsOf(offerOf(calls));
/** Providers of the served API; each test may set others. */
test('each operation of the providers is one of the contract, and is tested here', () => {
  const paths = OPERATION_NAMES.map((operation) => [operation, OPERATIONS[operation].path]);
  expect(PATHS.map(({ operation, path }) => [operation, path])).toEqual(paths);
  const served = Object.values(CONTRACT).flatMap(({ scope, path, tag }) =>
    tag === 'Providers' && scope !== 'admin' ? [path] : [],
  );
  expect(new Set(served)).toEqual(new Set(paths.map(([, path]) => path)));
});

let current: ProviderChains = working;
let served: Served;
let key: string;
beforeAll(async () => {
  const providers: ProviderChains = {
    get 'web-serp'() {
      return current['web-serp'];
    },
    get 'web-autocomplete'() {
      return current['web-autocomplete'];
    },
    get 'video-info'() {
      return current['video-info'];
    },
    get 'video-serp'() {
      return current['video-serp'];
    },
  };
  served = await serve({ parts: (parts) => ({ ...parts, providers }) });
  key = await served.key(['serp', 'video']);
});
afterAll(() => served.close());
beforeEach(() => {
  calls.length = 0;
  current = working;
});

function post(path: string, body: unknown, secret = key): Promise<Answer> {
  return ask(`${served.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: JSON.stringify(body),
  });
}

describe.each(PATHS)('POST $path', ({ path, scope, body, check, operation }) => {
  test('answers as the contract says, and tells who did and how long ago', async () => {
    const first = await post(path, body);
    expect(first.status).toBe(200);
    expect(check(first.body)).toMatchObject({ ok: true });
    expect([first.headers.get('x-sitegrep-provider'), first.headers.get('age')]).toEqual(['test', '0']);
    // The same request again is answered from the cache, with the same answer.
    const second = await post(path, body);
    expect(second.body).toEqual(first.body);
    expect(calls.length).toBeLessThanOrEqual(1);
  });

  test('needs a key with its scope', async () => {
    const other = await served.key(['search', scope === 'serp' ? 'video' : 'serp']);
    expect((await post(path, body, other)).status).toBe(403);
    expect((await post(path, body, 'no-key')).status).toBe(401);
    expect(calls).toEqual([]);
  });

  test.each([
    [
      { ...body, language_code: 'EN' },
      'language_code is "EN", which is not a language; the nearest known one is "en".',
    ],
    [
      { ...body, language_code: 'xx' },
      'language_code is "xx", which is not a language; give an ISO 639-1 code in small letters, such as en, or one with a region, such as pt-BR.',
    ],
    [
      { ...body, location_code: 840 },
      'location_code is 840, which is not a location; give 2000 + the ISO 3166-1 numeric code of a country, such as 2840 for the United States.',
    ],
    [
      { ...body, location_code: 1_006_886 },
      'location_code is not supported by any provider of this instance; give a country: 2000 + its ISO 3166-1 numeric code.',
    ],
    [{ ...body, location_code: 0 }, 'location_code is 0; give at least 1.'],
    [{ ...body, location_code: '2840' }, 'location_code is "2840"; give an integer.'],
    [{ ...body, location_code: null }, 'location_code is null; give an integer or leave the field out.'],
    [
      { ...body, languageCode: 'en' },
      'Field "languageCode" is unknown; the nearest known one is "language_code".',
    ],
    [[], 'The body is an array; give an object.'],
  ])('refuses %j', async (wrong, details) => {
    expect(await post(path, wrong)).toMatchObject({
      status: 400,
      body: { success: false, error: 'Bad request', details },
    });
    expect(calls).toEqual([]);
  });

  test('refuses query parameters and other methods', async () => {
    expect((await post(`${path}?depth=3`, body)).status).toBe(400);
    expect((await ask(`${served.url}${path}`, { headers: { 'x-api-key': key } })).status).toBe(405);
  });

  test('passes codes on with what they mean', async () => {
    await post(path, { ...body, language_code: 'pt-BR', location_code: 2076 });
    expect(calls).toMatchObject([
      {
        operation,
        request: {
          language: { code: 'pt-BR', base: 'pt', region: 'BR', name: 'Portuguese (Brazil)' },
          location: { code: 2076, country: 'BR', name: 'Brazil' },
        },
      },
    ]);
  });

  test.each([
    ['credential', {}, 502, 'Upstream failed', null],
    ['unavailable', {}, 502, 'Upstream failed', null],
    ['bad_answer', {}, 502, 'Upstream failed', null],
    ['timeout', {}, 504, 'Upstream timed out', null],
    ['quota', { retryAfterMs: 90_500 }, 503, 'Service unavailable', '91'],
    ['rate_limited', { retryAfterMs: 10 }, 503, 'Service unavailable', '1'],
    ['rate_limited', {}, 503, 'Service unavailable', null],
    ['no_full_text', {}, 503, 'Service unavailable', null],
    ['unsupported', { field: 'language_code' }, 400, 'Bad request', null],
  ] as const)('answers a provider’s %s (%j) with %d', async (kind, facts, status, error, retryAfter) => {
    const logged = served.log.length;
    current = chainsOf(offerOf([], new ProviderFailure(kind, 'our-reason-for-the-log', facts)));
    const answer = await post(path, body);
    expect(answer).toMatchObject({ status, body: { success: false, error } });
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    expect(JSON.stringify(answer.body)).not.toContain('our-reason');
    expect(served.log.slice(logged).join('')).toContain('our-reason-for-the-log');
  });

  test('names the setting if the index has no full text', async () => {
    current = chainsOf(offerOf([], new ProviderFailure('no_full_text', 'our-reason-for-the-log')));
    expect((await post(path, body)).body).toMatchObject({
      details: expect.stringMatching(/set SITEGREP_FULL_TEXT=on and run .* SITEGREP_[A-Z_]+_PROVIDERS\.$/),
    });
  });

  test('answers with 404 for a video that nobody knows, and never for a search', async () => {
    current = chainsOf(offerOf([], new ProviderFailure('not_found', 'our-reason-for-the-log')));
    expect((await post(path, body)).status).toBe(operation === 'video-info' ? 404 : 502);
  });

  test('without a provider names the setting, once the request is right', async () => {
    current = chainsOf({});
    expect((await post(path, { nothing: 1 })).status).toBe(400);
    const answer = await post(path, body);
    const details = expect.stringMatching(
      /^No provider is configured for this operation; list some in SITEGREP_[A-Z_]+_PROVIDERS\.$/,
    );
    expect(answer).toMatchObject({ status: 503, body: { error: 'Service unavailable', details } });
    expect(answer.headers.get('retry-after')).toBeNull();
  });
});

describe.each(PATHS.filter(({ operation }) => operation !== 'video-info'))(
  'the keyword of $path',
  ({ path, operation }) => {
    test.each([
      [undefined, 'keyword is missing; it is required.'],
      ['', 'keyword is ""; give 1 to 700 characters, not only white space, no NUL, no lone surrogate.'],
      [' \n ', expect.stringContaining('not only white space')],
      ['a\0b', expect.stringContaining('no NUL')],
      ['a\ud800', expect.stringContaining('no lone surrogate')],
      ['x'.repeat(701), expect.stringContaining('give 1 to 700 characters')],
      [7, 'keyword is 7; give a string.'],
    ])('refuses %j', async (keyword, details) => {
      expect(await post(path, { keyword })).toMatchObject({ status: 400, body: { details } });
    });

    test('has up to 700 characters of any kind', async () => {
      const keyword = `a b\n${'𝒳'.repeat(696)}`;
      expect((await post(path, { keyword })).status).toBe(200);
      expect(calls).toMatchObject([{ operation, request: { keyword } }]);
    });
  },
);

test('a client that leaves takes the call along', async () => {
  const told = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<boolean>();
  const offer = offerOf();
  current = chainsOf({
    'video-serp': {
      name: 'test',
      unsupported: () => null,
      call: async (_request, signal) => {
        told.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        stopped.resolve(signal.aborted);
        throw new ProviderFailure('cancelled', 'nobody waits');
      },
    },
    ...(offer['web-serp'] === undefined ? {} : { 'web-serp': offer['web-serp'] }),
  });
  const leave = new AbortController();
  const left = fetch(`${served.url}/videosite-serp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ keyword: 'otters' }),
    signal: leave.signal,
  });
  await told.promise;
  leave.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  expect(await stopped.promise).toBe(true);
  // The server goes on.
  expect((await post('/web-serp', { keyword: 'otters' })).status).toBe(200);
});

describe('GET /admin/providers', () => {
  test('lists every operation with its providers, and how they do', async () => {
    current = chainsOf(offerOf([], new ProviderFailure('credential', 'a.example refuses our credential')));
    await post('/web-serp', { keyword: 'otters' });
    const headers = { 'x-api-key': await served.key(['admin']) };
    const answer = await ask(`${served.url}/admin/providers`, { headers });
    expect(checker(ProvidersAnswer)(answer.body)).toMatchObject({ ok: true });
    expect(answer.body).toMatchObject({
      data: {
        operations: [
          {
            operation: '/web-serp',
            setting: 'SITEGREP_WEB_SERP_PROVIDERS',
            providers: [
              {
                name: 'test',
                state: 'resting',
                in_flight: 0,
                rests_until: expect.stringMatching(/^\d{4}-/),
                budget: null,
                last_answer_at: null,
                last_error: { kind: 'credential', message: 'a.example refuses our credential' },
              },
            ],
          },
          {
            operation: '/web-autocomplete',
            providers: [{ state: 'ready', rests_until: null, last_error: null }],
          },
          { operation: '/videosite-video-info', setting: 'SITEGREP_VIDEO_INFO_PROVIDERS' },
          { operation: '/videosite-serp', setting: 'SITEGREP_VIDEO_SERP_PROVIDERS' },
        ],
      },
    });
  });

  test('needs the scope admin', async () => {
    const answer = await ask(`${served.url}/admin/providers`, { headers: { 'x-api-key': key } });
    expect(answer.status).toBe(403);
  });
});
