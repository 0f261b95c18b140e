import type { Config } from '@sitegrep/config';
import { type GuardedRequests, lookupAt, openGuardedRequests } from '@sitegrep/crawl';
import { readAuthorities } from './authorities.ts';

/** Opens what sends requests by the crawler's rules on addresses, with the configured settings. */
export function openGuarded(config: Config): GuardedRequests {
  const { certificateAuthorities, connectTimeout: connectTimeoutMs } = config;
  return openGuardedRequests({
    allowedAddresses: config.allowedAddresses,
    lookup: lookupAt(config.dnsServers, { timeoutMs: connectTimeoutMs }),
    certificateAuthorities:
      certificateAuthorities === null ? null : readAuthorities(certificateAuthorities).pem,
    connectTimeoutMs,
    proxy:
      config.httpProxy === null ? null : { url: config.httpProxy, guards: config.httpProxyGuard === 'proxy' },
  });
}
