// Checks of the network: the ports to listen on, and the name servers.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '@sitegrep/config';
import { lookupAt } from '@sitegrep/crawl';
import { apiAddress, type ListenAddress, listenProblem, metricsAddress } from '../listening.ts';
import { type Check, checksOf } from './check.ts';

const ports = checksOf('ports');

/** Checks that the ports can be listened on, by doing so for a moment. */
export async function checkPorts(config: Config): Promise<readonly Check[]> {
  const api = await checkPort(apiAddress(config));
  // `up` serves metrics on its one port; only `api` and `worker` have a port for them.
  return config.storage === 'sqlite' ? [api] : [api, await checkPort(metricsAddress(config))];
}

async function checkPort(address: ListenAddress): Promise<Check> {
  const { host, port, settings } = address;
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const code = await listenError(host, port);
  if (code === null) return ports.ok(port === 0 ? `${settings.port} is 0: any free port` : `${at} is free`);
  const { finding, remedy, isSitegrep } = await listenProblem(code, address);
  return isSitegrep ? ports.ok(`sitegrep listens at ${at} already`) : ports.fail(finding, remedy);
}

/** @returns the error code of listening there; null if it works */
async function listenError(host: string, port: number): Promise<string | null> {
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
