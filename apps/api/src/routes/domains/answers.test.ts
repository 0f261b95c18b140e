import { checker, DomainAnswersAnswer } from '@sitegrep/contract';
import type { PageRecord, SiteAnswers } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, documentOf, refusalOf, serve, type Served } from '../../../test/served-api.ts';

const checkAnswer = checker(DomainAnswersAnswer);

const SECURITY = 'Contact: mailto:a@shop.example\nExpires: 2001-02-03T04:05:06Z\n';
const ADS =
  'ads.example, 1, DIRECT\nads.example, 2, RESELLER, f0\nmore.example, 3, RESELLER\nownerdomain=shop.example\n';
const LLMS = '# Teas\n\n> About tea.\n\n## Green\n- [Sencha](/sencha)\n- [Matcha](/matcha)\n\n## Black\n';

const SITE: SiteAnswers = {
  files: [
    realFile('ads.txt', ADS),
    { ...realFile('humans.txt', ''), status: 200, isReal: false, reason: 'it is empty' },
    { ...realFile('llms.txt', LLMS), truncated: true },
    realFile('security.txt', SECURITY),
  ],
  agents: { others: 'allowed', named: [{ agent: 'GPTBot', verdict: 'blocked' }] },
  certificate: {
    issuer: 'Example CA R1',
    names: ['shop.example'],
    nameCount: 101,
    notBefore: Date.UTC(2026, 0, 2, 3, 4, 5),
    notAfter: Date.UTC(2026, 3, 2, 3, 4, 5),
    tls: 'TLSv1.3',
  },
  icon: {
    url: 'https://shop.example/favicon.ico',
    bytes: 7,
    mmh3: -12,
    md5: 'ab',
    sha256: 'cd',
    phash: null,
    png: null,
    problem: 'ends early',
  },
};
const FILE = `/ads.txt\n${ADS}\n/llms.txt\n${LLMS}\n/.well-known/security.txt\n${SECURITY}\n`;

function realFile(name: string, text: string): SiteAnswers['files'][number] {
  return {
    name,
    status: 200,
    isReal: true,
    reason: null,
    bytes: Buffer.byteLength(text),
    truncated: false,
    digest: '',
  };
}

let api: Served;
let key: string;
beforeAll(async () => {
  api = await serve();
  key = await api.key(['search']);
  await put('shop.example', (page, at) => ({
    ...page,
    facts: { ...page.facts, site: at === 0 ? SITE : null },
    ...(at === 2
      ? {}
      : {
          answers: {
            headers:
              at === 0
                ? 'HTTP 200\nserver: nginx/1.25\nx-empty: \nset-cookie: id; path=/; httponly\nlink: <a>: b\n'
                : 'HTTP 404\n… 3 fields left out\n',
            cookies: at === 0 ? '\nid; path=/; httponly\n_ga;\n… 1 cookie left out\n' : '',
            file: at === 0 ? FILE : '',
          },
        }),
  }));
  await put('bare.example', (page) => page);
});
afterAll(() => api.close());

async function put(domain: string, change: (page: PageRecord, at: number) => PageRecord): Promise<void> {
  const { pages, ...rest } = documentOf(domain, '<p>a page');
  const three = pages.flatMap((page) =>
    ['', 'a', 'b'].map((path, at) => change({ ...page, url: `https://${domain}/${path}` }, at)),
  );
  await api.storage.domains.put([wholeSite({ ...rest, pages: three })]);
}

async function answers(path: string) {
  const answer = await ask(`${api.url}/domains/${path}`, { headers: { 'x-api-key': key } });
  const checked = checkAnswer(answer.body);
  if (answer.status !== 200 || !checked.ok) throw new Error(JSON.stringify([answer, checked]));
  return checked.value.data;
}

