// Tells which cookies of a page its scripts have set: those that no answer has.
import type { CDPSession } from 'playwright-core';
import { withinTime } from './within-time.ts';

/** Maximum cookies that answers set which are noted; a browser keeps 180 of a domain. */
const MAX_SET = 1_000;
/** Maximum requests whose hosts are noted. */
const MAX_REQUESTS = 5_000;
/** Maximum cookies that are told. */
const MAX_COOKIES = 180;
/** Maximum time for reading them, in milliseconds. */
const MAX_MS = 2_000;

export interface CookieWatch {
  /** Names of the cookies that scripts have set for an address; undefined if they can't be read in time. */
  read(url: string): Promise<readonly string[] | undefined>;
}

/** Notes the cookies that answers set. The session has `Network` enabled before the page is opened. */
export function watchCookies(session: CDPSession): CookieWatch {
  const hosts = new Map<string, string>();
  /** Hosts that have set a cookie, by its name. */
  const setBy = new Map<string, Set<string>>();
  let count = 0;

  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const host = URL.parse(request.url)?.hostname;
    if (host !== undefined && (hosts.has(requestId) || hosts.size < MAX_REQUESTS)) hosts.set(requestId, host);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
    const host = hosts.get(requestId);
    const [, fields = ''] =
      Object.entries(headers).find(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
    if (host === undefined || fields === '') return;
    for (const field of fields.split('\n')) {
      if (count >= MAX_SET) return;
      const [pair = ''] = field.split(';', 1);
      const name = pair.slice(0, Math.max(0, pair.indexOf('='))).trim();
      const known = setBy.get(name) ?? new Set<string>();
      if (!known.has(host)) count++;
      setBy.set(name, known.add(host));
    }
  });

  return {
    async read(url) {
      const answer = await withinTime(session.send('Network.getCookies', { urls: [url] }), MAX_MS);
      if (answer === undefined) return undefined;
      const ofScripts = answer.cookies.filter(({ name, domain, httpOnly }) => {
        const of = domain.replace(/^\./, '');
        const isOf = (host: string): boolean => host === of || host.endsWith(`.${of}`);
        return name !== '' && !httpOnly && !(setBy.get(name)?.values().some(isOf) ?? false);
      });
      return [...new Set(ofScripts.map(({ name }) => name))].sort().slice(0, MAX_COOKIES);
    },
  };
}
