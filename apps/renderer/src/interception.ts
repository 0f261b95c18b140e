// Decides about each request of a page before Chromium sends it: robots.txt and pace for documents, budgets for all, and kinds
// that nothing in the document depends on are left out.
import type { Gateway } from '@sitegrep/crawl';
import type { CDPSession } from 'playwright-core';
import type { PageBudget, PageClock } from './budget.ts';

export interface Interception {
  /** Hosts of requests by scripts. */
  readonly hosts: ReadonlySet<string>;
  /** Requests under way on which the document may depend. */
  readonly underWay: number;
  /** Time without a request, in milliseconds. */
  quietMs(): number;
  /** Why requests were refused for a budget; null if none was. */
  readonly exhausted: string | null;
  /** Why the last navigation of the page itself was refused; null if it was not. */
  readonly refusal: string | null;
  /** Answer to the last navigation of the page itself; null as long as there is none. */
  readonly answer: { readonly status: number; readonly mimeType: string } | null;
  /** Ends what is still waited for, and the permit of the host. */
  end(): void;
}

interface InterceptionOptions {
  readonly session: CDPSession;
  readonly frameId: string;
  readonly gateway: Gateway;
  readonly budget: PageBudget;
  readonly clock: PageClock;
  readonly signal: AbortSignal;
  /** Whether pictures and fonts are fetched. */
  readonly pictures: boolean;
}

/** Maximum hosts that are noted. */
const MAX_HOSTS = 100;

/** Kinds of requests that nothing in a document depends on. */
const UNNEEDED = new Set(['Media', 'TextTrack', 'Prefetch', 'Ping', 'CSPViolationReport', 'SignedExchange']);
/** Kinds that may stay open as long as the page does. */
const LASTING = new Set(['WebSocket', 'EventSource', 'Ping', 'Prefetch', 'Media']);

/** A picture of one transparent dot, so that scripts which wait for pictures go on. */
const DOT = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export async function intercept(options: InterceptionOptions): Promise<Interception> {
  const { session, frameId, gateway, budget, clock, signal, pictures } = options;
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const hosts = new Set<string>();
  const underWay = new Set<string>();
  let requests = 0;
  let navigations = 0;
  let changedAt = performance.now();
  let exhausted: string | null = null;
  let refusal: string | null = null;
  let answer: Interception['answer'] = null;
  let permit: { readonly requestId: string; readonly end: (served: boolean) => void } | null = null;

  function endPermit(served: boolean): void {
    permit?.end(served);
    permit = null;
  }

  type Paused = Parameters<Parameters<typeof session.on<'Fetch.requestPaused'>>[1]>[0];

  async function refuse({ requestId }: Paused): Promise<void> {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  /** @throws Error whose message says why the page may not go there */
  async function navigate({ request, networkId = '' }: Paused, url: URL): Promise<void> {
    if (request.method !== 'GET') throw new Error(`the page sends a form to ${url.host} by itself`);
    if (++navigations > budget.navigations) {
      exhausted = `the page navigated more than ${budget.navigations} times`;
      throw new Error(exhausted);
    }
    endPermit(true);
    const end = await clock.during(gateway.admit(url, stop));
    permit = { requestId: networkId, end };
    refusal = null;
  }

  async function decide(paused: Paused): Promise<void> {
    const { request, resourceType, requestId } = paused;
    const url = URL.parse(request.url);
    if (++requests > budget.requests) {
      if (exhausted === null) {
        exhausted = `the page sent more than ${budget.requests} requests`;
        // Further ones fail without a word from here.
        await session.send('Network.setBlockedURLs', { urls: ['*'] });
      }
      return refuse(paused);
    }
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    if (resourceType === 'Document') {
      const isPage = paused.frameId === frameId;
      try {
        if (url === null || !isWeb) throw new Error(`${request.url.slice(0, 200)} is not of the web`);
        if (isPage) await navigate(paused, url);
        else await gateway.allow(url, stop);
      } catch (error) {
        if (!isPage) return refuse(paused);
        refusal = error instanceof Error ? error.message : String(error);
        // An answer without a document leaves the page where it is; a failure would put a page of the browser's there.
        await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
        return;
      }
    } else if (UNNEEDED.has(resourceType)) return refuse(paused);
    else if (resourceType === 'Font' && !pictures) return refuse(paused);
    else if (resourceType === 'Image' && !pictures && isWeb) {
      const responseHeaders = [{ name: 'content-type', value: 'image/gif' }];
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders,
        body: DOT,
      });
      return;
    } else if ((resourceType === 'XHR' || resourceType === 'Fetch') && url !== null && isWeb) {
      if (hosts.size < MAX_HOSTS) hosts.add(url.hostname);
    }
    await session.send('Fetch.continueRequest', { requestId });
  }

  function finished(requestId: string, served: boolean): void {
    if (underWay.delete(requestId)) changedAt = performance.now();
    if (permit?.requestId === requestId) endPermit(served);
  }

  session.on('Fetch.requestPaused', (paused) => {
    // The page may have ended meanwhile.
    decide(paused).catch(() => undefined);
  });
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other' }) => {
    changedAt = performance.now();
    if (!LASTING.has(type)) underWay.add(requestId);
  });
  session.on('Network.responseReceived', ({ requestId, type, response, frameId: of }) => {
    if (type !== 'Document' || of !== frameId) return;
    // An answer without a document leaves the one before where it is.
    const isEmpty = response.status === 204 || response.status === 205;
    if (answer === null || !isEmpty) answer = { status: response.status, mimeType: response.mimeType };
    // A document may come without an end; the host has done its work when it begins.
    if (permit?.requestId !== requestId) endPermit(true);
  });
  session.on('Network.loadingFinished', ({ requestId }) => finished(requestId, true));
  session.on('Network.loadingFailed', ({ requestId }) => finished(requestId, false));
  await session.send('Network.enable');
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  return {
    hosts,
    get underWay() {
      return underWay.size;
    },
    quietMs: () => performance.now() - changedAt,
    get exhausted() {
      return exhausted;
    },
    get refusal() {
      return refusal;
    },
    get answer() {
      return answer;
    },
    end() {
      ended.abort(new Error('the page is closed'));
      endPermit(true);
    },
  };
}
