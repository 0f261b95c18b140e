// Decides about each request of a page before Chromium sends it: robots.txt and pace for documents, budgets for all; and about
// each answer for which the page would leave its document. What a kind of request is for says request-kinds.ts;
// page-navigation.ts follows the page itself, page-activity.ts what it has on the network.
import type { Gateway } from '@sitegrep/crawl';
import type { CDPSession, Page } from 'playwright-core';
import type { PageBudget, PageClock } from './budget.ts';
import { type NetworkState, PageActivity } from './page-activity.ts';
import { afterAnswer, PageNavigation, type NavigationAnswer } from './page-navigation.ts';
import { isOfWeb, RequestedHosts, useOf } from './request-kinds.ts';
import { watchRequests } from './watch-requests.ts';

export interface Interception {
  /** Hosts of requests by scripts. */
  readonly hosts: ReadonlySet<string>;
  /** Hosts of all requests. */
  readonly requested: RequestedHosts;
  /** Reads what the page has on the network. */
  network(): NetworkState;
  /** Why requests were refused for a budget; null if none was. */
  readonly exhausted: string | null;
  /** Why the last navigation of the page itself was refused; null if it was not. */
  readonly refusal: string | null;
  /** Answer that brought the document which is shown; null as long as there is none. */
  readonly answer: NavigationAnswer | null;
  /** Id of the document that is shown; null as long as there is none. */
  readonly shown: string | null;
  /** Whether the page goes somewhere else, and no document has come. */
  readonly isLeaving: boolean;
  /** Ends what is still waited for, and the permit of the host. */
  end(): void;
}

interface InterceptionOptions {
  readonly page: Page;
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
  const { page, session, frameId, gateway, budget, clock, signal, pictures } = options;
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const navigation = new PageNavigation(gateway, budget, clock, stop);
  const hosts = new Set<string>();
  const requested = new RequestedHosts();
  const activity = new PageActivity<object>(performance.now());
  let requests = 0;

  type Paused = Parameters<Parameters<typeof session.on<'Fetch.requestPaused'>>[1]>[0];

  /** Lets the page, or a frame, go to a document. @returns whether it may */
  async function admit({ request, requestId, frameId: of, networkId = '' }: Paused): Promise<boolean> {
    const isPage = of === frameId;
    const url = URL.parse(request.url);
    try {
      if (!isOfWeb(url)) throw new Error(`${request.url.slice(0, 200)} is not of the web`);
      if (isPage) await navigation.admit({ networkId, method: request.method, url });
      else await gateway.allow(url, stop);
      return true;
    } catch (error) {
      if (!isPage) await refuse(session, requestId);
      else {
        // What opens another program, as mailto does, takes nothing from the page.
        if (isOfWeb(url)) navigation.refuse(error instanceof Error ? error.message : String(error));
        await stay(session, requestId);
      }
      return false;
    }
  }

  /** Lets the page leave its document for an answer that brings another one. */
  async function judge(paused: Paused): Promise<void> {
    const { requestId, frameId: of, request, responseErrorReason: error } = paused;
    const { responseStatusCode: status = 0, responseHeaders: fields = [] } = paused;
    const isRedirect = status >= 300 && status < 400 && fieldOf(fields, 'location') !== '';
    if (of !== frameId || navigation.shown === null || isRedirect) {
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    const address = request.url.slice(0, 200);
    if (error !== undefined) {
      navigation.refuse(`its scripts lead to ${address}, which can't be reached`);
      // It has failed, and without an answer; what is aborted leaves the page where it is, too.
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const [mimeType = ''] = fieldOf(fields, 'content-type').split(';', 1);
    const disposition = fieldOf(fields, 'content-disposition');
    const next = afterAnswer({
      status,
      mimeType: mimeType.trim(),
      disposition,
      isEmpty: fieldOf(fields, 'content-length').trim() === '0',
    });
    if (next === 'leave') {
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    if (next !== 'stay') navigation.refuse(`its scripts lead to ${address}, which ${next.reason}`);
    await stay(session, requestId);
  }

  async function decide(paused: Paused): Promise<void> {
    const { request, resourceType, requestId, frameId: of } = paused;
    if (++requests > budget.requests) {
      if (requests === budget.requests + 1) {
        // Further ones fail without a word from here.
        await session.send('Network.setBlockedURLs', { urls: ['*'] });
      }
      return refuse(session, requestId);
    }
    const url = URL.parse(request.url);
    const isOwnDocument = resourceType === 'Document' && of === frameId;
    if (isOfWeb(url) && !isOwnDocument) requested.add(url.hostname, resourceType.toLowerCase());
    const use = useOf(resourceType, url, pictures);
    if (use === 'refuse') return refuse(session, requestId);
    if (use === 'dot') return answerWithDot(session, requestId);
    if (use === 'document' && !(await admit(paused))) return;
    if (use === 'script' && url !== null && hosts.size < MAX_HOSTS) hosts.add(url.hostname);
    await session.send('Fetch.continueRequest', { requestId });
  }

  session.on('Fetch.requestPaused', (paused) => {
    const isAnswer = paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined;
    // The page may have ended meanwhile.
    (isAnswer ? judge(paused) : decide(paused)).catch(() => undefined);
  });
  session.on('Network.responseReceived', ({ requestId, type, response, frameId: of }) => {
    if (type !== 'Document' || of !== frameId) return;
    navigation.answered(requestId, { status: response.status, mimeType: response.mimeType });
  });
  session.on('Network.loadingFinished', ({ requestId }) => navigation.finished(requestId, true));
  session.on('Network.loadingFailed', ({ requestId }) => navigation.finished(requestId, false));
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== frameId) return;
    navigation.showed(frame);
    activity.documentReplaced(performance.now());
  });
  watchRequests(page, session, activity);
  await session.send('Page.enable');
  await session.send('Network.enable');
  await session.send('Fetch.enable', {
    patterns: [
      { urlPattern: '*', requestStage: 'Request' },
      { urlPattern: '*', requestStage: 'Response', resourceType: 'Document' },
    ],
  });
  return {
    hosts,
    requested,
    network: () => activity.state(performance.now()),
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
    get shown() {
      return navigation.shown;
    },
    get isLeaving() {
      return navigation.isLeaving;
    },
    end() {
      ended.abort(new Error('the page is closed'));
      navigation.end();
    },
  };
}

/** Field of an answer; empty if there is none. @param name in lower case */
function fieldOf(fields: readonly { readonly name: string; readonly value: string }[], name: string): string {
  return fields.find((field) => field.name.toLowerCase() === name)?.value ?? '';
}

/** Answers a navigation without a document, which leaves the page where it is; a failure would put a page of the browser's there. */
async function stay(session: CDPSession, requestId: string): Promise<void> {
  await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
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
