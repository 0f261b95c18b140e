import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici';

export interface ProxyOptions {
  /**
   * `http://user:password@host:port`; https upstreams are reached through a tunnel (CONNECT), requests to http ones are
   * sent to it.
   */
  readonly url: string;
  /** Hosts that are called directly, with all names below them; IP addresses as they are in URLs. */
  readonly except: readonly string[];
}

interface DispatcherOptions {
  readonly connectTimeoutMs: number;
  /** Connections to one upstream at the same time. */
  readonly connections: number;
  /** Null: every upstream is called directly. */
  readonly proxy: ProxyOptions | null;
}

/** How an upstream is reached. */
interface Route {
  readonly dispatcher: Dispatcher;
  readonly isProxied: boolean;
}

export interface Dispatchers {
  to(url: URL): Route;
  close(): Promise<void>;
}

const MAX_HEADER_BYTES = 32_768;

/** Redirects are not followed: none of the upstreams has any, and one could carry a credential elsewhere. */
export function openDispatchers({ connectTimeoutMs, connections, proxy }: DispatcherOptions): Dispatchers {
  const bounds = {
    connections,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The caller's signal bounds the entire exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const direct: Route = {
    dispatcher: new Agent({ ...bounds, connect: { timeout: connectTimeoutMs } }),
    isProxied: false,
  };
  if (proxy === null) return { to: () => direct, close: () => direct.dispatcher.destroy() };
  const proxied: Route = {
    dispatcher: new ProxyAgent({
      ...bounds,
      uri: proxy.url,
      connectTimeout: connectTimeoutMs,
      // Bounds the opening of a tunnel, which the signal of the waiting call does not reach.
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectTimeoutMs }),
    }),
    isProxied: true,
  };
  const except = proxy.except.map((host) => host.toLowerCase());
  const isExcepted = (host: string): boolean =>
    except.some((one) => host === one || host === `[${one}]` || host.endsWith(`.${one}`));
  return {
    to: ({ hostname }) => (isExcepted(hostname) ? direct : proxied),
    async close() {
      await Promise.all([direct.dispatcher.destroy(), proxied.dispatcher.destroy()]);
    },
  };
}
