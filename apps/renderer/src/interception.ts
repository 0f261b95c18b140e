// Decides about each request of a page before Chromium sends it: robots.txt and pace for documents, budgets for all. What a kind
// of request is for says request-kinds.ts; page-navigation.ts follows the page itself.
import type { Gateway } from '@sitegrep/crawl';
import type { CDPSession } from 'playwright-core';
import type { PageBudget, PageClock } from './budget.ts';
import { PageNavigation, type NavigationAnswer } from './page-navigation.ts';
import { isAwaited, isOfWeb, useOf } from './request-kinds.ts';

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
  readonly answer: NavigationAnswer | null;
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

export async function intercept(options: InterceptionOptions): Promise<Interception> {
  const { session, frameId, gateway, budget, clock, signal, pictures } = options;
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const navigation = new PageNavigation(gateway, budget, clock, stop);
  const hosts = new Set<string>();
  const underWay = new Set<string>();
  let requests = 0;
  let changedAt = performance.now();

  type Paused = Parameters<Parameters<typeof session.on<'Fetch.requestPaused'>>[1]>[0];

  /** Lets the page, or a frame, go to a document. @returns whether it may */
  async function admit({ request, requestId, frameId: of, networkId = '' }: Paused): Promise<boolean> {
    const isPage = of === frameId;
    try {
      const url = URL.parse(request.url);
      if (!isOfWeb(url)) throw new Error(`${request.url.slice(0, 200)} is not of the web`);
      if (isPage) await navigation.admit({ networkId, method: request.method, url });
      else await gateway.allow(url, stop);
      return true;
    } catch (error) {
      if (isPage) {
        navigation.refuse(error instanceof Error ? error.message : String(error));
        // An answer without a document leaves the page where it is; a failure would put a page of the browser's there.
        await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
      } else await refuse(session, requestId);
      return false;
    }
  }

  async function decide(paused: Paused): Promise<void> {
    const { request, resourceType, requestId } = paused;
    if (++requests > budget.requests) {
      if (requests === budget.requests + 1) {
        // Further ones fail without a word from here.
        await session.send('Network.setBlockedURLs', { urls: ['*'] });
      }
      return refuse(session, requestId);
    }
    const url = URL.parse(request.url);
    const use = useOf(resourceType, url, pictures);
    if (use === 'refuse') return refuse(session, requestId);
    if (use === 'dot') return answerWithDot(session, requestId);
    if (use === 'document' && !(await admit(paused))) return;
    if (use === 'script' && url !== null && hosts.size < MAX_HOSTS) hosts.add(url.hostname);
    await session.send('Fetch.continueRequest', { requestId });
  }

  function finished(requestId: string, served: boolean): void {
    if (underWay.delete(requestId)) changedAt = performance.now();
    navigation.finished(requestId, served);
  }

  session.on('Fetch.requestPaused', (paused) => {
    // The page may have ended meanwhile.
    decide(paused).catch(() => undefined);
  });
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other' }) => {
    changedAt = performance.now();
    if (isAwaited(type)) underWay.add(requestId);
  });
  session.on('Network.responseReceived', ({ requestId, type, response, frameId: of }) => {
    if (type !== 'Document' || of !== frameId) return;
    navigation.answered(requestId, { status: response.status, mimeType: response.mimeType });
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
      const tooMany = `the page sent more than ${budget.requests} requests`;
      return navigation.exhausted ?? (requests > budget.requests ? tooMany : null);
    },
    get refusal() {
      return navigation.refusal;
    },
    get answer() {
      return navigation.answer;
    },
    end() {
      ended.abort(new Error('the page is closed'));
      navigation.end();
    },
  };
}

async function refuse(session: CDPSession, requestId: string): Promise<void> {
  await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
}

/** A picture of one transparent dot. */
const DOT = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

async function answerWithDot(session: CDPSession, requestId: string): Promise<void> {
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [{ name: 'content-type', value: 'image/gif' }],
    body: DOT,
  });
}
