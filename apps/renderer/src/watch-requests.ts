// Tells the activity of a page what is sent and answered: by the events of Playwright, which has those of workers as well, and
// the messages of streams by those of the browser.
import type { CDPSession, Frame, Page, Request } from 'playwright-core';
import type { PageActivity } from './page-activity.ts';

export function watchRequests(page: Page, session: CDPSession, activity: PageActivity<object>): void {
  const now = (): number => performance.now();

  page.on('request', (request) => {
    const sent = {
      kind: kindOf(page, request),
      method: request.method(),
      url: request.url(),
      body: request.postData(),
    };
    activity.sent(request, sent, now());
  });
  page.on('response', (response) => {
    const hasLength = response.headers()['content-length'] !== undefined;
    activity.answered(response.request(), { status: response.status(), hasLength }, now());
  });
  page.on('requestfinished', (request) => activity.ended(request, now()));
  page.on('requestfailed', (request) => activity.ended(request, now()));

  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (type === 'EventSource') activity.streamOpened(requestId, request.url, now());
  });
  session.on('Network.eventSourceMessageReceived', ({ requestId }) => activity.streamSpoke(requestId, now()));
  session.on('Network.webSocketCreated', ({ requestId, url }) =>
    activity.streamOpened(requestId, url, now()),
  );
  session.on('Network.webSocketFrameReceived', ({ requestId }) => activity.streamSpoke(requestId, now()));
  session.on('Network.webSocketClosed', ({ requestId }) => activity.streamClosed(requestId));
  session.on('Network.loadingFinished', ({ requestId }) => activity.streamClosed(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => activity.streamClosed(requestId));
}

/** `navigation`: the document of the page itself; `foreign`: a request of a frame of another origin; the kind of any other one. */
function kindOf(page: Page, request: Request): string {
  const isNavigation = request.isNavigationRequest();
  const frame = frameOf(request);
  if (isNavigation && (frame === null || frame === page.mainFrame())) return 'navigation';
  const origin = originOf(page.url());
  const isForeign = isNavigation && isOther(originOf(request.url()), origin);
  return isForeign || isWithinForeign(frame, origin) ? 'foreign' : request.resourceType();
}

/** A frame that is being made has none yet. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function isWithinForeign(frame: Frame | null, origin: string): boolean {
  for (let of = frame; of !== null; of = of.parentFrame()) {
    if (isOther(originOf(of.url()), origin)) return true;
  }
  return false;
}

/** Documents without an origin of their own, as `about:blank`, have that of their parent. */
function isOther(origin: string, ofPage: string): boolean {
  return origin !== 'null' && origin !== ofPage;
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}
