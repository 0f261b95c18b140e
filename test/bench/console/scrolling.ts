import type { Page } from 'playwright-core';
import { summary } from '../harness/figures.ts';
import { type Bench, openSignedIn, type Window } from './window.ts';

const RESULTS = 10_000;
const PIXELS_A_FRAME = 240;
/** Results after which memory is compared: what the page needs to show results at all is there then. */
const WARM_RESULTS = 1_000;

/** Scrolls through ten thousand results, as fast as frames come. Frames are counted while it scrolls. */
export async function measureScrolling(bench: Bench): Promise<object> {
  await using window = await openSignedIn(bench);
  const { page } = window;
  await page.goto(`${bench.server.url}/search?q=html`);
  await page.locator('.result').first().waitFor();
  const found = Number((await page.locator('.total strong').textContent())?.replaceAll(/\D/g, ''));
  const results = Math.min(RESULTS, found);
  const before = await heapMebibytes(window);
  await scrollTo(page, Math.min(WARM_RESULTS, results));
  const warm = await heapMebibytes(window);
  const frames = await scrollTo(page, results);
  const after = await heapMebibytes(window);
  const rows = await page.evaluate<number>(`document.querySelectorAll('.results > li').length`);
  return {
    results,
    frame_ms: summary(frames, 10),
    frames_within_17_ms:
      Math.round((1_000 * frames.filter((ms) => ms < 17.5).length) / frames.length) / 1_000,
    rows_in_the_page: rows,
    heap_mib: { before, after_1000_results: warm, after_all: after },
  };
}

/** Scrolls until a result was shown. @returns times between frames, in milliseconds */
function scrollTo(page: Page, result: number): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((done) => {
    const frames = [];
    let last = performance.now();
    const step = (now) => {
      frames.push(now - last);
      last = now;
      const rows = document.querySelectorAll('.results > li');
      const index = Number(rows[rows.length - 1]?.dataset.index ?? 0);
      if (index >= ${result - 1}) return done(frames.slice(1));
      window.scrollBy(0, ${PIXELS_A_FRAME});
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
}

/** Memory that the page's scripts hold after a collection of garbage. */
async function heapMebibytes({ context, page }: Window): Promise<number> {
  const devtools = await context.newCDPSession(page);
  try {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return Math.round((10 * usedSize) / 2 ** 20) / 10;
  } finally {
    await devtools.detach();
  }
}
