import type { Page } from 'playwright-core';
import { LONG_DOMAIN, LONG_PAGES, LONG_TEXT } from './corpus.ts';
import { type Bench, openSignedIn } from './window.ts';

/** Opens pages of one long line in the source viewer, jumps in them, and shows their indented form. */
export async function measureSources(bench: Bench): Promise<object> {
  const figures: Record<string, object> = {};
  for (const [path, mebibytes] of Object.entries(LONG_PAGES)) {
    await using window = await openSignedIn(bench);
    const { page } = window;
    // The viewer itself is loaded before: what counts is the source.
    await page.goto(`${bench.server.url}/domains/${LONG_DOMAIN}?tab=pages`);
    await page.getByRole('link', { name: 'Source' }).hover();
    const url = encodeURIComponent(`https://${LONG_DOMAIN}${path}`);
    await page.goto(`${bench.server.url}/domains/${LONG_DOMAIN}?tab=source&q=${LONG_TEXT}&url=${url}`);
    await page.locator('.cm-line').first().waitFor();
    const shown = await now(page);
    await page.getByText(/^1 of \d+$/).waitFor();
    const marked = await now(page);
    await settled(page);
    const opening = await longTasks(page);
    const jump = await timed(page, async () => {
      await page.getByRole('button', { name: 'Previous match' }).click();
      await page.getByText(/^(\d+) of \1$/).waitFor();
    });
    await page.getByLabel('Go to offset').fill(String(mebibytes * 2 ** 19));
    const offset = await timed(page, () => page.getByRole('button', { name: 'Go', exact: true }).click());
    const pretty = await timed(page, async () => {
      await page.getByLabel('Pretty print').check();
      await page.getByRole('textbox', { name: 'The same source, indented' }).waitFor();
    });
    figures[`${mebibytes} MiB on one line`] = {
      shown_ms: shown,
      matches_marked_ms: marked,
      opening,
      jump_to_the_last_match: jump,
      go_to_the_middle: offset,
      pretty_print: pretty,
    };
  }
  return figures;
}

/** Milliseconds since the navigation. */
async function now(page: Page): Promise<number> {
  return Math.round(await page.evaluate<number>('performance.now()'));
}

/** Waits until a second has passed in which the page did little. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    let last = performance.now();
    let quietSince = last;
    const look = () => {
      const at = performance.now();
      if (at - last > 60) quietSince = at;
      last = at;
      if (at - quietSince > 1000) done(null);
      else setTimeout(look, 20);
    };
    look();
  })`);
}

interface LongTasks {
  readonly longest_task_ms: number;
  readonly tasks_over_100_ms: number;
}

async function longTasks(page: Page): Promise<LongTasks> {
  const tasks = await page.evaluate<number[]>('window.longTasks.splice(0)');
  return {
    longest_task_ms: Math.round(Math.max(0, ...tasks)),
    tasks_over_100_ms: tasks.filter((ms) => ms > 100).length,
  };
}

async function timed(page: Page, act: () => Promise<void>): Promise<LongTasks & { readonly ms: number }> {
  const startedAt = performance.now();
  await act();
  const ms = Math.round(performance.now() - startedAt);
  await settled(page);
  return { ms, ...(await longTasks(page)) };
}
