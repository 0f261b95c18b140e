// Waits until a page is finished, scrolls through it, and waits again. unfinished.ts decides by what is seen here.
import type { CDPSession, Page } from 'playwright-core';
import type { PageBudget, PageClock } from './budget.ts';
import type { Interception } from './interception.ts';
import { LOOK_SCRIPT, scrollScript, TIMERS_SCRIPT } from './page-scripts.ts';
import { textJudge } from './shown-text.ts';
import { type Timer, timersOf } from './timers.ts';
import { lateReason, openReason, type Unfinished, unfinishedOf } from './unfinished.ts';
import { withinTime } from './within-time.ts';
import { type ApartWorld, evaluateAmong } from './worlds.ts';

export interface SettleOptions {
  readonly page: Pick<Page, 'workers'>;
  readonly session: CDPSession;
  readonly world: ApartWorld;
  readonly watch: Pick<Interception, 'exhausted' | 'network'>;
  readonly clock: Pick<PageClock, 'left'>;
  readonly budget: Pick<PageBudget, 'settleMs' | 'timeMs'>;
}

const LOOK_MS = 100;
/** Time for a look after which the scripts of the page were at work, in milliseconds. */
const MAX_LOOK_MS = 400;
/** Time for a look after which they do not let the page answer, in milliseconds. */
const STUCK_MS = 2_000;
/** Maximum time for the timers of the page, in milliseconds. */
const TIMERS_MS = 1_000;

/** Steps of scrolling, each as high as the window, and the pause after each, in milliseconds. */
const SCROLL_STEPS = 8;
const SCROLL_PAUSE_MS = 60;

/** Time that is kept for reading the document, in milliseconds. */
const READING_MS = 6_000;

/** @returns why the page may not be complete; null if it is */
export async function settle(options: SettleOptions): Promise<string | null> {
  const { world, watch, clock, budget } = options;
  const spareMs = Math.min(READING_MS, budget.timeMs / 3);
  // The clock stands still while the page waits for the pace of a host.
  const endAt = Math.max(spareMs, clock.left() - budget.settleMs);
  const leftMs = (): number => clock.left() - endAt;
  const showsNothing = textJudge();
  const wait = async (): Promise<string | null> => {
    const unfinished = await untilFinished(options, showsNothing, leftMs);
    return unfinished === null ? null : lateReason(unfinished, budget.settleMs / 1_000);
  };
  const late = await wait();
  if (late !== null) return late;
  const scrolled = await withinTime(
    world.evaluate(scrollScript(SCROLL_STEPS, SCROLL_PAUSE_MS), true).catch(() => true),
    Math.max(1, leftMs()),
  );
  const lateAgain = scrolled === false ? null : await wait();
  return lateAgain ?? openReason(watch.network());
}

/** @returns what the page still waits for when its time is over; null if it is finished */
async function untilFinished(
  options: SettleOptions,
  showsNothing: (text: string) => boolean,
  leftMs: () => number,
): Promise<Unfinished | null> {
  const { page, session, world, watch } = options;
  let size: number | null = null;
  let sameSince = performance.now();
  let busyUntil = 0;
  let unfinished: Unfinished | null = { waitsFor: 'busy', hosts: [] };
  // A page that has used up its requests gets no further.
  while (leftMs() > 0 && watch.exhausted === null) {
    const startedAt = performance.now();
    const looking = Promise.all([lookAt(world), timersOfPage(session)]);
    const seen = await withinTime(looking, Math.max(1, leftMs()));
    const now = performance.now();
    const lookMs = now - startedAt;
    if (seen === undefined) {
      const isStuck = lookMs > STUCK_MS && unfinished?.waitsFor !== 'answers';
      return isStuck ? { waitsFor: 'busy', hosts: [] } : unfinished;
    }
    const [look, timers] = seen;
    if (lookMs > MAX_LOOK_MS) busyUntil = now;
    if (look.size !== size) sameSince = now;
    size = look.size;
    unfinished = unfinishedOf({
      network: watch.network(),
      timers,
      sameMs: now - sameSince,
      idleMs: now - busyUntil,
      loadedMs: look.loadedMs,
      showsNothing: showsNothing(look.text),
      works: page.workers().length > 0,
      leftMs: leftMs(),
    });
    if (unfinished === null) return null;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return unfinished;
}

interface Look {
  /** A number that changes with the document; null if there was none to look at. */
  readonly size: number | null;
  readonly text: string;
  /** Time since it was loaded, in milliseconds; null if it is not. */
  readonly loadedMs: number | null;
}

const NOTHING_SEEN: Look = { size: null, text: '', loadedMs: null };

async function lookAt(world: ApartWorld): Promise<Look> {
  // Another document may take its turn at any moment.
  const value = await world.evaluate(LOOK_SCRIPT).catch(() => null);
  if (typeof value !== 'object' || value === null) return NOTHING_SEEN;
  if (!('size' in value && 'text' in value && 'loadedMs' in value)) return NOTHING_SEEN;
  const { size, text, loadedMs } = value;
  if (typeof size !== 'number' || typeof text !== 'string') return NOTHING_SEEN;
  return { size, text, loadedMs: typeof loadedMs === 'number' ? loadedMs : null };
}

async function timersOfPage(session: CDPSession): Promise<readonly Timer[]> {
  return timersOf(await evaluateAmong(session, TIMERS_SCRIPT, TIMERS_MS).catch(() => null));
}
