/* The envelope of DataForSEO's clients: who may send what, and what comes back of everything that is wrong. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, documentOf, serve, type Answer, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

const TERMS = '/v3/domain_analytics/technologies/domains_by_html_terms/live';
const LIST = '/v3/domain_analytics/technologies/languages';
const TASK = { search_terms: ['needle'] };

let served: Served;
let key: string;
beforeAll(async () => {
  served = await serve();
  await served.storage.domains.put(
    ['a.example', 'b.example'].map((domain) => wholeSite(documentOf(domain, '<p>needle</p>'))),
  );
  key = await served.key(['search']);
});
afterAll(() => served.close());

function basic(password: string, login = 'anything'): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}

function send(body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return ask(`${served.url}${TERMS}`, {
    method: 'POST',
    headers: { authorization: basic(key), ...headers },
    body,
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function post(body: unknown): Promise<Answer> {
  return send(JSON.stringify(body), JSON_TYPE);
}

/** Status of HTTP, code of the answer and of each task. */
function codes({ status, body }: Answer): readonly unknown[] {
  const { status_code: code, tasks } = Object(body);
  return [
    status,
    code,
    tasks === null ? null : tasks.map((task: { status_code: number }) => task.status_code),
  ];
}

function messageOf({ body }: Answer): string {
  const { status_message: message, tasks } = Object(body);
  return tasks === null ? message : tasks[0].status_message;
}

