// Visits one page in a fresh context: navigates, waits until it is idle, scrolls, and reads what its scripts have made of it.
import type { Gateway } from '@sitegrep/crawl';
import type { CDPSession, Page } from 'playwright-core';
import { type PageBudget, type PageClock, startClock } from './budget.ts';
import { intercept, type Interception } from './interception.ts';
import type { MemoryWatch } from './memory-watch.ts';
import type { PageNetwork } from './page-networks.ts';
import { readPage } from './reading.ts';
import type { Rendering, RenderRequest } from './rendering.ts';
import { scrollScript, SIZE_SCRIPT } from './page-scripts.ts';
import { withinTime } from './within-time.ts';
import { evaluateApart } from './worlds.ts';

export interface VisitOptions extends PageNetwork {
  readonly page: Page;
  readonly request: RenderRequest;
  readonly gateway: Gateway;
  readonly memory: Pick<MemoryWatch, 'endedOne'> | null;
  readonly budget: PageBudget;
  readonly signal: AbortSignal;
}

/** Time without requests and changes after which a page is idle, in milliseconds. */
const QUIET_MS = 500;
/** The same for a page that keeps up to two requests open, as those that wait for news do. */
const NEARLY_QUIET_MS = 2_000;
const LOOK_MS = 100;
const MAX_OPEN = 2;

/** Steps of scrolling, each as high as the window, and the pause after each, in milliseconds. */
const SCROLL_STEPS = 8;
const SCROLL_PAUSE_MS = 60;

/** Time that is kept for reading the document, in milliseconds. */
const READING_MS = 6_000;

/** Never rejects: whatever a page does has an answer. */
export async function visit(options: VisitOptions): Promise<Rendering> {
  const { page, budget, signal } = options;
  const clock = startClock(budget.timeMs);
  const crash = Promise.withResolvers<Rendering>();
  page.once('crash', () => crash.resolve(failed(crashReason(options))));
  page.once('close', () => crash.resolve(failed('the browser ended while it rendered the page')));
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
  const watch = await intercept({
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
    const settled = await settle(options, session, watch, clock);
    // Scripts may have led to another document meanwhile.
    const late = faultOf(watch);
    if (late !== null) return failed(late);
    const read = await readPage({
      page,
      session,
      request,
      maxBytes: gateway.maxPageBytes,
      budget,
      leftMs: clock.left(),
    });
    if (read?.document.url.startsWith('chrome-error:') === true) {
      return failed('its scripts led to a document that Chromium could not open');
    }
    if (read === null) return failed(`${lateReason(budget)}, and its document can't be read`);
    const cut = watch.exhausted ?? satedReason(options) ?? watch.refusal ?? settled ?? read.partial;
    const reasons = [cut, read.unshown].filter((reason) => reason !== null);
    const partial = reasons.length === 0 ? null : reasons.join('; ');
    return { kind: 'rendered', ...read.document, hosts: [...watch.hosts], partial };
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
  if (answer === null) return refusal;
  if (answer.status >= 400) return `answered ${answer.status}`;
  if (answer.status === 204 || answer.status === 205) return `answered ${answer.status}, which holds no page`;
  if (/^(?:text\/html|application\/xhtml\+xml)$/i.test(answer.mimeType)) return null;
  return `it is ${answer.mimeType.slice(0, 100)}, not HTML`;
}

function satedReason({ sated, budget }: VisitOptions): string | null {
  return sated.aborted ? `the page wanted more than ${Math.round(budget.bytes / 2 ** 20)} MiB` : null;
}

/** Waits until the page is idle, scrolls through it, and waits again. @returns why it may not be complete */
async function settle(
  { budget }: VisitOptions,
  session: CDPSession,
  watch: Interception,
  clock: PageClock,
): Promise<string | null> {
  const spareMs = Math.min(READING_MS, budget.timeMs / 3);
  const until = performance.now() + Math.min(budget.settleMs, Math.max(0, clock.left() - spareMs));
  const leftMs = (): number => until - performance.now();
  const late = `the page was still not idle after ${budget.settleMs / 1_000} s`;
  if (!(await isQuiet(session, watch, leftMs))) return late;
  const scrolled = await withinTime(
    evaluateApart(session, scrollScript(SCROLL_STEPS, SCROLL_PAUSE_MS), true).catch(() => true),
    Math.max(1, leftMs()),
  );
  if (scrolled === false) return null;
  return (await isQuiet(session, watch, leftMs)) ? null : late;
}

/** Waits until there are no requests and no changes of the document. @returns whether that came in time */
async function isQuiet(session: CDPSession, watch: Interception, leftMs: () => number): Promise<boolean> {
  let size: unknown = null;
  let sameSince = performance.now();
  // A page that has used up its requests gets no further.
  while (leftMs() > 0 && watch.exhausted === null) {
    // Another document may take its turn at any moment.
    const reading = evaluateApart(session, SIZE_SCRIPT, false).catch(() => null);
    const now = await withinTime(reading, Math.max(1, leftMs()));
    // Its scripts do not let it answer.
    if (now === undefined) return false;
    if (now !== size) sameSince = performance.now();
    size = now;
    const quietMs = Math.min(watch.quietMs(), performance.now() - sameSince);
    if (watch.underWay === 0 && quietMs >= QUIET_MS) return true;
    if (watch.underWay <= MAX_OPEN && quietMs >= NEARLY_QUIET_MS) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
