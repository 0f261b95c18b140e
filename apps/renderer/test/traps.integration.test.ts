/* Pages that are easily taken for finished too early or too late: what each brings is found, or it is said what was open. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rendering } from '../src/index.ts';
import { openRenderer } from './opened-renderer.ts';
import { FRAMES, NAVIGATIONS } from './traps/navigations.ts';
import { BESIDE_OTHERS, OPEN_AT_THE_END, WAITING } from './traps/requests.ts';
import { sourceOf, TrapWeb } from './traps/web.ts';

const TRAPS = [...WAITING, ...BESIDE_OTHERS, ...NAVIGATIONS, ...FRAMES, ...OPEN_AT_THE_END];
const web = new TrapWeb(TRAPS);
const closers = new AsyncDisposableStack();
/** All are rendered side by side, since most of them wait. */
const renderings = new Map<string, Promise<Rendering>>();

beforeAll(async () => {
  const opened = await openRenderer((request, response) => void web.answer(request, response), {
    concurrency: 12,
    budget: { settleMs: 9_000 },
    onUpgrade: (request, socket) => void web.upgrade(request, socket),
  });
  closers.use(opened);
  // Those that take long first.
  for (const { name, pictures = false } of TRAPS.toReversed()) {
    const url = opened.url('/', `${name}.test`);
    renderings.set(name, opened.render('', { url, globals: ['Shopify'], screenshot: pictures }));
  }
}, 600_000);
afterAll(() => closers.disposeAsync());

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
