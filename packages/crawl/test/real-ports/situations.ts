// Situations of TLS, names, connections and HTTP/2, each with how its crawl must end: as Chromium shows the site, except that
// pages behind a bad certificate are read if nothing else has the page.
import { constants } from 'node:crypto';
import { constants as http2 } from 'node:http2';
import type { Outcome } from '@sitegrep/site';
import type { CrawlerOptions } from '../../src/index.ts';
import type { Chains } from './chains.ts';
import {
  answerHttp2,
  FAILING_NAME_SERVER,
  home,
  NAME_SERVER,
  redirect,
  SILENT_NAME_SERVER,
  type World,
} from './world.ts';

interface Terms {
  readonly options?: CrawlerOptions;
  /** Name servers; the good one by default. */
  readonly nameServers?: readonly string[];
  /** Start of the crawl; the home page of the domain by default. */
  readonly start?: string;
  /** A silent address that answers some time after the lookup, in milliseconds. */
  readonly wakes?: { readonly address: string; readonly afterMs: number };
}

interface Expected {
  readonly outcome: Outcome;
  /** Home page that is handed over; null for none. */
  readonly url: string | null;
  readonly certificate: string | null;
  /** Pattern of the reason; any if absent. */
  readonly reason?: RegExp;
}

/** How the crawl of a situation ended. */
export interface Ending {
  readonly name: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly url: string | null;
  readonly certificate: string | null;
}

export interface Situation {
  readonly name: string;
  readonly domain: string;
  readonly expected: Expected;
  readonly build: (world: World, chains: Chains, domain: string) => Promise<Terms | void>;
}

type Build = Situation['build'];

export const SITUATIONS: readonly Situation[] = [];

/** A host that nothing is known of yet, as `s7.test`. */
export const domainOf = (number: number): string => `s${number}.test`;
/** Domains for which certificates are made. */
export const MAX_SITUATIONS = 150;

function add(name: string, expectedFor: (domain: string) => Expected, build: Build, domain?: string): void {
  const all = SITUATIONS as Situation[];
  const own = domain ?? domainOf(all.length);
  all.push({ name, domain: own, expected: expectedFor(own), build });
}

type PageUrl = (domain: string) => string;
const https: PageUrl = (domain) => `https://${domain}/`;
const http: PageUrl = (domain) => `http://${domain}/`;
const wwwOf =
  (url: PageUrl): PageUrl =>
  (domain) =>
    url(`www.${domain}`);

const page =
  (url: PageUrl, certificate: string | ((domain: string) => string) | null) =>
  (domain: string): Expected => ({
    outcome: 'indexed',
    url: url(domain),
    certificate: typeof certificate === 'function' ? certificate(domain) : certificate,
  });
const ended = (outcome: Outcome, reason: RegExp) => (): Expected => ({
  outcome,
  url: null,
  certificate: null,
  reason,
});

const UNKNOWN = 'of no known authority';

