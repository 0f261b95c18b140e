/* The page of a domain as an answer: matches, technologies, history and related sites at a glance, and what can be done there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  crawl,
  type OpenedConsole,
  openWindow,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';
import { sendCaptures } from './past-visits.ts';

const SITE = 'backhaus.example';
const CRAWLED = 'knitting-circle.example';

const ACCOUNT = 'G-7XK2P9QW4L';
const MATOMO = '<script src="https://cdn.matomo.cloud/backhaus.matomo.cloud/matomo.js"></script>';
const STRIPE = '<script src="https://js.stripe.com/v3/"></script>';

/** A home page. @param wordPress its version */
function page(wordPress: string, title: string, scripts: string): string {
  return `<!doctype html>
<html lang="de"><title>${title}</title>
<meta name="generator" content="WordPress ${wordPress}">${scripts}
<script>function track(a){if(a){return gtag('config','${ACCOUNT}',{anonymize_ip:true})}}</script>
<p><a href="mailto:info@${SITE}">Mail</a> <a href="tel:+49405550123">040 555 0123</a></html>
`;
}

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, [CRAWLED]);
  await sendCaptures(served.client, [
    [SITE, '2026-03-01T09:00:00Z', page('6.7', 'Backhaus', MATOMO)],
    [SITE, '2026-05-20T09:00:00Z', page('6.8', 'Backhaus', MATOMO)],
    [SITE, '2026-09-12T09:00:00Z', page('6.9', 'Backhaus an der Elbe', STRIPE)],
    [SITE, '2026-10-12T09:00:00Z', page('6.9', 'Backhaus an der Elbe', STRIPE)],
    [
      'cafe.example',
      '2026-10-12T09:00:00Z',
      `<title>Café</title><script>gtag('config','${ACCOUNT}')</script>`,
    ],
    [
      'konditor.example',
      '2026-10-12T09:00:00Z',
      '<title>Konditor</title><a href="tel:+49405550123">Tel.</a>',
    ],
  ]);
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Opens the console, signed in with every scope. */
async function opened(path: string, width = 1_440): Promise<OpenedConsole> {
  const window = await openWindow(served.browser, { width });
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  await window.page.goto(url + path);
  return window;
}