describe('a task', () => {
  test('is answered in the envelope', async () => {
    const { status, headers, body } = await post([{ ...TASK, limit: 1, order_by: ['domain,asc'] }]);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('ratelimit-limit')).toBe('100000');
    expect(body).toEqual({
      version: '1.0.0',
      status_code: 20_000,
      status_message: 'Ok.',
      time: expect.stringMatching(/^\d\.\d{4} sec\.$/),
      cost: 0,
      tasks_count: 1,
      tasks_error: 0,
      tasks: [
        {
          id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
          status_code: 20_000,
          status_message: 'Ok.',
          time: expect.stringMatching(/^\d\.\d{4} sec\.$/),
          cost: 0,
          result_count: 1,
          path: ['v3', 'domain_analytics', 'technologies', 'domains_by_html_terms', 'live'],
          data: {
            api: 'domain_analytics',
            function: 'domains_by_html_terms',
            se: 'technologies',
            ...TASK,
            limit: 1,
            order_by: ['domain,asc'],
          },
          result: [
            {
              total_count: 2,
              items_count: 1,
              offset: 0,
              offset_token: expect.any(String),
              items: [expect.objectContaining({ domain: 'a.example' })],
            },
          ],
        },
      ],
    });
  });

  test.each([
    ['in a list', [TASK]],
    ['under a number, as PHP and Python write a list', { 0: TASK }],
    ['under any number', { 471_147: TASK }],
    ['with null for what is absent', [{ ...TASK, keywords: null, filters: null, offset_token: null }]],
  ])('may stand %s', async (_form, body) => {
    expect(codes(await post(body))).toEqual([200, 20_000, [20_000]]);
  });

  test.each([
    ['without a Content-Type', new TextEncoder().encode(JSON.stringify([TASK])), {}],
    ['that says gzip and is not', JSON.stringify([TASK]), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
    ['in gzip', gzipSync(JSON.stringify([TASK])), { 'content-encoding': 'gzip' }],
  ])('is read from a body %s', async (_form, body, headers) => {
    expect(codes(await send(body, headers))).toEqual([200, 20_000, [20_000]]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'is not read from a body of the type %j, which a browser sends for any page',
    async (type) => {
      const answer = await send(JSON.stringify([TASK]), { 'content-type': type });
      expect(codes(answer)).toEqual([200, 40_503, null]);
      expect(messageOf(answer)).toContain('Content-Type must be application/json, or absent.');
    },
  );

  test('is done if it is the first one, each further one is refused', async () => {
    const answer = await post([TASK, TASK, { search_terms: 1 }]);
    expect(codes(answer)).toEqual([200, 20_000, [20_000, 40_000, 40_000]]);
    expect(answer.body).toMatchObject({
      tasks_count: 3,
      tasks_error: 2,
      tasks: [
        { result_count: 1 },
        { result_count: 0, result: null, status_message: 'You can set only one task at a time.' },
        {},
      ],
    });
  });
});

describe('a body is refused', () => {
  test.each([
    ['that is a task', TASK, 40_503, 'The body is an object; send a list with one task.'],
    ['that is a text', 'x', 40_503, 'The body is not a list; send a list with one task.'],
    ['that is null', null, 40_503, 'The body is not a list; send a list with one task.'],
    ['without a task', [], 40_502, 'The list is empty; send one task in it.'],
    ['without anything', {}, 40_503, 'The body is an object; send a list with one task.'],
    ['with a text for a task', ['x'], 40_503, 'The task 1 is not an object; send one with its fields.'],
    ['with a list for a task', [TASK, []], 40_503, 'The task 2 is not an object; send one with its fields.'],
    ['with 101 tasks', Array.from({ length: 101 }, () => TASK), 40_006, 'The body has 101 tasks; send one.'],
  ])('%s', async (_fault, body, code, details) => {
    const answer = await post(body);
    expect(codes(answer)).toEqual([200, code, null]);
    expect(messageOf(answer)).toMatch(new RegExp(`^[A-Z][^.]+\\. ${details.replaceAll('.', '\\.')}$`));
    expect(answer.body).toMatchObject({ tasks_count: 0, tasks_error: 0, cost: 0 });
  });

  test.each([
    ['is empty', '', 40_502, 'POST Data Is Empty. The body is empty; send a list with one task.'],
    [
      'is not JSON',
      '[{',
      40_503,
      /^POST Data Is Invalid\. The body is not valid JSON.*; send a list with one task\.$/,
    ],
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 40_503, /not valid UTF-8/],
    ['has a dangerous name', '[{"__proto__": {}}]', 40_503, /has a key "__proto__"/],
    ['begins like gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 40_503, /not valid gzip/],
    ['is a bomb', gzipSync(Buffer.alloc(2 ** 24)), 40_503, /not valid gzip of at most 1048576 bytes/],
    [
      'is too large',
      JSON.stringify([{ search_terms: ['x'.repeat(2 ** 20)] }]),
      40_503,
      /larger than 1048576 bytes/,
    ],
  ])('that %s', async (_fault, body, code, message) => {
    const answer = await send(body, { 'content-type': 'application/json' });
    expect(codes(answer)).toEqual([200, code, null]);
    expect(messageOf(answer)).toMatch(message);
  });
});

describe('a task is refused', () => {
  test.each([
    [{}, 40_501, "Invalid Field: 'search_terms'. search_terms is missing; it is required."],
    [
      { search_terms: [] },
      40_501,
      "Invalid Field: 'search_terms'. search_terms has 0 items; give at least 1.",
    ],
    [{ search_terms: 'x' }, 40_501, `Invalid Field: 'search_terms'. search_terms is "x"; give an array.`],
    [
      { ...TASK, search_term: 'x' },
      40_506,
      `Unknown Fields in POST Data: 'search_term'. Field "search_term" is unknown; the nearest known one is "search_terms".`,
    ],
    [{ ...TASK, tag: 'x' }, 40_506, /^Unknown Fields in POST Data: 'tag'\./],
    [{ ...TASK, limit: 0 }, 40_501, "Invalid Field: 'limit'. limit is 0; give 1 to 10000."],
    [{ ...TASK, limit: 10_000, offset: 1 }, 40_501, /^Invalid Field: 'limit'\. limit \+ offset is 10001/],
    [
      { ...TASK, mode: 'strict' },
      40_501,
      /^Invalid Field: 'mode'\. mode is "strict"; the known ones are strict_entry, entry\./,
    ],
    [
      { ...TASK, order_by: ['rank,desc'] },
      40_501,
      /^Invalid Field: 'order_by'\. order_by\[0\] is "rank,desc"/,
    ],
    [
      { ...TASK, filters: ['domain', 'regex', 'a('] },
      40_501,
      "Invalid Field: 'filters'. filters[2] cannot be looked for, at column 2: the group that begins here is not closed; add a ), or write \\( for the character.",
    ],
    [
      { ...TASK, filters: ['domain_rank', 'regex', '1'] },
      40_501,
      /^Invalid Field: 'filters'\. filters\[1\] is "regex", which is not an operator of domain_rank; /,
    ],
    [{ ...TASK, offset_token: 'x' }, 40_501, /^Invalid Field: 'offset_token'\. /],
    [{ ...TASK, offset_token: '' }, 40_501, /^Invalid Field: 'offset_token'\. /],
    [
      { ...TASK, filters: [['backlinks', '>', 1]] },
      40_501,
      /^Invalid Field: 'filters'\. filters\[0\]\[0\] is "backlinks", which is not a field that can be filtered by/,
    ],
    [
      {
        ...TASK,
        filters: Array.from({ length: 17 }, (_, i) => (i % 2 === 0 ? ['domain_rank', '>', i] : 'and')),
      },
      40_501,
      "Invalid Field: 'filters'. filters has more than 8 conditions; give fewer; in takes a list of values.",
    ],
    [{ ...TASK, filters: [[[[[[[[[['domain_rank', '>', 1]]]]]]]]]] }, 40_501, /lies in 8 lists/],
  ])('%j', async (task, code, message) => {
    const answer = await post([task]);
    expect(codes(answer)).toEqual([200, 20_000, [code]]);
    expect(answer.body).toMatchObject({ tasks_error: 1, tasks: [{ result: null, result_count: 0 }] });
    expect(messageOf(answer)).toMatch(message);
  });

  test('with parameters in the address', async () => {
    const answer = await ask(`${served.url}${TERMS}?limit=1`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: basic(key) },
      body: JSON.stringify([TASK]),
    });
    expect(codes(answer)).toEqual([200, 20_000, [40_501]]);
    expect(messageOf(answer)).toBe(`Invalid Field: 'limit'. Field "limit" is unknown; leave it out.`);
  });
});

