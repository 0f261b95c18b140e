// Names that don't exist, lead to forbidden addresses, or change their addresses.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { HTML, INDEXED, page, STAGE_ADDRESS, type Expected, type Stage } from './stage.ts';

/** The server on the forbidden loopback address. */
export interface Forbidden {
  /** Number of its connections. */
  readonly connections: () => number;
}

export async function addBadNames(stage: Stage): Promise<Forbidden> {
  let connections = 0;
  const hidden = createHttpServer((_request, response) =>
    response.writeHead(200, HTML).end('<p>forbidden-page'),
  );
  hidden.on('connection', () => connections++);
  const twin = createHttpServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { ...HTML, connection: 'close' }).end('<p>allowed page');
  });
  const forbidden = await stage.listenOnBoth(twin, hidden, '127.0.0.1');

  const blocked: Expected = {
    outcome: 'blocked_address',
    reason: /is not a public address; allow its range/,
  };
  const addresses: Readonly<Record<string, readonly string[]>> = {
    'to-loopback.test': ['127.0.0.1'],
    'to-private.test': ['10.1.2.3', '192.168.1.1', '172.16.0.1'],
    'to-link-local.test': ['169.254.1.1'],
    'to-metadata.test': ['169.254.169.254'],
    'to-nowhere.test': ['0.0.0.0'],
    'to-ipv6-loopback.test': ['::1'],
    'to-mapped.test': ['::ffff:127.0.0.1'],
    'to-6to4.test': ['2002:7f00:1::1'],
    'to-ipv6-private.test': ['fd00::1', 'fe80::1'],
  };
  for (const [domain, rounds] of Object.entries(addresses)) {
    stage.name(domain, { lookups: [rounds] });
    stage.expect(domain, `http://${domain}:${forbidden}/`, blocked);
  }
  stage.expect('127.0.0.1', `http://127.0.0.1:${forbidden}/`, blocked);
  stage.expect('::1', `http://[::1]:${forbidden}/`, blocked);
  stage.expect('10.0.0.1', `http://0xa.1:${forbidden}/`, blocked);
  stage.expect('shop.localhost', `http://shop.localhost:${forbidden}/`, blocked);

  // Names of inner networks are crawled at allowed addresses only.
  const inner: Expected = { outcome: 'blocked_address', reason: /is a name of an inner network/ };
  stage.name('db.internal', { lookups: [['93.184.216.34']] });
  stage.expect('db.internal', `http://db.internal:${forbidden}/`, inner);
  stage.name('vault.internal', { lookups: [['127.0.0.1']] });
  stage.expect('vault.internal', `http://vault.internal:${forbidden}/`, inner);
  stage.name('wiki.internal', { lookups: [[STAGE_ADDRESS]] });
  stage.expect('wiki.internal', `http://wiki.internal:${forbidden}/`, INDEXED);

  // The allowed one of two addresses is used; a name that leads elsewhere at the next lookup is not looked up again.
  stage.name('both.test', { lookups: [['127.0.0.1', STAGE_ADDRESS]] });
  stage.expect('both.test', `http://both.test:${forbidden}/`, INDEXED);
  stage.name('rebound.test', { lookups: [[STAGE_ADDRESS], ['127.0.0.1']] });
  stage.expect('rebound.test', `http://rebound.test:${forbidden}/`, INDEXED);

  const noName = (reason: RegExp): Expected => ({ outcome: 'dns_failed', reason });
  stage.expect('nowhere.test', 'nowhere.test', noName(/^no such host: nowhere\.test$/));
  stage.name('empty.test', { lookups: [[]] });
  stage.expect('empty.test', `http://empty.test:${forbidden}/`, noName(/^no such host: empty\.test$/));
  stage.name('servfail.test', { code: 'EAI_AGAIN' });
  stage.expect(
    'servfail.test',
    `http://servfail.test:${forbidden}/`,
    noName(/^name server gave no answer for servfail\.test$/),
  );
  stage.name('dns-silent.test', 'never');
  stage.expect('dns-silent.test', `http://dns-silent.test:${forbidden}/`, {
    outcome: 'dns_failed',
    reason: /^no name server answered for dns-silent\.test within 4 s$/,
  });

  const gone = createTcpServer();
  const port = await stage.listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  stage.name('refused.test', { lookups: [[STAGE_ADDRESS]] });
  stage.expect('refused.test', `http://refused.test:${port}/`, {
    outcome: 'connect_failed',
    reason: /^connection refused by refused\.test$/,
  });

  stage.web('xn--bcher-kva.test', INDEXED, page('<p>by its name in Unicode'), { host: 'bücher.test' });
  stage.web('dot.test', INDEXED, page('<p>by its name with a dot'), { host: 'DOT.test.' });

  const location =
    (to: string): Parameters<Stage['web']>[2] =>
    (request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(302, { location: to.replaceAll('PATH', request.url ?? '') }).end();
    };
  stage.name('inner.redirects-inside.test', { lookups: [['127.0.0.1']] });
  stage.web('redirects-inside.test', blocked, location(`http://inner.redirects-inside.test:${forbidden}/`));
  const httpError = (reason: RegExp): Expected => ({ outcome: 'http_error', reason });
  stage.web(
    'redirects-to-loopback.test',
    httpError(/^redirects to 127\.0\.0\.1 \(302\)$/),
    location(`http://127.0.0.1:${forbidden}/`),
  );
  stage.web(
    'redirects-to-file.test',
    httpError(/^redirects to something that is not a web address \(302\): file:/),
    location('file:///etc/passwd'),
  );
  stage.web('redirects-nowhere.test', httpError(/^answered 302 without a target$/), location(''));
  stage.web(
    'redirects-in-circles.test',
    httpError(/^redirects in a circle, back to/),
    (request, response) => {
      const next = request.url === '/' ? '/a' : request.url === '/a' ? '/b' : '/a';
      response.writeHead(301, { location: next }).end();
    },
  );
  stage.web('redirects-for-ever.test', httpError(/^more than 20 redirects$/), (request, response) => {
    const n = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
    response.writeHead(302, { location: `/step/${n + 1}` }).end();
  });
  stage.web('redirects-by-session.test', httpError(/^more than 20 redirects$/), (_request, response) => {
    response.writeHead(302, { location: `/;jsessionid=${Math.random().toString(16).slice(2)}` }).end();
  });
  return { connections: () => connections };
}
