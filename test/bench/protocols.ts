// HTTP/1.1 beside HTTP/2, as the crawler would speak them: by undici over TLS on loopback, a new connection for each site and one
// request after the other on it, as politeness has it. Processor time of the thread that asks.
//
//   node test/bench/protocols.ts [--sites 1500] [--rounds 3]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { numberOf } from './arguments.ts';

/** robots.txt and a home page. */
const PATHS = ['/robots.txt', '/'];
const AT_ONCE = 16;
const PAGE = Buffer.alloc(100_000, '<p>a page of a usual length</p>');

const PROTOCOLS = { 'HTTP/1.1': ['http/1.1'], 'HTTP/2': ['h2', 'http/1.1'] } as const;
type Protocol = keyof typeof PROTOCOLS;

if (isMainThread) await main();
else serve();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { sites: { type: 'string', default: '1500' }, rounds: { type: 'string', default: '3' } },
  });
  const sites = numberOf('sites', values.sites);
  const rounds = numberOf('rounds', values.rounds);
  // In another thread, so that its time can be told from ours.
  const server = new Worker(new URL(import.meta.url));
  const port = await new Promise<number>((resolve) => server.once('message', resolve));
  const figures: object[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const protocol of ['HTTP/1.1', 'HTTP/2'] as const) {
      const before = process.threadCpuUsage();
      await crawl(port, protocol, sites);
      const { user, system } = process.threadCpuUsage(before);
      const ms = (user + system) / 1_000 / sites;
      figures.push({ protocol, 'ms a site': Number(ms.toFixed(2)) });
    }
  }
  console.table(figures);
  await server.terminate();
}

async function crawl(port: number, protocol: Protocol, sites: number): Promise<void> {
  let left = sites;
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const agent = agentOf(protocol);
      for (const path of PATHS) await fetchWhole(agent, `https://127.0.0.1:${port}${path}`);
      await agent.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function fetchWhole(dispatcher: Agent, url: string): Promise<void> {
  const { body } = await request(url, { dispatcher });
  for await (const _chunk of body);
}

function agentOf(protocol: Protocol): Agent {
  return new Agent({
    allowH2: protocol === 'HTTP/2',
    pipelining: 1,
    connections: 1,
    connect: ({ hostname, port }, callback) => {
      const socket = connect({
        host: hostname,
        port: Number(port),
        ALPNProtocols: [...PROTOCOLS[protocol]],
        // The certificate is made below, by nobody.
        rejectUnauthorized: false,
      });
      socket.once('secureConnect', () => callback(null, socket));
      socket.on('error', (error) => callback(error, null));
    },
  });
}

function serve(): void {
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  server.on('sessionError', () => undefined);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
  });
}

function certificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'protocols-'));
  try {
    const made = ['-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=127.0.0.1', '-days', '2'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...key, ...made], { cwd: folder, stdio: 'ignore' });
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    return { key: read('key.pem'), cert: read('cert.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
