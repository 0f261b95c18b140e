/* Pages that are easily taken for finished too early or too late: what each brings is found, or it is said what was open. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageBudget, Rendering } from '../src/index.ts';
import { openRenderer } from './opened-renderer.ts';
import { FRAMES, NAVIGATIONS } from './traps/navigations.ts';
import { BESIDE_OTHERS, NEVER_FINISHED, OPEN_AT_THE_END, WAITING } from './traps/requests.ts';
import type { Trap } from './traps/trap.ts';
import { sourceOf, TrapWeb } from './traps/web.ts';

const FINISHED = [...WAITING, ...BESIDE_OTHERS, ...NAVIGATIONS, ...FRAMES, ...OPEN_AT_THE_END];
const TRAPS = [...FINISHED, ...NEVER_FINISHED];
const web = new TrapWeb(TRAPS);
const closers = new AsyncDisposableStack();
/** All are rendered side by side, since most of them wait. */
const renderings = new Map<string, Promise<Rendering>>();

beforeAll(async () => {
  // A page that finishes has time enough on the busiest machine.
  await renderAll(FINISHED, { settleMs: 120_000, timeMs: 180_000 });
  await renderAll(NEVER_FINISHED, { settleMs: 9_000 });
}, 600_000);
afterAll(() => closers.disposeAsync());

async function renderAll(traps: readonly Trap[], budget: Partial<PageBudget>): Promise<void> {
  const opened = await openRenderer((request, response) => void web.answer(request, response), {
    concurrency: Math.min(12, traps.length),
    budget,
    onUpgrade: (request, socket) => void web.upgrade(request, socket),
  });
  closers.use(opened);
  // Those that take long first.
  for (const { name, pictures = false } of traps.toReversed()) {
    const url = opened.url('/', `${name}.test`);
    renderings.set(name, opened.render('', { url, globals: ['Shopify'], screenshot: pictures }));
  }
}

test('there are at least 40 traps', () => {
  expect(new Set(TRAPS.map(({ name }) => name)).size).toBe(TRAPS.length);
  expect(TRAPS.length).toBeGreaterThanOrEqual(40);
});

// The first ones wait for all that begin before them.
test.for(TRAPS)('$name', { timeout: 300_000 }, async (trap) => {
  const { name, texts = [], without = [], said = /^$/ } = trap;
  expect(texts.filter((text) => sourceOf(trap).includes(text))).toEqual([]);
  const rendering = await renderings.get(name);
  expect(rendering?.kind === 'failed' ? rendering.reason : null).toBeNull();
  const { html, partial } = rendering as Extract<Rendering, { kind: 'rendered' }>;
  expect(partial ?? '').toMatch(said);
  expect(texts.filter((text) => !html.includes(text))).toEqual([]);
  expect(without.filter((text) => html.includes(text))).toEqual([]);
});
