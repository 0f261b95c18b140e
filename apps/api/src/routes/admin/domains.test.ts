import { checker, DomainAnswer, HtmlSearchAnswer, RemovalAnswer } from '@sitegrep/contract';
import type { DomainDocument } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, ask, documentOf, refusalOf, serve, type Served } from '../../../test/served-api.ts';

const checkRecord = checker(DomainAnswer);
const checkRemoval = checker(RemovalAnswer);
const checkSearch = checker(HtmlSearchAnswer);

let api: Served;
let admin: string;

beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin', 'search']);
});
afterAll(() => api.close());

async function put(...documents: readonly DomainDocument[]): Promise<readonly boolean[]> {
  const results = await api.storage.domains.put(documents.map(wholeSite));
  return results.map(({ stored }) => stored);
}

beforeEach(async () => {
  for (const { domain } of (await api.storage.domains.blocks.list({ limit: 1_000 })).items) {
    await api.storage.domains.blocks.unblock(domain);
  }
  await put(
    documentOf('example.com', 'needle of the home'),
    documentOf('shop.example.com', 'needle of the shop'),
    documentOf('notexample.com', 'needle of another'),
  );
});

function call(method: string, path: string, key = admin): Promise<Answer> {
  return ask(`${api.url}/admin/domains/${path}`, { method, headers: { 'x-api-key': key } });
}

async function search(body: object) {
  const checked = checkSearch(
    (
      await ask(`${api.url}/html-source-code-search`, {
        method: 'POST',
        headers: { 'x-api-key': admin, 'content-type': 'application/json' },
        body: JSON.stringify({ search_terms: ['needle'], order_by: ['domain,asc'], ...body }),
      })
    ).body,
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem));
  const { items, offset_token, total_count } = checked.value.data;
  return { domains: items.map(({ domain }) => domain), offset_token, total_count };
}

async function removed(path: string) {
  const answer = await call('DELETE', path);
  const checked = checkRemoval(answer.body);
  if (!checked.ok || answer.status !== 200) throw new Error(JSON.stringify(answer));
  return checked.value.data;
}

const EMAIL = {
  email: 'info@example.com',
  source: 'text',
  written: 'Info [at] example.com',
  url: 'https://example.com/',
} as const;
const PROFILE = {
  profile: 'https://x.com/example',
  source: 'structured_data',
  written: '@Example',
  url: 'https://example.com/',
} as const;
const PHONE = {
  number: '+4312345678',
  kind: 'fax',
  source: 'text',
  written: '01 2345678',
  url: 'https://example.com/',
} as const;
const ADDRESS = {
  text: 'Gasse 1, 1010 Wien',
  street: 'Gasse 1',
  postcode: '1010',
  city: 'Wien',
  region: null,
  country: 'AT',
  source: 'text',
  url: 'https://example.com/kontakt',
} as const;

