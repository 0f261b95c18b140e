import { lookupAt, openGuardedRequests } from '@sitegrep/crawl';
import { openRemoteFiles, type RemoteFiles } from '@sitegrep/remote';

/** User-Agent of the requests. */
export const USER_AGENT = 'sitegrep/1 (+https://operator.example)';

/** Files of a server on this machine, which is waited for no time, whatever it answers. */
export function openLoopbackFiles(base: string): RemoteFiles {
  return openRemoteFiles({
    requests: openGuardedRequests({
      proxy: null,
      allowedAddresses: ['127.0.0.0/8'],
      lookup: lookupAt([], { timeoutMs: 30_000 }),
      certificateAuthorities: null,
      connectTimeoutMs: 30_000,
    }),
    userAgent: USER_AGENT,
    base,
    environment: {},
    throttlesBy403: true,
    clock: { now: Date.now, sleep: () => Promise.resolve(), random: () => 0.5 },
  });
}
