import { summary } from '../harness/figures.ts';
import { type Bench, openSignedIn } from './window.ts';

/** Time after the last key before the total is asked for, as the query bar has it, in milliseconds. */
const DEBOUNCE_MS = 150;

const QUERIES = [
  'wp-content',
  'jquery',
  'gtag',
  'shopify',
  'hotjar',
  'tech:WordPress',
  'country:DE',
  'tech:WordPress country:DE',
  'wp-content -jquery',
  'gtag OR matomo',
  'lang:de rank:>=100',
  'bootstrap has:email',
];

/** Times from the last key of a query to its total below the bar, without the time that the bar waits for further keys. */
export async function measureTyping(bench: Bench): Promise<object> {
  await using window = await openSignedIn(bench);
  const { page } = window;
  await page.goto(`${bench.server.url}/search`);
  await page.locator('.result').first().waitFor();
  const field = page.locator('#query');
  const times: number[] = [];
  for (const query of QUERIES) {
    await field.fill('');
    await page.locator('#query-state').getByText(/^$/).waitFor({ state: 'attached' });
    const shown = page.evaluate<number>(`new Promise((done) => {
      let typedAt = 0;
      document.querySelector('#query').addEventListener('input', ({ timeStamp }) => { typedAt = timeStamp; });
      const state = document.querySelector('#query-state');
      new MutationObserver((_, observer) => {
        if (!/ (domains?|pages?)$/.test(state.textContent)) return;
        observer.disconnect();
        done(performance.now() - typedAt);
      }).observe(state, { childList: true, characterData: true, subtree: true });
    })`);
    await field.pressSequentially(query);
    times.push((await shown) - DEBOUNCE_MS);
  }
  return { beyond_debounce_ms: summary(times, 10) };
}