// Certificates: one host, nothing on port 80.
const certificates: readonly (readonly [keyof Chains, string])[] = [
  ['valid', 'valid'],
  ['rsa', 'valid'],
  ['rsa1024', 'valid'],
  ['p384', 'valid'],
  ['expired', 'expired 2026-03-01'],
  ['notYet', 'not valid before 2098-05-01'],
  ['selfSigned', 'self-signed'],
  ['unknown', UNKNOWN],
  ['nameless', 'for no host'],
  ['sha1', 'signed with a digest that is too weak'],
  ['forClients', 'not for hosts'],
  ['complete', 'valid'],
  ['withRoot', 'valid'],
  ['disordered', 'valid'],
  ['withUnrelated', 'valid'],
  ['missingOne', 'valid'],
  ['missingTwo', 'valid'],
  ['missingPacked', 'valid'],
  ['missingLost', UNKNOWN],
  ['missingGuarded', UNKNOWN],
  ['missingUnnamed', UNKNOWN],
  ['underOld', 'issued by one that has expired'],
  ['underHost', 'issued by one that may not issue'],
];
for (const [name, verdict] of certificates) {
  add(`certificate: ${name}`, page(https, verdict), async (world, chains, domain) => {
    const pair = chains[name];
    if (!('key' in Object(pair))) throw new Error(`${name} is not a pair`);
    // The server does not judge its own certificate.
    const ciphers = 'DEFAULT@SECLEVEL=0';
    await world.https(world.host(domain), { ...(pair as { key: string; cert: string }), ciphers });
  });
}
add(
  'certificate: for another host',
  page(https, (domain) => `for other.test, not for ${domain}`),
  async (world, { otherName }, domain) => world.https(world.host(domain), otherName),
);
add(
  'certificate: wildcard for one label',
  page(https, 'valid'),
  async (world, { wildcard }, domain) => world.https(world.host(domain), wildcard),
  'one.wild.test',
);
add(
  'certificate: wildcard for two labels',
  page(https, (domain) => `for *.wild.test, wild.test, not for ${domain}`),
  async (world, { wildcard }, domain) => world.https(world.host(domain), wildcard),
  'two.labels.wild.test',
);
add(
  'certificate: for an address',
  page(https, 'valid'),
  async (world, { valid }) => world.https('127.66.254.1', valid),
  '127.66.254.1',
);
add(
  'certificate: bad, where valid ones are required',
  ended('tls_failed', /is self-signed$/),
  async (world, { selfSigned }, domain) => {
    await world.https(world.host(domain), selfSigned);
    return { options: { requireValidCertificates: true } };
  },
);

// What comes first, and what is left.
add(
  'order: www with a valid certificate before http and a bad one',
  page(wwwOf(https), 'valid'),
  async (world, chains, domain) => {
    const bare = world.host(domain);
    await world.https(bare, chains.expired);
    await world.http(bare, home());
    await world.https(world.host(`www.${domain}`), chains.valid);
  },
);
add('order: http before a bad certificate', page(http, null), async (world, { expired }, domain) => {
  const address = world.host(domain);
  await world.https(address, expired);
  await world.http(address, home());
});
add(
  'order: http of www before bad certificates',
  page(wwwOf(http), null),
  async (world, { expired }, domain) => {
    await world.https(world.host(domain), expired);
    const www = world.host(`www.${domain}`);
    await world.https(www, expired);
    await world.http(www, home());
  },
);
add(
  'order: http that redirects to a bad certificate',
  page(https, 'expired 2026-03-01'),
  async (world, { expired }, domain) => {
    const address = world.host(domain);
    await world.https(address, expired);
    await world.http(address, redirect(https(domain)));
  },
);
add(
  'order: www is left after a redirect to a bad certificate',
  page(wwwOf(http), null),
  async (world, { expired }, domain) => {
    const address = world.host(domain);
    await world.https(address, expired);
    await world.http(address, redirect(https(domain)));
    await world.http(world.host(`www.${domain}`), home());
  },
);
add('order: port 443 closed', page(http, null), async (world, _, domain) =>
  world.http(world.host(domain), home()),
);
add('order: port 443 closed, www open', page(http, null), async (world, { valid }, domain) => {
  await world.http(world.host(domain), home());
  await world.https(world.host(`www.${domain}`), valid);
});
add('order: only www has a name', page(wwwOf(https), 'valid'), async (world, { valid }, domain) =>
  world.https(world.host(`www.${domain}`), valid),
);
add('order: only www over http', page(wwwOf(http), null), async (world, _, domain) =>
  world.http(world.host(`www.${domain}`), home()),
);
add('order: https that redirects to http', page(http, null), async (world, { valid }, domain) => {
  const address = world.host(domain);
  await world.https(address, valid, redirect(http(domain)));
  await world.http(address, home());
});
add(
  'order: http answers 404, and a bad certificate has the page',
  page(https, 'self-signed'),
  async (world, { selfSigned }, domain) => {
    const address = world.host(domain);
    await world.https(address, selfSigned);
    await world.http(address, (_request, response) => void response.writeHead(404).end());
  },
);
add('order: a name that ends with a dot', page(https, 'valid'), async (world, { valid }, domain) => {
  await world.https(world.host(domain), valid);
  return { start: `https://${domain}./` };
});

