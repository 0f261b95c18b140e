// Tells the activity of a page what is sent and answered: by the events of Playwright, which has those of workers as well, and
// the messages of streams by those of the browser.
import type { CDPSession, Page, Request } from 'playwright-core';
import type { PageActivity } from './page-activity.ts';

export function watchRequests(page: Page, session: CDPSession, activity: PageActivity<object>): void {
  const now = (): number => performance.now();

  function kindOf(request: Request): string {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    return isPage ? 'navigation' : request.resourceType();
  }

  page.on('request', (request) => {
    const sent = {
      kind: kindOf(request),
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
