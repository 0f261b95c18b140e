// Visits one page in a fresh context: navigates, waits until it is finished, and reads what its scripts have made of it.
import type { Gateway } from '@sitegrep/crawl';
import type { Page } from 'playwright-core';
import { type PageBudget, type PageClock, startClock } from './budget.ts';
import type { Lost } from './jobs.ts';
import { intercept, type Interception } from './interception.ts';
import type { MemoryWatch } from './memory-watch.ts';
import type { PageNetwork } from './page-networks.ts';
import { answerFault } from './page-navigation.ts';
import { readPage } from './reading.ts';
import type { Rendering, RenderRequest } from './rendering.ts';
import { watchCookies } from './script-cookies.ts';
import { settle } from './settle.ts';
import { ApartWorld, isLost } from './worlds.ts';

export interface VisitOptions extends PageNetwork {
  readonly page: Page;
  readonly request: RenderRequest;
  readonly gateway: Gateway;
  readonly memory: Pick<MemoryWatch, 'endedOne'> | null;
  readonly budget: PageBudget;
  readonly signal: AbortSignal;
}

/** Maximum times that a page is read which leaves its document meanwhile. */
const MAX_READINGS = 5;

/** Never rejects: whatever a page does has an answer. */
export async function visit(options: VisitOptions): Promise<Rendering | Lost> {
  const { page, budget, signal } = options;
  const clock = startClock(budget.timeMs);
  const crash = Promise.withResolvers<Rendering | Lost>();
  page.once('crash', () => crash.resolve(failed(crashReason(options))));
  const ended: Lost = { kind: 'lost', reason: 'the browser ended while it rendered the page' };
  page.once('close', () => crash.resolve(ended));
  const stopped = Promise.withResolvers<Rendering>();
  const cancel = (): void => stopped.resolve(failed('the rendering was cancelled'));
  const timeUp = (): void => stopped.resolve(failed(`${lateReason(budget)}, and its document can't be read`));
  signal.addEventListener('abort', cancel, { once: true });
  clock.signal.addEventListener('abort', timeUp, { once: true });
  if (signal.aborted) cancel();
  try {
    return await Promise.race([walk(options, clock), crash.promise, stopped.promise]);
  } catch (error) {
    // The page has often crashed when a command to it fails, and then the event says why.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return await Promise.race([crash.promise, stopped.promise, Promise.resolve(failed(reason))]);
  } finally {
    signal.removeEventListener('abort', cancel);
    clock.end();
  }
}

function failed(reason: string): Rendering {
  return { kind: 'failed', reason };
}

function crashReason({ memory, budget }: VisitOptions): string {
  const mib = Math.round(budget.memoryBytes / 2 ** 20);
  return memory?.endedOne === true
    ? `the page took more than ${mib} MiB of memory`
    : 'the page crashed its process, as pages without enough memory do';
}

function lateReason({ timeMs }: PageBudget): string {
  return `the page was still busy after ${timeMs / 1_000} s`;
}

async function walk(options: VisitOptions, clock: PageClock): Promise<Rendering> {
  const { page, request, gateway, budget, signal } = options;
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const cookieWatch = watchCookies(session);
  const watch = await intercept({
    page,
    session,
    frameId: frameTree.frame.id,
    gateway,
    budget,
    clock,
    signal,
    pictures: request.screenshot,
  });
  try {
    const reason = await navigate(options, watch);
    if (reason !== null) return failed(reason);
    const world = new ApartWorld(session);
    for (let readings = 1; ; readings++) {
      const settled = await settle({ page, session, world, watch, clock, budget });
      // Scripts may have led to another document meanwhile.
      const late = faultOf(watch);
      if (late !== null) return failed(late);
      const { shown } = watch;
      const reading = readPage({
        page,
        session,
        world,
        request,
        maxBytes: gateway.maxPageBytes,
        budget,
        leftMs: clock.left(),
      });
      const read = await reading.catch((error: unknown) => {
        if (isLost(error)) return undefined;
        throw error;
      });
      const wasLeft = read === undefined || watch.shown !== shown || watch.isLeaving;
      if (wasLeft && readings < MAX_READINGS && clock.left() > 0 && watch.exhausted === null) continue;
      if (read == null) return failed(`${lateReason(budget)}, and its document can't be read`);
      if (read.document.url.startsWith('chrome-error:')) {
        return failed('its scripts led to a document that Chromium could not open');
      }
      const bound = watch.exhausted ?? satedReason(options);
      const causes = bound === null ? [watch.refusal, settled, read.partial] : [bound];
      const cookies = await cookieWatch.read(read.document.url);
      const unread = cookies === undefined ? 'its cookies could not be read in time' : null;
      const reasons = [...causes, read.unshown, unread].filter((one) => one !== null);
      const partial = reasons.length === 0 ? null : reasons.join('; ');
      return {
        kind: 'rendered',
        ...read.document,
        hosts: [...watch.hosts],
        cookies: cookies ?? [],
        requested: watch.requested.all(),
        partial,
      };
    }
  } finally {
    watch.end();
  }
}

/** Goes to the page. @returns why there is none */
async function navigate(
  { page, request, proxy, budget }: VisitOptions,
  watch: Interception,
): Promise<string | null> {
  try {
    // The clock ends it in time.
    await page.goto(request.url, { waitUntil: 'commit', timeout: 0 });
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split('\n', 1) : [String(error)];
    if (watch.refusal !== null) return watch.refusal;
    const unreached = proxy.failureOf(new URL(request.url).hostname);
    if (unreached !== null) return unreached;
    if (/Download is starting/.test(message)) return 'it is a download, not a page';
    const code = /net::(ERR_\w+)/.exec(message)?.[1];
    if (code === 'ERR_TOO_MANY_REDIRECTS') return `it redirects more than ${budget.navigations} times`;
    return code === undefined ? message : `Chromium can't open it (${code})`;
  }
  return faultOf(watch);
}

/** Why the document is not a page. */
function faultOf({ answer, refusal }: Interception): string | null {
  return answer === null ? refusal : answerFault(answer);
}

function satedReason({ sated, budget }: VisitOptions): string | null {
  return sated.aborted ? `the page wanted more than ${Math.round(budget.bytes / 2 ** 20)} MiB` : null;
}