// Handshakes.
const withHttp =
  (tls: Build): Build =>
  async (world, chains, domain) => {
    const terms = await tls(world, chains, domain);
    await world.http(world.zones.get(domain)?.a?.[0] ?? world.host(domain), home());
    return terms;
  };
const CLIENT = { requestCert: true, rejectUnauthorized: true } as const;
add(
  'TLS: a wanted certificate of ours, 1.2',
  page(http, null),
  withHttp(async (world, { valid }, domain) =>
    world.https(world.host(domain), { ...valid, ...CLIENT, maxVersion: 'TLSv1.2' }),
  ),
);
add(
  'TLS: a wanted certificate of ours, 1.3',
  page(http, null),
  withHttp(async (world, { valid }, domain) =>
    world.https(world.host(domain), { ...valid, ...CLIENT, minVersion: 'TLSv1.3' }),
  ),
);
add(
  'TLS: a wanted certificate of ours, told by an answer',
  page(http, null),
  withHttp(async (world, { valid }, domain) => {
    const options = { ...valid, requestCert: true, rejectUnauthorized: false };
    await world.https(world.host(domain), options, (_request, response) => {
      response.writeHead(400, { 'content-type': 'text/html' }).end('<p>No required SSL certificate was sent');
    });
  }),
);
add('TLS: a certificate of ours may be shown', page(https, 'valid'), async (world, { valid }, domain) =>
  world.https(world.host(domain), { ...valid, requestCert: true, rejectUnauthorized: false }),
);
const OLD = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
add(
  'TLS: 1.1 only, with http',
  page(http, null),
  withHttp(async (world, { rsa }, domain) => world.https(world.host(domain), { ...rsa, ...OLD })),
);
add('TLS: 1.1 only', ended('tls_failed', /speaks no TLS of version 1\.2/), async (world, { rsa }, domain) =>
  world.https(world.host(domain), { ...rsa, ...OLD }),
);
add('TLS: 1.3 only', page(https, 'valid'), async (world, { valid }, domain) =>
  world.https(world.host(domain), { ...valid, minVersion: 'TLSv1.3' }),
);
for (const ciphers of [
  'AES128-SHA',
  'AES256-GCM-SHA384',
  'ECDHE-RSA-AES128-SHA',
  'ECDHE-RSA-CHACHA20-POLY1305',
]) {
  add(`TLS: 1.2 with ${ciphers}`, page(https, 'valid'), async (world, { rsa }, domain) =>
    world.https(world.host(domain), { ...rsa, maxVersion: 'TLSv1.2', ciphers }),
  );
}
add(
  'TLS: ciphers without a certificate',
  ended('tls_failed', /refuses what we offer/),
  async (world, { rsa }, domain) =>
    world.https(world.host(domain), {
      ...rsa,
      maxVersion: 'TLSv1.2',
      ciphers: 'ADH-AES128-SHA256:@SECLEVEL=0',
    }),
);
add(
  'TLS: http on port 443',
  page(http, null),
  withHttp(async (world, _, domain) =>
    world.tcp(world.host(domain), 443, (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  ),
);
add(
  'TLS: port 443 hangs up',
  page(http, null),
  withHttp(async (world, _, domain) => world.tcp(world.host(domain), 443, (socket) => socket.destroy())),
);
add(
  'TLS: port 443 hangs up after the hello',
  page(http, null),
  withHttp(async (world, _, domain) =>
    world.tcp(world.host(domain), 443, (socket) => void socket.once('data', () => socket.resetAndDestroy())),
  ),
);
add(
  'TLS: a handshake without end',
  page(http, null),
  withHttp(async (world, _, domain) => {
    await world.tcp(world.host(domain), 443, () => undefined);
    return { options: { handshakeTimeoutMs: 500 } };
  }),
);
add(
  'TLS: a handshake that takes longer than connecting may',
  page(https, 'valid'),
  async (world, { valid }, domain) => {
    const slow = {
      ...valid,
      SNICallback: (_: string, done: (error: null) => void) => void setTimeout(done, 3_500, null),
    };
    await world.https(world.host(domain), slow);
    return { options: { connectTimeoutMs: 2_500, handshakeTimeoutMs: 12_000 } };
  },
);
add(
  'TLS: a server that does not know the name',
  page(wwwOf(https), 'valid'),
  async (world, { valid }, domain) => {
    const SNICallback = (_: string, done: (error: Error) => void): void => done(new Error('no such host'));
    await world.https(world.host(domain), { ...valid, SNICallback });
    await world.https(world.host(`www.${domain}`), valid);
  },
);
add(
  'TLS: no secure renegotiation',
  page(http, null),
  withHttp(async (world, { rsa }, domain) => {
    // The hello of a server of 1.2 with ECDHE-RSA-AES128-GCM-SHA256 and no extension. A client that takes it waits for more.
    const random = Buffer.alloc(32, 7);
    const body = Buffer.concat([Buffer.from([3, 3]), random, Buffer.from([0, 0xc0, 0x2f, 0])]);
    const handshake = Buffer.concat([Buffer.from([2, 0, 0, body.length]), body]);
    const hello = Buffer.concat([Buffer.from([0x16, 3, 3, 0, handshake.length]), handshake]);
    let refused = false;
    const address = world.host(domain);
    await world.tcp(address, 443, (socket) => {
      socket.once('data', () => {
        socket.write(hello);
        socket.once('data', () => (refused = true));
        setTimeout(() => {
          // An alert refuses the connection as one that is not safe: then http is not served either.
          if (refused) world.zones.delete(domain);
          socket.destroy();
        }, 300);
      });
    });
    if (rsa.key === '') throw new Error('no key');
  }),
);
add('TLS: renegotiation that is not asked for', page(https, 'valid'), async (world, { rsa }, domain) =>
  world.https(world.host(domain), {
    ...rsa,
    maxVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION,
  }),
);
add('TLS: no ALPN', page(https, 'valid'), async (world, { valid }, domain) =>
  world.tls(world.host(domain), valid, (socket) => {
    socket.on('data', (bytes: Buffer) => {
      const found = bytes.toString('latin1').startsWith('GET / ');
      socket.write(
        found
          ? 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n<p>'
          : 'HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n',
      );
    });
  }),
);

// HTTP/2.
const ON: Terms = { options: { http2: true } };
const both = (chains: Chains) => ({ ...chains.valid, allowHTTP1: true });
add('HTTP/2: nothing else, by default', page(https, 'valid'), async (world, { valid }, domain) =>
  world.http2(world.host(domain), valid),
);
add(
  'HTTP/2: nothing else, with a bad certificate',
  page(https, 'self-signed'),
  async (world, { selfSigned }, domain) => world.http2(world.host(domain), selfSigned),
);
add('HTTP/2: beside HTTP/1.1, by default', page(https, 'valid'), async (world, chains, domain) =>
  world.http2(world.host(domain), both(chains), (stream) => stream.close(http2.NGHTTP2_INTERNAL_ERROR)),
);
add('HTTP/2: on', page(https, 'valid'), async (world, { valid }, domain) => {
  await world.http2(world.host(domain), valid);
  return ON;
});
for (const [name, code] of [
  ['an internal error', http2.NGHTTP2_INTERNAL_ERROR],
  ['HTTP_1_1_REQUIRED', http2.NGHTTP2_HTTP_1_1_REQUIRED],
  ['a refused stream', http2.NGHTTP2_REFUSED_STREAM],
  ['a protocol error', http2.NGHTTP2_PROTOCOL_ERROR],
] as const) {
  add(`HTTP/2: ${name}, then HTTP/1.1`, page(https, 'valid'), async (world, chains, domain) => {
    await world.http2(world.host(domain), both(chains), (stream) => stream.close(code));
    return ON;
  });
}
add(
  'HTTP/2: the connection ends at the request, then HTTP/1.1',
  page(https, 'valid'),
  async (world, chains, domain) => {
    await world.http2(world.host(domain), both(chains), (stream) => stream.session?.destroy());
    return ON;
  },
);
add('HTTP/2: GOAWAY at the request, then HTTP/1.1', page(https, 'valid'), async (world, chains, domain) => {
  await world.http2(world.host(domain), both(chains), (stream) =>
    stream.session?.goaway(http2.NGHTTP2_NO_ERROR, 0),
  );
  // It says that it will not answer, and leaves the connection open.
  return { options: { http2: true, requestTimeoutMs: 4_000 } };
});
add('HTTP/2: a body that breaks off, then HTTP/1.1', page(https, 'valid'), async (world, chains, domain) => {
  await world.http2(world.host(domain), both(chains), (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html' });
    stream.write('<p>half', () => stream.close(http2.NGHTTP2_INTERNAL_ERROR));
  });
  return ON;
});
add(
  'HTTP/2: a stream that is reset, and nothing else',
  ended('http_error', /closed the connection|HTTP\/2/),
  async (world, { valid }, domain) =>
    world.http2(world.host(domain), valid, (stream) => stream.close(http2.NGHTTP2_INTERNAL_ERROR)),
);
add(
  'HTTP/2: no streams allowed',
  ended('timed_out', /no robots\.txt within/),
  async (world, { valid }, domain) => {
    await world.http2(world.host(domain), { ...valid, settings: { maxConcurrentStreams: 0 } });
    return { options: { requestTimeoutMs: 700 } };
  },
);
add('HTTP/2: no answer', ended('timed_out', /no answer within/), async (world, { valid }, domain) => {
  await world.http2(world.host(domain), valid, () => undefined);
  return { options: { requestTimeoutMs: 4_000 } };
});
add('HTTP/2: a redirect', page(wwwOf(https), 'valid'), async (world, { valid }, domain) => {
  await world.http2(world.host(domain), valid, (stream) => {
    stream.respond({ ':status': 301, location: `https://www.${domain}/` });
    stream.end();
  });
  await world.http2(world.host(`www.${domain}`), valid, (stream) => answerHttp2(stream));
});
const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};
const SETTINGS = frame(4, 0, 0, Buffer.alloc(0));
for (const [name, bytes] of [
  ['bytes that are not frames', Buffer.concat([SETTINGS, Buffer.alloc(64, 0xff)])],
  ['HTTP/1.1 over HTTP/2', Buffer.from('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')],
  ['headers that can not be decoded', Buffer.concat([SETTINGS, frame(1, 4, 1, Buffer.alloc(20, 0xff))])],
  ['an answer to no request', Buffer.concat([SETTINGS, frame(0, 1, 7, Buffer.from('<p>'))])],
  ['settings that are not allowed', frame(4, 0, 0, Buffer.from([0, 2, 0, 0, 0, 9]))],
] as const) {
  add(`HTTP/2: ${name}`, ended('http_error', /./), async (world, { valid }, domain) => {
    await world.tls(world.host(domain), { ...valid, ALPNProtocols: ['h2'] }, (socket) => {
      socket.write(bytes);
      socket.resume();
    });
    return { options: { maxRetries: 0 } };
  });
}

// Names.
const hasPage =
  (zone: Parameters<World['host']>[1], terms?: Terms): Build =>
  async (world, { valid }, domain) => {
    await world.https(world.host(domain, zone), valid);
    return terms;
  };
add('DNS: no such name', ended('dns_failed', /^no such host/), async () => undefined);
add('DNS: a name without addresses', ended('dns_failed', /^no such host/), async (world, _, domain) => {
  world.zones.set(domain, {});
});
add('DNS: the servers fail', ended('dns_failed', /name server/), async () => ({
  nameServers: [FAILING_NAME_SERVER],
  options: { maxRetries: 0 },
}));
add('DNS: no server answers', ended('dns_failed', /no name server answered/), async () => ({
  nameServers: [SILENT_NAME_SERVER],
  options: { connectTimeoutMs: 600, maxRetries: 0 },
}));
add(
  'DNS: the first server fails',
  page(https, 'valid'),
  hasPage({}, { nameServers: [FAILING_NAME_SERVER, NAME_SERVER] }),
);
add(
  'DNS: the first server never answers',
  page(https, 'valid'),
  hasPage({}, { nameServers: [SILENT_NAME_SERVER, NAME_SERVER] }),
);
const PATIENT = { options: { connectTimeoutMs: 30_000, requestTimeoutMs: 40_000 } };
add('DNS: an answer after three seconds', page(https, 'valid'), hasPage({ delayMs: 3_000 }, PATIENT));
add(
  'DNS: an answer after five seconds, after the second query',
  page(https, 'valid'),
  hasPage({ delayMs: 5_000 }, PATIENT),
);
add('DNS: no answer about IPv6', page(https, 'valid'), hasPage({ silentFor: ['AAAA'] }));
add('DNS: a failure about IPv6', page(https, 'valid'), hasPage({ code: { is: 'SERVFAIL', for: 'AAAA' } }));
add('DNS: NXDOMAIN about IPv6', page(https, 'valid'), hasPage({ code: { is: 'NXDOMAIN', for: 'AAAA' } }));
add('DNS: a truncated answer', page(https, 'valid'), hasPage({ truncated: true }));
add('DNS: an alias', page(https, 'valid'), async (world, { valid }, domain) => {
  await world.https(world.host(`target-of-${domain}`), valid);
  world.zones.set(domain, { cname: `target-of-${domain}` });
});
add('DNS: IPv6 only', page(https, 'valid'), async (world, { valid }, domain) => {
  world.zones.set(domain, { aaaa: ['::1'] });
  await world.https('::1', valid);
});
add(
  'DNS: IPv6 without a route',
  ended('connect_failed', /network|route|address/),
  async (world, _, domain) => {
    world.zones.set(domain, { aaaa: ['2606:4700::66'] });
    return { options: { maxRetries: 0 } };
  },
);
add(
  'DNS: a private address',
  ended('blocked_address', /is not a public address/),
  async (world, _, domain) => {
    world.zones.set(domain, { a: ['192.168.66.1'] });
  },
);
add(
  'DNS: the address 0.0.0.0',
  ended('blocked_address', /is not a public address/),
  async (world, _, domain) => {
    world.zones.set(domain, { a: ['0.0.0.0'] });
  },
);
add('DNS: a private address among others', page(https, 'valid'), async (world, { valid }, domain) => {
  const address = world.host(domain);
  world.zones.set(domain, { a: ['192.168.66.1', address] });
  await world.https(address, valid);
});

// Connections.
add('addresses: the first refuses', page(https, 'valid'), async (world, { valid }, domain) => {
  const address = world.address();
  world.zones.set(domain, { a: [world.address(), address] });
  await world.https(address, valid);
});
add('addresses: the first is silent', page(https, 'valid'), async (world, { valid }, domain) => {
  const address = world.address();
  world.zones.set(domain, { a: [world.silentAddress(), address] });
  await world.https(address, valid);
});
add(
  'addresses: the second is slow, the others are silent',
  page(https, 'valid'),
  async (world, { valid }, domain) => {
    const slow = world.silentAddress();
    world.zones.set(domain, { a: [world.silentAddress(), slow, world.silentAddress()] });
    await world.https(slow, valid);
    // The first packet gets no answer, the second one does, a second later.
    return { wakes: { address: slow, afterMs: 900 } };
  },
);
add(
  'addresses: all are silent',
  ended('timed_out', /^no connection within 1 s$/),
  async (world, _, domain) => {
    world.zones.set(domain, { a: [world.silentAddress(), world.silentAddress()] });
    return { options: { connectTimeoutMs: 1_000, maxRetries: 0 } };
  },
);
add('addresses: the ninth answers', page(https, 'valid'), async (world, { valid }, domain) => {
  const address = world.address();
  world.zones.set(domain, { a: [...Array.from({ length: 8 }, () => world.silentAddress()), address] });
  await world.https(address, valid);
});
add('addresses: all refuse', ended('connect_failed', /^connection refused/), async (world, _, domain) => {
  world.host(domain);
  return { options: { maxRetries: 0 } };
});
