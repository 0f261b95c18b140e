// The connections to the operator's HTTP proxy, and what goes over them: requests over http, and tunnels to https hosts.
import type { Socket } from 'node:net';
import { Pool, type Dispatcher } from 'undici';
import type { AddressGuard } from './addresses.ts';
import type { Lookup } from './lookup.ts';
import type { CrawlerSettings } from './options.ts';
import { poolOptions, targetOf } from './pool-options.ts';
import { createNameJudge, parseProxy, tunnel, type JudgeName } from './proxy.ts';
import type { SocketOpener, SocketTarget } from './sockets.ts';

export interface ProxyPool {
  readonly judgeName: JudgeName;
  /** Fields that the proxy wants with a request over http. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a request over http. Rejects with any error. */
  request(url: URL, request: ProxiedRequest): Promise<Dispatcher.ResponseData>;
  /** Opens a tunnel to an https host. Rejects with a FailureError. */
  tunnel(target: SocketTarget): Promise<Socket>;
  /** Opens a connection to the proxy itself. */
  connect(): Promise<Socket>;
  close(): Promise<void>;
}

type ProxiedRequest = Omit<Dispatcher.RequestOptions, 'headers' | 'origin'> & {
  readonly headers: Readonly<Record<string, string>>;
};

interface ProxyParts {
  readonly sockets: SocketOpener;
  readonly lookup: Lookup;
  readonly guard: AddressGuard;
  /** Aborted when the connections close. */
  readonly closed: AbortSignal;
}

/** @throws RangeError if the proxy's URL is invalid */
export function openProxyPool(
  proxyUrl: string,
  settings: Pick<CrawlerSettings, 'connectTimeoutMs' | 'maxHeaderBytes' | 'proxyGuards'>,
  { sockets, lookup, guard, closed }: ProxyParts,
): ProxyPool {
  const { connectTimeoutMs: timeoutMs, maxHeaderBytes, proxyGuards } = settings;
  const proxy = parseProxy(proxyUrl);
  const pool = new Pool(
    proxy.origin,
    poolOptions(maxHeaderBytes, (options) => sockets.tcp(targetOf(options))),
  );
  return {
    judgeName: createNameJudge({ lookup, guard, proxyGuards, timeoutMs }),
    headers: proxy.headers,
    request: (url, request) =>
      pool.request({
        ...request,
        path: `http://${url.host}${request.path}`,
        headers: { host: url.host, ...request.headers, ...proxy.headers },
      }),
    tunnel: (target) => tunnel(pool, proxy, target, timeoutMs, closed),
    connect: () => sockets.tcp(targetOf(new URL(proxy.origin))),
    close: () => pool.destroy(),
  };
}