describe('a key', () => {
  const asking = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    ask(`${served.url}${LIST}`, { headers });

  test('is the password, whatever the login', async () => {
    for (const login of ['', 'me@example.com', 'ümlaut'])
      expect(codes(await asking({ authorization: basic(key, login) }))).toEqual([200, 20_000, [20_000]]);
    expect((await asking({ authorization: `bAsIc   ${basic(key).slice(6)}` })).status).toBe(200);
    expect((await asking({ 'x-api-key': key })).status).toBe(200);
  });

  test.each([
    ['that is wrong', () => ({ authorization: basic(`${key}x`) })],
    ['that is the login', () => ({ authorization: basic('', key) })],
    ['without a login', () => ({ authorization: `Basic ${Buffer.from(key).toString('base64')}` })],
    ['of another scheme', () => ({ authorization: `Digest ${key}` })],
    ['that is not base64', () => ({ authorization: 'Basic ???' })],
    ['that is missing', () => ({})],
    ['that is wrong, beside a right one', () => ({ authorization: basic('x'), 'x-api-key': key })],
    ['that is none, beside a right one', () => ({ authorization: 'x', 'x-api-key': key })],
  ])('%s is refused', async (_fault, headers) => {
    const answer = await asking(headers());
    expect(codes(answer)).toEqual([401, 40_100, null]);
    expect(messageOf(answer)).toBe(
      'You are not authorized to access this resource. Send a valid API key as the password of Basic authentication, with any login.',
    );
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('as a password opens nothing else', async () => {
    const admin = await served.key(['admin']);
    const { status } = await ask(`${served.url}/admin/keys`, { headers: { authorization: basic(admin) } });
    expect(status).toBe(401);
  });

  test('has limits, of the operation that does the same', async () => {
    const limited = await serve({ settings: { operationLimits: new Map([['html-source-code-search', 1]]) } });
    try {
      const authorization = basic(await limited.key(['search']));
      const go = (path: string): Promise<Answer> =>
        ask(`${limited.url}${path}`, {
          method: 'POST',
          headers: { ...JSON_TYPE, authorization },
          body: JSON.stringify([TASK]),
        });
      expect(codes(await go(TERMS))).toEqual([200, 20_000, [20_000]]);
      const late = await go(TERMS);
      expect(codes(late)).toEqual([200, 40_202, null]);
      expect(messageOf(late)).toMatch(
        /^The rate-limit per minute has been exceeded\. The key has used up its requests/,
      );
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
      const list = await ask(`${limited.url}${LIST}`, { headers: { authorization } });
      expect(codes(list)).toEqual([200, 20_000, [20_000]]);
    } finally {
      await limited.close();
    }
  });
});

describe('a path', () => {
  test.each(['/v3/serp/google/organic/task_post', '/v3/', '/v3/backlinks/summary/live'])(
    'that there is not: %s',
    async (path) => {
      const answer = await ask(`${served.url}${path}`, { headers: { authorization: basic(key) } });
      expect(codes(answer)).toEqual([404, 40_400, null]);
      expect(messageOf(answer)).toBe('Not Found. There is no such path; see the documentation at /docs.');
    },
  );

  test('has its method only', async () => {
    const answer = await ask(`${served.url}${TERMS}`, { headers: { authorization: basic(key) } });
    expect(codes(answer)).toEqual([405, 40_402, null]);
    expect(messageOf(answer)).toBe('Invalid Path. This path allows POST only.');
    expect(answer.headers.get('allow')).toBe('POST');
  });
});