describe('the record of a domain', () => {
  test('is what a search shows, with its pages and without their sources', async () => {
    await api.storage.domains.setRanks([{ domain: 'example.com', rank: 321 }]);
    const document = documentOf('example.com', 'needle é', {
      title: 'Home',
      countryIsoCode: 'AT',
      emails: [EMAIL],
      profiles: [PROFILE],
      phoneNumbers: [PHONE],
      postalAddresses: [ADDRESS],
      countryEvidence: [{ source: 'phone', value: '+43…', country: 'AT', weight: 45 }],
      certificate: 'expired 2026-03-01',
    });
    await put(document);
    const answer = await call('GET', 'WWW.Example.com.');
    expect(answer.status).toBe(200);
    expect(checkRecord(answer.body)).toMatchObject({
      ok: true,
      value: {
        data: {
          type: 'domain_technology_item',
          domain: 'example.com',
          title: 'Home',
          rank: 321,
          visited: '2026-01-02 03:04:05 +00:00',
          email: ['info@example.com'],
          email_addresses: [EMAIL],
          social_graph_urls: ['https://x.com/example'],
          social_profiles: [PROFILE],
          phone_numbers: [PHONE],
          postal_addresses: [ADDRESS],
          country_evidence: [{ source: 'phone', value: '+43…', country: 'AT', weight: 45 }],
          certificate: 'expired 2026-03-01',
          pages: [
            {
              url: 'https://example.com/',
              bytes: 9,
              fetched_at: '2026-01-02 03:04:05 +00:00',
              charset: 'utf-8',
              truncated: false,
            },
          ],
          block: null,
        },
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('needle');
  });

  test('tells what blocks it', async () => {
    await api.storage.domains.blocks.block({ domain: 'example.com', reason: 'spam', at: 0 });
    const checked = checkRecord((await call('GET', 'shop.example.com')).body);
    expect(checked.ok && checked.value.data.block).toEqual({
      domain: 'example.com',
      reason: 'spam',
      created_at: '1970-01-01 00:00:00 +00:00',
    });
  });

  test('is missing where nothing is stored, and says why', async () => {
    expect(refusalOf(await call('GET', 'absent.example'))).toEqual([
      404,
      'Nothing is stored for absent.example; crawl or import it first.',
    ]);
    await api.storage.domains.blocks.block({ domain: 'absent.example', reason: null, at: 0 });
    expect(refusalOf(await call('GET', 'a.absent.example'))).toEqual([
      404,
      'Nothing is stored for a.absent.example; it is blocked by the block of absent.example.',
    ]);
  });
});

describe('a takedown', () => {
  test('removes a domain and what is under it, and blocks them; twice is as good as once', async () => {
    const first = await removed('Example.com');
    expect((await search({})).domains).toEqual(['notexample.com']);
    expect(first).toEqual({
      domain: 'example.com',
      removed: { count: 2, domains: ['example.com', 'shop.example.com'] },
      block: {
        domain: 'example.com',
        reason: 'takedown requested',
        created_at: expect.stringMatching(/^20/) as string,
      },
    });
    expect(await put(documentOf('example.com', 'needle'), documentOf('a.example.com', 'needle'))).toEqual([
      false,
      false,
    ]);
    expect(await removed('example.com')).toEqual({ ...first, removed: { count: 0, domains: [] } });
    expect((await removed('example.com?reason=by+court+order')).block?.reason).toBe('by court order');
    expect((await removed('example.com')).block?.reason).toBe('by court order');
    expect((await search({})).domains).toEqual(['notexample.com']);
    expect((await call('GET', 'example.com')).status).toBe(404);
  });

  test('of a domain that was never stored blocks it', async () => {
    const { removed: gone, block } = await removed('never.example');
    expect([gone.count, block?.domain]).toEqual([0, 'never.example']);
    expect(await put(documentOf('never.example', 'needle'))).toEqual([false]);
  });

  test('keeps the reason of a block that stands', async () => {
    await api.storage.domains.blocks.block({ domain: 'example.com', reason: 'spam', at: 0 });
    expect((await removed('example.com')).block).toMatchObject({
      reason: 'spam',
      created_at: '1970-01-01 00:00:00 +00:00',
    });
  });

  test('may be left out when a token continues a search', async () => {
    const first = await search({ limit: 1 });
    expect(first).toMatchObject({ domains: ['example.com'], total_count: 3 });
    await removed('example.com');
    expect(await search({ limit: 5, offset_token: first.offset_token })).toEqual({
      domains: ['notexample.com'],
      offset_token: '',
      total_count: 1,
    });
  });

  test('without a block removes that domain only, and the next crawl stores it again', async () => {
    const answer = { domain: 'example.com', removed: { count: 1, domains: ['example.com'] }, block: null };
    expect(await removed('example.com?block=false')).toEqual(answer);
    expect((await search({})).domains).toEqual(['notexample.com', 'shop.example.com']);
    expect(await removed('example.com?block=false')).toEqual({
      ...answer,
      removed: { count: 0, domains: [] },
    });
    expect(await put(documentOf('example.com', 'needle'))).toEqual([true]);
    // A suffix may be stored as a site; it only can't be blocked.
    await put(documentOf('github.io', 'needle'));
    expect((await removed('github.io?block=false')).removed.count).toBe(1);
  });

  test('is recorded with the key of the request', async () => {
    await removed('example.com?reason=why');
    const line = api.log
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .findLast(({ msg }) => msg === 'domain removed');
    expect(line).toMatchObject({ domain: 'example.com', removed: 2, blocked: true, reason: 'why' });
    expect(admin.startsWith(`${String(line?.['keyPrefix'])}_`)).toBe(true);
  });

  test.each([
    ['co.uk', 'The domain "co.uk" is a public suffix'],
    ['com', 'is a public suffix'],
    ['https%3A%2F%2Fexample.com', 'is a URL; give its domain, example.com.'],
    ['no%20domain', 'is not a domain; give one such as example.com.'],
    ['example.com?block=maybe', 'block is "maybe"'],
    ['example.com?reason=', 'reason is ""'],
    ['example.com?reason=%20', 'reason is " "; write 1 to 500 characters in one line'],
    ['example.com?block=false&reason=x', 'reason is the reason of a block, but block is false'],
    ['example.com?source=1', 'source'],
  ])('of %s is refused', async (path, details) => {
    expect(refusalOf(await call('DELETE', path))).toEqual([400, expect.stringContaining(details)]);
    expect((await search({})).domains).toHaveLength(3);
  });

  test('needs a key with the scope', async () => {
    const other = await api.key(['search']);
    for (const method of ['GET', 'DELETE']) {
      expect((await call(method, 'example.com', 'sg_no_such_key')).status).toBe(401);
      expect((await call(method, 'example.com', other)).status).toBe(403);
    }
    const wrong = await call('PUT', 'example.com');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD']);
    expect((await search({})).domains).toHaveLength(3);
  });
});
