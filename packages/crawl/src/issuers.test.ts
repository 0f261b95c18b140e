// Hosts that leave out the certificate that issued theirs.
import { X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { makeCertificates, type KeyPair } from '../test/certificates.ts';
import { crawlFrom, pages, serve, serveTls, testCrawler, type TestServer } from '../test/loopback.ts';
import type { CrawlerOptions } from './options.ts';

const page = pages({ '/': '<p>' });

interface Chain {
  readonly root: string;
  /** Certificate that the root issued, and that issued another one, which issued that of the host. */
  readonly upper: string;
  readonly lower: string;
  readonly message: Buffer;
  readonly host: KeyPair;
  readonly issuers: TestServer;
  readonly at: Map<string, RequestListener>;
}

const file =
  (bytes: string | Buffer): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/pkix-cert' }).end(bytes);

/** A chain of three certificates; the addresses of its issuers lead to a server. */
async function makeChain(host = 'issuers.test'): Promise<Chain> {
  const at = new Map<string, RequestListener>();
  const issuers = await serve((request, response) => {
    const listener = at.get(request.url ?? '');
    if (listener === undefined) response.writeHead(404).end();
    else listener(request, response);
  });
  const url = (name: string): string => `http://${host}:${issuers.port}/${name}`;
  const made = makeCertificates(({ selfSigned, issued, message }) => {
    const { cert: root } = selfSigned('root', '/CN=Root');
    const inner = { hosts: [], isAuthority: true } as const;
    const { cert: upper } = issued('upper', { ...inner, authority: 'root', issuerUrl: url('root') });
    const { cert: lower } = issued('lower', { ...inner, authority: 'upper', issuerUrl: url('upper') });
    const pair = issued('host', {
      hosts: ['a.test', 'b.test', 'c.test'],
      authority: 'lower',
      issuerUrl: url('lower'),
    });
    return { root, upper, lower, host: pair, message: message(['upper', 'root']) };
  });
  return { ...made, issuers, at };
}

async function verdictOf({ host, root }: Pick<Chain, 'host' | 'root'>, options: CrawlerOptions = {}) {
  const { port } = await serveTls(host, page);
  const { pages: found, result } = await crawlFrom(`https://a.test:${port}/`, {
    certificateAuthorities: root,
    ...options,
  });
  return found[0]?.certificate ?? result.reason;
}

const UNKNOWN = 'of no known authority';

test('issuers that are missing are fetched up to the root, in DER and PKCS #7, once for all hosts', async () => {
  const chain = await makeChain();
  chain.at.set('/lower', file(new X509Certificate(chain.lower).raw));
  chain.at.set('/upper', file(chain.message));
  const crawler = testCrawler({ certificateAuthorities: chain.root });
  const verdicts: unknown[] = [];
  for (let n = 0; n < 2; n++) {
    const { port } = await serveTls(chain.host, page);
    await crawler.crawl(
      { domain: 'a.test', urls: [`https://a.test:${port}/`], maxPages: 1, maxDepth: 0 },
      ({ certificate }) => {
        verdicts.push(certificate);
        return Promise.resolve({ links: [], indexed: true, problem: null });
      },
    );
  }
  expect(verdicts).toEqual(['valid', 'valid']);
  expect(chain.issuers.requests.map((request) => request.replace(/^.* /, ''))).toEqual(['/lower', '/upper']);
});

test('hosts that lack the same issuers at the same time are all completed, and these are fetched once', async () => {
  const chain = await makeChain();
  const late =
    (listener: RequestListener): RequestListener =>
    (request, response) =>
      void setTimeout(() => listener(request, response), 300);
  chain.at.set('/lower', late(file(chain.lower)));
  chain.at.set('/upper', late(file(chain.upper)));
  const crawler = testCrawler({ certificateAuthorities: chain.root });
  const verdicts = await Promise.all(
    ['a.test', 'b.test', 'c.test'].map(async (domain) => {
      const { port } = await serveTls(chain.host, page);
      let verdict: string | undefined;
      await crawler.crawl(
        { domain, urls: [`https://${domain}:${port}/`], maxPages: 1, maxDepth: 0 },
        ({ certificate }) => {
          verdict = certificate;
          return Promise.resolve({ links: [], indexed: true, problem: null });
        },
      );
      return verdict;
    }),
  );
  expect(verdicts).toEqual(['valid', 'valid', 'valid']);
  expect(chain.issuers.requests.filter((request) => request.endsWith('/lower'))).toHaveLength(1);
});

test('issuers that the host sends are not fetched', async () => {
  const chain = await makeChain();
  const host = { ...chain.host, cert: [chain.host.cert, chain.lower, chain.upper].join('') };
  expect(await verdictOf({ ...chain, host })).toBe('valid');
  expect(chain.issuers.requests).toEqual([]);
});

test('a chain without a trusted root stays one of no known authority', async () => {
  const chain = await makeChain();
  chain.at.set('/lower', file(chain.lower));
  chain.at.set('/upper', file(chain.upper));
  chain.at.set('/root', file(chain.root));
  const other = makeCertificates(({ selfSigned }) => selfSigned('other', '/CN=Root').cert);
  expect(await verdictOf({ ...chain, root: other })).toBe(UNKNOWN);
});

test.each<[string, (chain: Chain) => RequestListener]>([
  ['is missing', () => (_request, response) => void response.writeHead(404).end()],
  ['is something else', () => file('<p>not here')],
  ['is the certificate of another', ({ upper }) => file(upper)],
  ['is too large', ({ lower }) => file(lower + '#'.repeat(70_000))],
  ['redirects', () => (_request, response) => void response.writeHead(302, { location: '/upper' }).end()],
  ['breaks off', () => (_request, response) => void response.destroy()],
])('an issuer that %s leaves the certificate one of no known authority', async (_, listenerOf) => {
  const chain = await makeChain();
  chain.at.set('/lower', listenerOf(chain));
  expect(await verdictOf(chain)).toBe(UNKNOWN);
});

test('no issuer is fetched from an address that may not be fetched from', async () => {
  const chain = await makeChain('127.0.0.2');
  chain.at.set('/lower', file(chain.lower));
  chain.at.set('/upper', file(chain.upper));
  expect(await verdictOf(chain, { allowedAddresses: ['127.0.0.1/32'] })).toBe(UNKNOWN);
  expect(chain.issuers.requests).toEqual([]);
  const inner = await makeChain('10.0.0.1');
  expect(await verdictOf(inner)).toBe(UNKNOWN);
});