describe('what a domain answers', () => {
  test('has the verdicts on files, with what they say', async () => {
    const { files, agents } = await answers('shop.example/answers');
    expect(files).toEqual([
      {
        name: 'ads.txt',
        status: 200,
        real: true,
        reason: null,
        bytes: ADS.length,
        truncated: false,
        sellers: {
          direct: 1,
          reseller: 2,
          systems: ['ads.example', 'more.example'],
          systems_count: 2,
          variables: [{ name: 'ownerdomain', value: 'shop.example' }],
        },
      },
      { name: 'humans.txt', status: 200, real: false, reason: 'it is empty', bytes: 0, truncated: false },
      {
        name: 'llms.txt',
        status: 200,
        real: true,
        reason: null,
        bytes: LLMS.length,
        truncated: true,
        outline: {
          title: 'Teas',
          summary: 'About tea.',
          sections: [
            { title: 'Green', links: 2 },
            { title: 'Black', links: 0 },
          ],
        },
      },
      {
        name: 'security.txt',
        status: 200,
        real: true,
        reason: null,
        bytes: SECURITY.length,
        truncated: false,
        security: {
          contact: ['mailto:a@shop.example'],
          encryption: [],
          acknowledgments: [],
          policy: [],
          hiring: [],
          canonical: [],
          preferred_languages: [],
          expires: '2001-02-03 04:05:06 +00:00',
          expired: true,
          signed: false,
        },
      },
    ]);
    const verdicts = new Map(agents.map(({ agent, verdict }) => [agent, verdict]));
    expect(['GPTBot', 'Googlebot', 'CCBot'].map((agent) => verdicts.get(agent))).toEqual([
      'blocked',
      'allowed',
      'allowed',
    ]);
  });

  test('has the texts of files on request', async () => {
    const { files } = await answers('shop.example/answers?texts=true');
    expect(files.map(({ text }) => text)).toEqual([ADS, undefined, LLMS, SECURITY]);
  });

  test('has the certificate and the icon', async () => {
    const { domain, certificate, icon } = await answers('WWW.shop.example/answers');
    expect([domain, certificate, icon]).toEqual([
      'shop.example',
      {
        issuer: 'Example CA R1',
        names: ['shop.example'],
        names_count: 101,
        not_before: '2026-01-02 03:04:05 +00:00',
        not_after: '2026-04-02 03:04:05 +00:00',
        tls: 'TLSv1.3',
      },
      {
        url: 'https://shop.example/favicon.ico',
        bytes: 7,
        mmh3: -12,
        md5: 'ab',
        sha256: 'cd',
        phash: null,
        problem: 'ends early',
      },
    ]);
  });

  test('has header fields and cookies page by page, and says how many are left out', async () => {
    const first = await answers('shop.example/answers?limit=2');
    expect(first.items).toEqual([
      {
        url: expect.any(String),
        status: 200,
        headers: [
          { name: 'server', value: 'nginx/1.25' },
          { name: 'x-empty', value: '' },
          { name: 'set-cookie', value: 'id; path=/; httponly' },
          { name: 'link', value: '<a>: b' },
        ],
        headers_left_out: 0,
        cookies: [
          { name: 'id', attributes: ['path=/', 'httponly'] },
          { name: '_ga', attributes: [] },
        ],
        cookies_left_out: 1,
      },
      {
        url: expect.any(String),
        status: 404,
        headers: [],
        headers_left_out: 3,
        cookies: [],
        cookies_left_out: 0,
      },
    ]);
    const rest = await answers(
      `shop.example/answers?limit=2&next_token=${encodeURIComponent(first.next_token)}`,
    );
    expect(rest.items).toEqual([
      {
        url: expect.any(String),
        status: null,
        headers: null,
        headers_left_out: 0,
        cookies: null,
        cookies_left_out: 0,
      },
    ]);
    expect([first.total_count, rest.next_token, rest.files.length]).toEqual([3, '', 4]);
  });

  test('is empty where nothing of it is known', async () => {
    expect(await answers('bare.example/answers')).toMatchObject({
      files: [],
      agents: [],
      certificate: null,
      icon: null,
      total_count: 3,
    });
  });

  test.each([
    ['nowhere.example/answers', 404, /^Nothing is stored for nowhere\.example/],
    ['shop.example/answers?texts=yes', 400, /^texts is "yes"/],
    ['shop.example/answers?next_token=x', 400, /^next_token/],
  ])('%s is refused with the remedy', async (path, status, details) => {
    const answer = await ask(`${api.url}/domains/${path}`, { headers: { 'x-api-key': key } });
    expect(refusalOf(answer)).toEqual([status, expect.stringMatching(details)]);
  });
});
