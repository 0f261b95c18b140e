// A crawl of bad hosts through a proxy, by their bare domains: https first, then http. The proxy notes what it is given.
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NameAnswer } from './names.ts';
import { NAMES_VARIABLE } from './names.ts';
import { crawl, faultOf } from './run.ts';
import { HTML, INDEXED, page, Stage, type Expected } from './stage.ts';

const PUBLIC: NameAnswer = { lookups: [['93.184.216.34']] };
const AWAY = { 'retry-after': '3600' };

interface ProxiedHost extends Expected {
  /** Answer of the name servers for the domain and for `www.` before it. */
  readonly name: NameAnswer;
  /** Handler of http requests; absent if none may come. */
  readonly http?: RequestListener;
  /** Expected requests to the proxy, in order: `CONNECT`, or the path of an http request. */
  readonly requests: readonly string[];
  /** Expected requests for `www.` before the domain; absent if none may come. */
  readonly withWww?: readonly string[];
}

const httpError = (reason: RegExp) => ({ outcome: 'http_error', reason }) as const;
const ONCE = ['CONNECT', '/robots.txt', '/'];
/** A host that the proxy must not be given. */
const hidden = (...addresses: string[]): ProxiedHost => ({
  outcome: 'blocked_address',
  reason: /is not a public address|is a name of an inner network/,
  name: { lookups: [addresses] },
  requests: [],
});

const HOSTS: Readonly<Record<string, ProxiedHost>> = {
  'good.test': { ...INDEXED, name: PUBLIC, http: page('<p>'), requests: ONCE },
  // Port 443 refuses connections, and http decides.
  'gone.test': {
    ...httpError(/^answered 404 Not Found$/),
    name: PUBLIC,
    http: (_request, response) => void response.writeHead(404).end(),
    requests: ONCE,
    withWww: ONCE,
  },
  'pdf.test': {
    outcome: 'not_html',
    reason: /^content type application\/pdf$/,
    name: PUBLIC,
    http: page('%PDF-1.7', { 'content-type': 'application/pdf' }),
    requests: ONCE,
  },
  'away.test': {
    ...httpError(/^answered 429 Too Many Requests and asks to stay away for 3600 s$/),
    name: PUBLIC,
    http: (_request, response) => void response.writeHead(429, AWAY).end(),
    requests: ONCE,
  },
  'robots-away.test': {
    ...httpError(/^robots\.txt answered 503 Service Unavailable and asks to stay away for 3600 s$/),
    name: PUBLIC,
    requests: ONCE.slice(0, 2),
  },
  // TLS fails, and http accepts the request without an answer.
  'silent.test': {
    outcome: 'timed_out',
    reason: /^no answer within 2 s$/,
    name: PUBLIC,
    http: () => undefined,
    requests: [...ONCE, 'CONNECT', '/'],
  },
  'private.test': hidden('10.1.2.3'),
  'partly-private.test': hidden('93.184.216.34', '192.168.1.1'),
  'mapped.test': hidden('::ffff:169.254.169.254'),
  'db.internal': hidden('93.184.216.34'),
  'printer.local': hidden('93.184.216.34'),
  'unknown.test': {
    outcome: 'dns_failed',
    reason: /^no such host: unknown\.test$/,
    name: { code: 'ENOTFOUND' },
    requests: [],
  },
  'leads-inside.test': {
    outcome: 'blocked_address',
    reason: /^inside\.leads-inside\.test \(10\.1\.2\.3\) is not a public address/,
    name: PUBLIC,
    http: (_request, response) =>
      void response.writeHead(302, { location: 'http://inside.leads-inside.test/' }).end(),
    requests: ONCE,
  },
};

const SETTINGS: Readonly<Record<string, string>> = {
  SITEGREP_ALLOWED_ADDRESSES: '',
  SITEGREP_CRAWL_DELAY: '0ms',
  SITEGREP_REQUEST_TIMEOUT: '2s',
  SITEGREP_ANALYSIS_DEADLINE: '30s',
  SITEGREP_ANALYSIS_THREADS: '1',
  SITEGREP_RETRIES: '1',
  SITEGREP_SITEMAPS: 'off',
};

/** @returns the differences between what happened and what was expected, by domain; none of a host without one */
export async function runProxiedCrawl(): Promise<{
  readonly hosts: number;
  readonly faults: readonly string[];
}> {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-proxied-'));
  const stage = await Stage.open();
  try {
    const given = new Map<string, string[]>();
    const proxyPort = await stage.listen(await openProxy(stage, given));
    const names: Record<string, NameAnswer> = { 'inside.leads-inside.test': { lookups: [['10.1.2.3']] } };
    for (const [domain, { name }] of Object.entries(HOSTS)) {
      names[domain] = name;
      names[`www.${domain}`] = name;
    }
    const [list, table] = [join(folder, 'sites.txt'), join(folder, 'names.json')];
    await writeFile(
      list,
      Object.keys(HOSTS)
        .map((domain) => `${domain}\n`)
        .join(''),
    );
    await writeFile(table, JSON.stringify(names));
    const { code, results } = await crawl(list, {
      ...SETTINGS,
      SITEGREP_DATA_DIR: join(folder, 'data'),
      SITEGREP_HTTP_PROXY: `http://${stage.address}:${proxyPort}`,
      [NAMES_VARIABLE]: table,
    });
    const faults = Object.entries(HOSTS).flatMap(([domain, host]) => {
      const wrong = faultOf(host, results.get(domain) ?? null);
      const requests = [domain, `www.${domain}`].map((name) => (given.get(name) ?? []).join(' ')).join('; ');
      const expected = [host.requests, host.withWww ?? []].map((paths) => paths.join(' ')).join('; ');
      return [
        ...(wrong === null ? [] : [`${domain} ${wrong}`]),
        ...(requests === expected ? [] : [`${domain}: the proxy was given '${requests}', not '${expected}'`]),
      ];
    });
    const strangers = [...given.keys()].filter((host) => !Object.hasOwn(HOSTS, host.replace(/^www\./, '')));
    return {
      hosts: Object.keys(HOSTS).length,
      faults: [
        ...faults,
        ...strangers.map((host) => `the proxy was given ${host}`),
        ...(code === 0 ? [] : [`the command ended with ${code}`]),
      ],
    };
  } finally {
    await stage.close();
    await rm(folder, { recursive: true });
  }
}

/** @param given gets what the proxy is given, by host */
async function openProxy(
  stage: Stage,
  given: Map<string, string[]>,
): Promise<ReturnType<typeof createServer>> {
  const note = (host: string, what: string): void => {
    const known = given.get(host);
    if (known === undefined) given.set(host, [what]);
    else known.push(what);
  };
  // Answers each handshake with something else than TLS.
  const noTls = await stage.listen(createTcpServer((socket) => socket.end('no TLS here\r\n')));
  const server = createServer((request, response) => {
    const { hostname, pathname } = new URL(request.url ?? '');
    note(hostname, pathname);
    const http = HOSTS[hostname]?.http;
    if (pathname !== '/robots.txt' && http !== undefined) http(request, response);
    else if (hostname === 'robots-away.test') response.writeHead(503, AWAY).end();
    else response.writeHead(404, HTML).end();
  });
  server.on('connect', (request, socket) => {
    const host = (request.url ?? '').replace(/:\d+$/, '');
    note(host, 'CONNECT');
    socket.on('error', () => undefined);
    if (host !== 'silent.test') return void socket.end('HTTP/1.1 502 Refused\r\ncontent-length: 0\r\n\r\n');
    const upstream = connect(noTls, stage.address, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
  });
  return server;
}
