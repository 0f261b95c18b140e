import { LONG_DOMAIN } from './corpus.ts';
import { summary } from '../harness/figures.ts';
import { type Bench, openSignedIn } from './window.ts';

const ROUNDS = 15;

/** Times until the first paint, and until the results are there and the query can be typed, with nothing in the cache. */
export async function measureStart(bench: Bench): Promise<object> {
  const paints: number[] = [];
  const ready: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using window = await openSignedIn(bench);
    const { page } = window;
    await page.goto(`${bench.server.url}/search`);
    ready.push(
      await page.evaluate<number>(`new Promise((done) => {
        const look = () => document.querySelector('.result') && document.querySelector('#query')
          ? done(performance.now()) : requestAnimationFrame(look);
        look();
      })`),
    );
    paints.push(
      await page.evaluate<number>(`new Promise((done) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0];
          if (paint !== undefined) done(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      })`),
    );
  }
  return { first_paint_ms: summary(paints, 10), interactive_ms: summary(ready, 10) };
}

const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js')).map(({ name, encodedBodySize }) => [name, encodedBodySize])`;

/** Compressed bytes of the scripts that the search page loads, and of those of all pages but the source viewer. */
export async function measureScripts(bench: Bench): Promise<object> {
  await using window = await openSignedIn(bench);
  const { page } = window;
  const all = new Map<string, number>();
  const sum = async (path: string): Promise<number> => {
    await page.goto(bench.server.url + path);
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate<[string, number][]>(SCRIPTS);
    // What the cache had is in there with its size, too.
    for (const [name, bytes] of loaded) all.set(name, Math.max(bytes, all.get(name) ?? 0));
    return loaded.reduce((total, [, bytes]) => total + bytes, 0);
  };
  const search = await sum('/search');
  for (const path of [`/domains/${LONG_DOMAIN}`, '/crawls', '/keys', '/audit', '/blocked']) await sum(path);
  const allPages = [...all.values()].reduce((total, bytes) => total + bytes, 0);
  return { search_page_bytes: search, all_but_the_source_viewer_bytes: allPages };
}