describe('the overview', () => {
  test('begins with the matches of the query, each a way to its source', async () => {
    await using window = await opened(`/domains/${SITE}?q=gtag(`);
    const { page: tab } = window;
    await tab.getByRole('heading', { name: 'Matches of your query' }).waitFor();
    expect(await tab.locator('.overview h2').first().textContent()).toBe('Matches of your query');
    const row = tab.locator('.match-rows li');
    await expect.poll(() => row.count(), { timeout: 30_000 }).toBe(1);
    expect(await row.locator('.line-number').textContent()).toBe('4');
    expect(await row.locator('mark').textContent()).toBe('gtag(');
    expect(await row.locator('.where').textContent()).toBe('/ · Backhaus an der Elbe');
    await row.getByRole('link').click();
    await tab.waitForURL(/tab=source/);
    await tab.getByText('1 of 1', { exact: true }).waitFor();
    await tab.goBack();
    await tab.getByRole('heading', { name: 'Matches of your query' }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('says so if the domain does not fulfil the query, or fulfils one without a text', async () => {
    await using window = await opened(`/domains/${SITE}?q=nothing-has-this`);
    const { page: tab } = window;
    await tab.getByText('It does not fulfil the query').waitFor();
    await tab.goto(`${served.server().url}/domains/${SITE}?q=tech:WordPress`);
    await tab.getByText('which has no text to be shown').waitFor();
    await tab.goto(`${served.server().url}/domains/${SITE}?q=rank:high`);
    await tab.getByRole('alert').getByText('rank: is followed by "high"').waitFor();
    await tab.getByRole('heading', { name: 'Technologies' }).waitFor();
    await tab.goto(`${served.server().url}/domains/${SITE}`);
    await tab.getByRole('heading', { name: 'Technologies' }).waitFor();
    expect(await tab.getByRole('heading', { name: 'Matches of your query' }).count()).toBe(0);
  });

  test('shows technologies with versions, what came and what went, and why one is there', async () => {
    await using window = await opened(`/domains/${SITE}`);
    const { page: tab } = window;
    await tab.getByRole('button', { name: /Stripe since 12 Sept 2026/ }).waitFor();
    const gone = tab.locator('.chip.gone');
    expect(await gone.allTextContents()).toEqual(['Matomo Analytics until 12 Sept 2026']);
    const chip = tab.getByRole('button', { name: /^WordPress/ });
    expect(await chip.textContent()).toBe('WordPress6.9');
    await chip.click();
    const why = tab.getByRole('region', { name: 'Why WordPress' });
    await why.getByText('meta generator "WordPress 6.9"').waitFor();
    await why.getByRole('link', { name: `https://${SITE}/` }).click();
    await tab.waitForURL(/tab=source/);
    await tab.getByText('1 of 1', { exact: true }).waitFor();
    expect(await tab.locator('.cm-match').allTextContents()).toEqual(['WordPress 6.9']);
    expect(window.complaints).toEqual([]);
  });

  test('draws what changed as bars, with the same in words', async () => {
    await using window = await opened(`/domains/${SITE}`);
    const { page: tab } = window;
    const rows = tab.locator('.bars > li:not(.ticks)');
    await rows.first().waitFor();
    expect(await rows.allTextContents()).toEqual([
      'Matomo Analytics 1 Mar 2026 – 12 Sept 2026',
      'Stripe since 12 Sept 2026',
      'WordPress6.7 1 Mar 2026 – 20 May 20266.8 20 May 2026 – 12 Sept 20266.9 since 12 Sept 2026',
      'titleBackhaus 1 Mar 2026 – 12 Sept 2026Backhaus an der Elbe since 12 Sept 2026',
      'reachable since 1 Mar 2026',
    ]);
    await tab.getByRole('link', { name: /^all labels/ }).click();
    await tab.waitForURL(/tab=history/);
    await tab.goto(`${served.server().url}/domains/cafe.example`);
    await tab.getByText('One visit so far, on 12 Oct 2026').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('finds sites that share something of its own, and says what', async () => {
    await using window = await opened(`/domains/${SITE}`);
    const { page: tab } = window;
    const sites = tab.locator('.related li:has(.reasons)');
    // They are looked for when they come into view.
    await tab.locator('.related').scrollIntoViewIfNeeded();
    await expect
      .poll(() => sites.allTextContents(), { timeout: 30_000 })
      .toEqual(['cafe.examplesame Google Analytics id', 'konditor.examplesame phone number']);
    await tab.getByRole('link', { name: 'same Google Analytics id' }).click();
    await tab.waitForURL(/\/search\?q=/);
    await tab.locator('.total').getByText('2 domains', { exact: true }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('looks for related sites only when they come into view', async () => {
    await using window = await openWindow(served.browser, { width: 390 });
    const { page: tab } = window;
    const { url, key } = served.server();
    await signIn(tab, url, key);
    const extractions: string[] = [];
    tab.on('request', (request) => {
      if (request.postData()?.includes('"extract"') === true) extractions.push(request.url());
    });
    await tab.goto(`${url}/domains/${SITE}`);
    await tab.getByRole('heading', { name: 'Related' }).waitFor();
    // Another request that was made later has its answer.
    await tab.evaluate(`fetch('/readyz')`);
    expect(extractions).toEqual([]);
    await tab.locator('.related').scrollIntoViewIfNeeded();
    await tab.locator('.related').getByText('cafe.example').waitFor();
    expect(extractions).toHaveLength(1);
  });

  test('shows contacts with their pages, hosts and what the site answers', async () => {
    await using window = await opened(`/domains/${CRAWLED}`);
    const { page: tab } = window;
    const contact = tab.locator('.contact');
    await contact.getByText(`orders@${CRAWLED}`).waitFor();
    await tab.getByText('blocks CCBot, GPTBot').waitFor();
    await contact.getByRole('link').first().click();
    await tab.waitForURL(/tab=source/);
    await tab.getByText(/^1 of \d+$/).waitFor();
    await tab.goto(`${served.server().url}/domains/${SITE}`);
    await tab.getByRole('link', { name: /js\.stripe\.com/ }).click();
    await tab.waitForURL(/q=host%3Ajs\.stripe\.com/);
    expect(window.complaints).toEqual([]);
  });

  test.each([390, 1_440])('moves nothing when answers come late, %d pixels wide', async (width) => {
    await using window = await openWindow(served.browser, { width });
    const { page: tab } = window;
    const { url, key } = served.server();
    await signIn(tab, url, key);
    const late = Promise.withResolvers<void>();
    await tab.route(/\/search$/, async (route) => {
      if (route.request().method() === 'POST') await late.promise;
      await route.continue();
    });
    await tab.goto(`${url}/domains/${SITE}?q=gtag(`);
    await tab.getByRole('heading', { name: 'Related' }).waitFor();
    await tab.getByRole('heading', { name: 'Matches of your query' }).waitFor();
    await tab.evaluate(`(() => {
      globalThis.shifts = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
          globalThis.shifts.push(value + ' ' + sources.map(({ node }) => node?.className ?? '').join(','));
      }).observe({ type: 'layout-shift' });
    })()`);
    late.resolve();
    await tab.locator('.match-rows li').first().waitFor();
    await tab.locator('.related').scrollIntoViewIfNeeded();
    await tab.getByText('same Google Analytics id').waitFor();
    expect(await tab.evaluate('globalThis.shifts')).toEqual([]);
    const [content, inner] = await tab.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect(content).toBe(inner);
    const columns = await tab.evaluate<string>(
      "getComputedStyle(document.querySelector('.overview')).gridTemplateColumns",
    );
    expect(columns.split(' ')).toHaveLength(width === 390 ? 1 : 2);
  });
});

test('the indented source has inline scripts in lines, with the matches of the source, and goes along with them', async () => {
  await using window = await opened(`/domains/${SITE}?tab=source&q="(a){if(a){" OR WordPress`);
  const { page: tab } = window;
  await tab.getByText('1 of 2', { exact: true }).waitFor();
  await tab.getByLabel('Pretty print').check();
  const indented = tab.locator('.pretty-source');
  await indented.getByText('return gtag(').waitFor();
  const lines = await indented.locator('.cm-line').allTextContents();
  const from = lines.indexOf('  <script>');
  expect(lines.slice(from, from + 9)).toEqual([
    '  <script>',
    '    function track(a) {',
    '      if (a) {',
    `        return gtag('config', '${ACCOUNT}', {`,
    '          anonymize_ip: true',
    '        })',
    '      }',
    '    }',
    '  </script>',
  ]);
  await tab.getByRole('button', { name: 'Next match (n)' }).click();
  await tab.getByText('2 of 2', { exact: true }).waitFor();
  // A match that is on two lines now is marked on both.
  await expect
    .poll(() => indented.locator('.cm-match').allTextContents(), { timeout: 30_000 })
    .toEqual(['WordPress', '(a) {', '      if (a) {']);
  expect(window.complaints).toEqual([]);
});

describe('at a domain', () => {
  const clipboard = (tab: OpenedConsole['page']) => tab.evaluate<string>('navigator.clipboard.readText()');

  test('one crawls it again, by keyboard', async () => {
    await using window = await opened(`/domains/${CRAWLED}`);
    const { page: tab } = window;
    await tab.getByRole('button', { name: 'Crawl again' }).focus();
    await tab.keyboard.press('Enter');
    await tab.getByText('A crawl has started.').waitFor();
    await tab.getByRole('link', { name: 'Follow it' }).click();
    await tab.getByText('completed').waitFor();
    expect((await served.client.admin.domains.visits(CRAWLED)).items).toHaveLength(2);
    expect(window.complaints).toEqual([]);
  });

  test('one watches what changes there', async () => {
    await using window = await opened(`/domains/${SITE}`);
    const { page: tab } = window;
    await tab.getByRole('button', { name: 'Watch' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('status').waitFor();
    const { q, level } = await served.client.searches.get('site-backhaus-example');
    expect([q, level]).toEqual([`site:${SITE}`, 'change']);
    await tab.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await tab.evaluate('document.activeElement.textContent')).toBe('Watch');
    expect(window.complaints).toEqual([]);
  });

  test('one adds it to a new list and to one that is there, which keeps its other domains', async () => {
    await served.client.lists.put('bakeries', { domains: ['cafe.example'] });
    await using window = await opened(`/domains/${SITE}`);
    const { page: tab } = window;
    const dialog = tab.getByRole('dialog');
    for (const [name, members] of [
      ['bakeries', 'It has 2 domains.'],
      ['mine', 'It has 1 domain.'],
    ] as const) {
      await tab.getByRole('button', { name: 'Add to list' }).click();
      await dialog.getByLabel('List').fill('Not a name');
      await tab.keyboard.press('Enter');
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('List').fill(name);
      await tab.keyboard.press('Enter');
      await dialog.getByText(members).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
    expect((await served.client.lists.domains('bakeries')).items).toEqual([SITE, 'cafe.example']);
    expect(window.complaints).toEqual([]);
  });

  test('one copies it as a link, a command, a row and JSON', async () => {
    await using window = await opened(`/domains/${SITE}?q=gtag(`);
    const { page: tab } = window;
    await tab.locator('.domain-actions summary').click();
    const copied = async (name: string): Promise<string> => {
      await tab.evaluate("navigator.clipboard.writeText('')");
      await tab.getByRole('button', { name }).click();
      await expect.poll(() => clipboard(tab), { timeout: 30_000 }).not.toBe('');
      return clipboard(tab);
    };
    expect(await copied('Copy as link')).toBe(`${served.server().url}/domains/${SITE}?q=gtag(`);
    expect(await copied('Copy as curl')).toBe(
      `curl -H "X-API-Key: $SITEGREP_KEY" ${served.server().url}/domains/${SITE}`,
    );
    const [head = '', row = ''] = (await copied('Copy as CSV row')).split('\r\n');
    const columns = head.split(',').map((name) => name.replaceAll('"', ''));
    expect(row.split(',')[columns.indexOf('domain')]).toBe(`"${SITE}"`);
    expect(JSON.parse(await copied('Copy as JSON'))).toEqual(await served.client.domains.get(SITE));
    expect(window.complaints).toEqual([]);
  });

  test('one takes it down after a question, which Escape leaves', async () => {
    await using window = await opened('/domains/konditor.example');
    const { page: tab } = window;
    const ask = async (): Promise<void> => {
      await tab.locator('.domain-actions summary').click();
      await tab.getByRole('button', { name: 'Take down' }).click();
      await tab
        .getByRole('dialog')
        .getByText('Removes everything that is stored of konditor.example')
        .waitFor();
    };
    await ask();
    await tab.keyboard.press('Escape');
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
    await ask();
    await tab.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await tab.waitForURL(/\/blocked$/);
    await tab.getByRole('cell', { name: 'konditor.example', exact: true }).waitFor();
    await expect(served.client.domains.get('konditor.example')).rejects.toMatchObject({ code: 'not_found' });
    expect(window.complaints).toEqual([]);
  });

  test('a key that may search alone watches and copies, and neither crawls nor takes down', async () => {
    await using window = await openWindow(served.browser);
    const { page: tab } = window;
    const { secret } = await served.client.admin.keys.create({ name: 'reader', scopes: ['search'] });
    await signIn(tab, served.server().url, secret);
    await tab.goto(`${served.server().url}/domains/${SITE}?q=gtag(`);
    await tab.locator('.match-rows li').first().waitFor();
    expect(await tab.locator('.match-rows a').count()).toBe(0);
    await tab.locator('.domain-actions summary').click();
    expect(await tab.locator('.domain-actions').getByRole('button').allTextContents()).toEqual([
      'Watch',
      'Copy as link',
      'Copy as curl',
      'Copy as CSV row',
      'Copy as JSON',
    ]);
  });
});
