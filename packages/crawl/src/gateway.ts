// The way to the network for a browser that renders pages which the crawler fetched: the same guard, lookups, proxy, robots.txt
// and pace of hosts as those of the crawler's own requests.
import { hostOf } from './addresses.ts';
import type { Route } from './connections.ts';
import { FailureError, final } from './failure.ts';
import type { Network } from './network.ts';
import { userAgent } from './request-headers.ts';
import { UNREAD_ROBOTS_TXT, type Robots, type RobotsTxt } from './robots.ts';

/** Every rejection is a FailureError with a reason for people, or the reason of an aborted signal. */
export interface Gateway {
  /** User-Agent of the crawler's requests. */
  readonly userAgent: string;
  /** Whether hosts with a bad certificate get no request. */
  readonly requireValidCertificates: boolean;
  /** Maximum bytes of a page. */
  readonly maxPageBytes: number;
  /**
   * Connects to the host of a URL, if its name, address and port may be fetched from. There is no TLS yet.
   *
   * @param url `https` opens a tunnel for whatever the browser speaks; `http` is for requests over plain HTTP
   */
  connect(url: URL, signal: AbortSignal): Promise<Route>;
  /** Resolves if robots.txt and the guard allow a document at this URL. */
  allow(url: URL, signal: AbortSignal): Promise<void>;
  /**
   * Resolves when a browser may navigate to this URL: allowed as above, and its turn in the pace of its host.
   *
   * @returns ends the request, whose host rests from then on; may be called more than once
   */
  admit(url: URL, signal: AbortSignal): Promise<(served: boolean) => void>;
}

export function createGateway({ settings, guard, connections, robots, pace }: Network): Gateway {
  const { requireValidCertificates } = settings;

  function refuse(url: URL): void {
    const refusal = guard.refusal(url);
    if (refusal !== null) throw new FailureError(refusal);
  }

  /** Reads it as the crawler does: a host with a bad certificate has one, too, unless such hosts get no request. */
  async function readRobots(from: Robots, url: URL, signal: AbortSignal): Promise<RobotsTxt> {
    try {
      return await from.read(url, signal, 'valid');
    } catch (error) {
      const distrusted = error instanceof FailureError && error.failure.distrusted;
      if (requireValidCertificates || !distrusted) throw error;
      return from.read(url, signal, 'any');
    }
  }

  async function rulesOf(url: URL, signal: AbortSignal): Promise<RobotsTxt['rules']> {
    refuse(url);
    if (robots === null) return UNREAD_ROBOTS_TXT.rules;
    const { rules } = await readRobots(robots, url, signal);
    if (rules.allows(`${url.pathname}${url.search}`)) return rules;
    const path = url.pathname.slice(0, 200);
    throw new FailureError(
      final('robots_disallowed', `robots.txt of ${hostOf(url)} forbids fetching ${path}`),
    );
  }

  return {
    userAgent: userAgent(settings),
    requireValidCertificates,
    maxPageBytes: settings.maxBodyBytes,
    async connect(url, signal) {
      refuse(url);
      return connections.connect(url, signal);
    },
    async allow(url, signal) {
      await rulesOf(url, signal);
    },
    async admit(url, signal) {
      const { crawlDelayMs } = await rulesOf(url, signal);
      const permit = await pace.acquire(url, crawlDelayMs, signal);
      return (served) => void permit.end({ kind: served ? 'served' : 'failed' });
    },
  };
}
