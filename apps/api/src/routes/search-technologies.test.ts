import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, itemsOf, searchCalls } from '../../test/saved-search-calls.ts';
import { refusalOf, serve, type Served } from '../../test/served-api.ts';

let api: Served;
let admin: string;
let one: string;
let renewed = 0;
/** Called before the state of fingerprints is read for a request. */
let beforeRead = async (): Promise<void> => {};

beforeAll(async () => {
  api = await serve({
    parts: (parts) => ({
      ...parts,
      storage: {
        ...parts.storage,
        fingerprints: {
          ...parts.storage.fingerprints,
          get: async () => {
            await beforeRead();
            return parts.storage.fingerprints.get();
          },
        },
      },
      renewFingerprints: async () => {
        renewed++;
      },
    }),
  });
  admin = await api.key(['admin', 'search']);
  one = await api.key(['search']);
});
afterAll(() => api.close());

const { call, put } = searchCalls(() => api);
const WIDGETS = { name: 'Acme Widgets', categories: ['widgets'], version: 'widget/v([0-9.]+)/' };
const SEARCH = { q: 'script:cdn.acme.example/widget', level: 'page', shared: true, technology: WIDGETS };
const technologies = async () => (await api.storage.fingerprints.get()).searches;

test('a search has a technology, which is shown, changed and taken away', async () => {
  const saved = dataOf(await put('widgets', SEARCH, admin));
  const shown = { ...WIDGETS, website: null, judging: null };
  expect(saved['technology']).toEqual(shown);
  expect(renewed).toBe(1);
  expect(await technologies()).toEqual([
    {
      search: 'widgets',
      ...WIDGETS,
      website: null,
      query: 'script:cdn.acme.example/widget',
      where: { kind: 'text', text: 'cdn.acme.example/widget', caseSensitive: false, scope: 'script' },
    },
  ]);
  expect(dataOf(await call('GET', '/widgets', one))['technology']).toEqual(shown);
  expect(itemsOf(await call('GET', '', one))).toMatchObject([{ id: 'widgets', technology: shown }]);

  // The same again changes nothing.
  expect(dataOf(await put('widgets', SEARCH, admin))['technology']).toEqual(shown);
  expect(renewed).toBe(1);

  const website = 'https://acme.example/';
  const changed = { ...SEARCH, technology: { ...WIDGETS, website } };
  expect(dataOf(await put('widgets', changed, admin))['technology']).toEqual({ ...shown, website });
  expect(renewed).toBe(2);

  const { technology: _, ...without } = SEARCH;
  expect(dataOf(await put('widgets', without, admin))['technology']).toBeNull();
  expect(await technologies()).toEqual([]);
  expect(renewed).toBe(3);

  await put('widgets', SEARCH, admin);
  expect(dataOf(await call('DELETE', '/widgets', admin))['technology']).toEqual(shown);
  expect(await technologies()).toEqual([]);
  expect(renewed).toBe(5);
});

test('a request that another one overtook leaves the technology of that one', async () => {
  const reads = Promise.withResolvers<void>();
  const overtaken = Promise.withResolvers<void>();
  let read = 0;
  beforeRead = async () => {
    // The first time it looks whether the technology can be taken, the second time the search is written.
    if (++read !== 2) return;
    reads.resolve();
    await overtaken.promise;
  };
  const slow = put('raced', { ...SEARCH, q: 'script:first' }, admin);
  await reads.promise;
  expect((await put('raced', { ...SEARCH, q: 'script:second' }, admin)).status).toBe(200);
  overtaken.resolve();
  expect((await slow).status).toBe(200);
  expect(await technologies()).toMatchObject([{ search: 'raced', query: 'script:second' }]);
  await call('DELETE', '/raced', admin);
});

test('what pages cannot have by themselves is refused, and named', async () => {
  const refused = async (changes: object, key = admin): Promise<unknown> =>
    refusalOf(await put('refused', { ...SEARCH, ...changes }, key));
  const remedy =
    'ask for what is on a page: texts, patterns, scopes such as title: and header:, tech:, plugin:, theme: and hosts';
  const cases: readonly (readonly [changes: object, status: number, message: string])[] = [
    [
      { level: 'domain' },
      400,
      'technology is given with level domain, while pages have technologies; give level page, or leave technology out.',
    ],
    [
      { shared: false },
      400,
      'technology is given for a search that is not shared, while everybody sees technologies; give shared: true, with a key that has the scope admin, or leave technology out.',
    ],
    ...['country:DE', 'rank:>500', 'list:mine', 'site:a.example'].map((condition) => {
      const [field] = condition.split(':');
      return [
        { q: `acme ${condition}` },
        400,
        `q asks for the condition ${field}:, which a page by itself does not have; ${remedy}.`,
      ] as const;
    }),
    [
      { q: 'acme added:tech:Shopify' },
      400,
      `q asks for changes of a domain, which a page by itself does not have; ${remedy}.`,
    ],
    [
      { q: 'in:file acme' },
      400,
      `q asks for the well-known files of a site (in:file), which a page by itself does not have; ${remedy}.`,
    ],
    [
      { technology: { ...WIDGETS, name: 'wordpress' } },
      409,
      'The technology "wordpress" cannot be added: sitegrep finds a technology "WordPress" already; choose another name.',
    ],
    [
      { technology: { ...WIDGETS, website: 'javascript:alert(1)' } },
      400,
      'technology.website is "javascript:alert(1)", which is not an address; write one of http or https, as https://example.com.',
    ],
    [
      { technology: { ...WIDGETS, version: 'v[0-9]+' } },
      400,
      'technology.version has no group, while one group is the version; put what is the version in ( ), and write other groups as (?: ).',
    ],
  ];
  for (const [changes, status, message] of cases)
    expect([changes, await refused(changes)]).toEqual([changes, [status, message]]);
  expect(await refused({ technology: { ...WIDGETS, categories: ['wigets'] } })).toEqual([
    400,
    expect.stringMatching(
      /^technology.categories names "wigets", which is not a category; .*widgets.*GET \/technologies lists them\.$/,
    ),
  ]);
  expect(await refused({}, one)).toEqual([
    403,
    'To share a saved search needs a key with the scope "admin"; leave shared out, or use another key.',
  ]);
  expect((await call('GET', '/refused', admin)).status).toBe(404);
  expect(await technologies()).toEqual([]);
});

test('a name is that of one search, in letters of any case', async () => {
  await put('first', SEARCH, admin);
  const other = { ...SEARCH, technology: { ...WIDGETS, name: 'ACME widgets' } };
  expect(refusalOf(await put('second', other, admin))).toEqual([
    409,
    'The technology "ACME widgets" cannot be added: the saved search first has the technology "Acme Widgets"; choose another name.',
  ]);
  await call('DELETE', '/first', admin);
  expect(dataOf(await put('second', other, admin))).toMatchObject({ technology: { name: 'ACME widgets' } });
  await call('DELETE', '/second', admin);
});
