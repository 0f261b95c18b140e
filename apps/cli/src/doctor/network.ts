// Checks of the network: the ports to listen on, and the name servers.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '@sitegrep/config';
import { lookupAt } from '@sitegrep/crawl';
import { type Check, checksOf } from './check.ts';

const ports = checksOf('ports');

/** Checks that the ports can be listened on, by doing so for a moment. */
export async function checkPorts(config: Config): Promise<readonly Check[]> {
  const api = await checkPort(config.host, config.port, 'SITEGREP_HOST', 'SITEGREP_PORT');
  // `up` serves metrics on its one port; only `api` and `worker` have a port for them.
  if (config.storage === 'sqlite') return [api];
  return [
    api,
    await checkPort(config.metricsHost, config.metricsPort, 'SITEGREP_METRICS_HOST', 'SITEGREP_METRICS_PORT'),
  ];
}

async function checkPort(
  host: string,
  port: number,
  hostVariable: string,
  portVariable: string,
): Promise<Check> {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const code = await listenProblem(host, port);
  switch (code) {
    case null:
      return ports.ok(port === 0 ? `${portVariable} is 0: any free port` : `${at} is free`);
    case 'EADDRINUSE':
      return (await isSitegrep(host, port))
        ? ports.ok(`sitegrep listens at ${at} already`)
        : ports.fail(`another program listens at ${at}`, `stop it, or set ${portVariable} to another port`);
    case 'EADDRNOTAVAIL':
      return ports.fail(
        `this machine has no address ${host}`,
        `set ${hostVariable} to an address of this machine, or to 0.0.0.0`,
      );
    case 'EACCES':
      return ports.fail(`this user may not listen at ${at}`, `set ${portVariable} to a port above 1023`);
    default:
      return ports.fail(
        `listening at ${at} fails (${code})`,
        `set ${hostVariable} and ${portVariable} to other values`,
      );
  }
}

/** @returns the error code of listening there; null if it works */
async function listenProblem(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

const TIMEOUT_MS = 3_000;

/** Whether the program that listens there answers /healthz as sitegrep does. */
async function isSitegrep(host: string, port: number): Promise<boolean> {
  const address =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${address}:${port}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return /"alive"/.test(await response.text());
  } catch {
    // It speaks no HTTP, or does not answer: it is not sitegrep.
    return false;
  }
}

const names = checksOf('names');

/** A name that is reserved for such uses and always exists. */
const TEST_NAME = 'example.com';

/** Queries the name servers as a crawl does. A failure is a warning only: perhaps no site of the internet is crawled. */
export async function checkNames({
  dnsServers,
  httpProxy,
  httpProxyGuard,
}: Config): Promise<readonly Check[]> {
  if (httpProxy !== null && httpProxyGuard === 'proxy')
    return [names.ok('the proxy (SITEGREP_HTTP_PROXY) looks names up')];
  const whose =
    dnsServers.length > 0 ? `the name servers ${dnsServers.join(', ')}` : "the system's name servers";
  try {
    const [first] = await lookupAt(dnsServers)(TEST_NAME);
    return [names.ok(`${whose} find ${TEST_NAME} (${first?.address ?? 'without an address'})`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      names.warn(
        `${whose} do not find ${TEST_NAME} (${reason}): sites of the internet can't be crawled`,
        httpProxy === null
          ? 'check the network, or set SITEGREP_DNS_SERVERS to other servers; behind a proxy set SITEGREP_HTTP_PROXY'
          : 'check the network, or set SITEGREP_DNS_SERVERS to other servers; if only the proxy can look names up, and refuses private addresses itself, set SITEGREP_HTTP_PROXY_GUARD=proxy',
      ),
    ];
  }
}
