/* What people do in the console, from signing in to revoking a key, in a real Chromium over a real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  crawl,
  downloaded,
  type OpenedConsole,
  openWindow,
  quickSites,
  type ServedConsole,
  serveConsole,
  signIn,
} from './opened-console.ts';
import { CHANGED_SITE, sendPastVisits } from './past-visits.ts';

let served: ServedConsole;
beforeAll(async () => {
  served = await serveConsole();
  await crawl(served.client, quickSites(served.web));
  await sendPastVisits(served.client);
}, 900_000);
afterAll(() => served[Symbol.asyncDispose]());

/** Opens the console, signed in with every scope. */
async function opened(path = ''): Promise<OpenedConsole> {
  const window = await openWindow(served.browser);
  const { url, key } = served.server();
  await signIn(window.page, url, key);
  if (path !== '') await window.page.goto(url + path);
  return window;
}

describe('signing in', () => {
  test('refuses a wrong key with the reason, and takes the right one', async () => {
    await using window = await openWindow(served.browser);
    const { page } = window;
    const { url, key } = served.server();
    await page.goto(url);
    await page.getByLabel('API key').fill('sg_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This key is not valid').waitFor();
    await signIn(page, url, key);
    await page.getByText(/^\d+ domains$/).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(page.url()).not.toContain(key);
    const stored = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    expect(stored).not.toContain(key);
    expect(window.complaints).toEqual([]);
  });

  test('takes a key while the try without one still goes on', async () => {
    await using window = await openWindow(served.browser);
    const { page } = window;
    const { url, key } = served.server();
    const sent = Promise.withResolvers<void>();
    await page.route(/\/session$/, async (route) => {
      if (route.request().method() === 'POST') await sent.promise;
      await route.continue();
    });
    const tried = page.waitForRequest((request) => request.method() === 'POST');
    await page.goto(url);
    await tried;
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    sent.resolve();
    await page.locator('#content').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('ends with signing out, on the server too', async () => {
    await using window = await opened();
    const { page, context } = window;
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await page.getByText('bootstrap admin').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    const answer = await fetch(`${served.server().url}/session`, {
      headers: { 'x-sitegrep-console': '1', cookie: `${cookie?.name}=${cookie?.value}` },
    });
    expect(answer.status).toBe(401);
  });

  test('shows what the key may see', async () => {
    await using window = await openWindow(served.browser);
    const { secret } = await served.client.admin.keys.create({ name: 'reader', scopes: ['search'] });
    await signIn(window.page, served.server().url, secret);
    const links = await window.page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link')
      .allTextContents();
    expect(links).toEqual(['Search', 'Changes', 'Trends', 'Saved', 'Documentation']);
    await window.page.goto(`${served.server().url}/keys`);
    await window.page.getByRole('alert').getByText('needs a key with the scope “admin”').waitFor();
  });
});

describe('a search', () => {
  test('follows the query while it is typed, and shows where it matches', async () => {
    await using window = await opened();
    const { page } = window;
    await page.getByLabel('Query', { exact: true }).fill('gtag OR ga.js');
    const expected = await served.client.query.search({ q: 'gtag OR ga.js' });
    await page.locator('#query-state').getByText(`${expected.total_count} domains`).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.total').getByText(`${expected.total_count} domains`).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('gtag OR ga.js');
    const rows = await page.locator('.result h2').allTextContents();
    expect(rows).toEqual(expected.items.map(({ domain }) => domain));
    expect((await page.locator('.result mark').first().textContent())?.toLowerCase()).toMatch(
      /^(gtag|ga\.js)$/,
    );
    expect(window.complaints).toEqual([]);
  });

  test('says how the query is read, while it is typed and beside the results, and searches for what is meant', async () => {
    await using window = await opened();
    const { page } = window;
    const field = page.getByLabel('Query', { exact: true });
    await field.fill('gtag or jquery');
    await page.getByText('or is read as a text; OR in capitals is an operator').waitFor();
    await page.getByRole('button', { name: 'Search for gtag OR jquery' }).press('Enter');
    await page.waitForURL(/q=gtag\+OR\+jquery$/);
    expect(await field.inputValue()).toBe('gtag OR jquery');
    await page.goto(`${served.server().url}/search?q=window.dataLayer %3D window`);
    const { total_count: total } = await served.client.query.search({
      query: { text: 'window.dataLayer = window' },
      count_only: true,
    });
    await page.getByRole('button', { name: `As it stands: ${total} domain` }).click();
    await page.waitForURL(/q=%22window\.dataLayer\+%3D\+window%22$/);
    await page.getByRole('button', { name: /^As it stands/ }).waitFor({ state: 'detached' });
    expect(window.complaints).toEqual([]);
  });

  test('is rewritten by switches, by mouse and by keyboard', async () => {
    await using window = await opened();
    const { page } = window;
    const field = page.getByLabel('Query', { exact: true });
    await field.fill('gtag');
    await page.getByRole('button', { name: 'Whole word' }).click();
    await page.getByRole('button', { name: 'Case counts' }).press('Space');
    expect(await field.inputValue()).toBe('case:yes word:"gtag"');
    await page.getByRole('button', { name: 'Whole word', pressed: true }).press('Enter');
    await page.getByRole('button', { name: 'Case counts', pressed: true }).click();
    expect(await field.inputValue()).toBe('gtag');
    await field.fill('a OR b');
    expect(await page.getByRole('button', { name: 'Regular expression', exact: true }).isDisabled()).toBe(
      true,
    );
    await page.getByRole('button', { name: 'As one text' }).click();
    expect(await field.inputValue()).toBe('"a OR b"');
  });

  test('puts pasted source into quotes, which are undone and taken off', async () => {
    await using window = await opened();
    const { page } = window;
    const field = page.getByLabel('Query', { exact: true });
    await page.evaluate(`navigator.clipboard.writeText('<meta name="generator"')`);
    await field.press('ControlOrMeta+V');
    const leave = page.getByRole('button', { name: 'Leave it as pasted' });
    await leave.waitFor();
    expect(await field.inputValue()).toBe(String.raw`"<meta name=\"generator\""`);
    await field.press('ControlOrMeta+Z');
    await leave.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('<meta name="generator"');
    await field.press('ControlOrMeta+A');
    await field.press('ControlOrMeta+V');
    await leave.press('Enter');
    await leave.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('<meta name="generator"');
    expect(window.complaints).toEqual([]);
  });

  test('refuses a query that is too long, and cuts nothing off', async () => {
    await using window = await opened();
    const { page } = window;
    const field = page.getByLabel('Query', { exact: true });
    const text = 'x'.repeat(10_001);
    await field.fill(text);
    await page
      .getByRole('status')
      .getByText(/10001 characters.*at most 10000/)
      .waitFor();
    expect(await field.inputValue()).toBe(text);
  });

  test('is narrowed by a facet that writes the query, and widened again', async () => {
    await using window = await opened();
    const { page } = window;
    const technologies = page.locator('.facet').first();
    await technologies.getByRole('button', { name: /^WordPress \d/ }).click();
    await page.waitForURL(/q=tech%3AWordPress/);
    const { total_count: total } = await served.client.query.search({
      q: 'tech:WordPress',
      count_only: true,
    });
    await page.locator('.total').getByText(`${total} domains`).waitFor();
    // What WordPress implies is behind all that it does not.
    await technologies.getByRole('button', { name: /^All \d/ }).click();
    await technologies.locator('.implied').first().waitFor();
    // Their order comes with the counts of the whole index.
    const isOrdered = async (): Promise<boolean> => {
      const states = await technologies
        .locator('li:not(.more)')
        .evaluateAll((all) => all.map((one) => one.className));
      return states.indexOf('implied') === states.filter((state) => state !== 'implied').length;
    };
    await expect.poll(isOrdered, { timeout: 60_000, interval: 20 }).toBe(true);
    await page.getByLabel('First').selectOption('most frequent');
    await page.waitForURL(/counts=most/);
    await page.getByRole('button', { name: 'Leave out PHP', exact: true }).click();
    await page.waitForURL(/q=tech%3AWordPress\+-tech%3APHP/);
    await page.goBack();
    await page.waitForURL(/q=tech%3AWordPress&/);
    await page.getByRole('button', { name: 'Remove tech:WordPress' }).click();
    await page.waitForURL(/\/search\?counts=most$/);
    expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe('');
  });

  test('finds as many domains by each facet as the facet counted', async () => {
    await using window = await opened();
    const { page } = window;
    const counts: Record<string, readonly [counted: string, found: string]> = {};
    for (const name of ['Technology', 'Category', 'Country', 'Language', 'Ending', 'Rank', 'Last visit']) {
      const values = page
        .locator('.facet', { has: page.getByRole('heading', { name }) })
        .locator('li button:first-child');
      await values.first().waitFor();
      for (let at = 0; at < Math.min(3, await values.count()); at++) {
        const value = (await values.nth(at).textContent()) ?? '';
        const counted = (await values.nth(at).locator('.count').textContent()) ?? '';
        await values.nth(at).click();
        await page.waitForURL(/q=/);
        const q = new URL(page.url()).searchParams.get('q') ?? '';
        await page.locator(`[data-results-of=${JSON.stringify(q)}]`).waitFor();
        const found = (await page.locator('.total strong').textContent()) ?? '';
        counts[`${name} ${value}`] = [counted, found.replace(/ domains?$/, '')];
        await page.goBack();
        await page.locator('[data-results-of=""]').waitFor();
        await values.first().waitFor();
      }
    }
    expect(Object.keys(counts).length).toBeGreaterThan(12);
    expect(Object.entries(counts).filter(([, [counted, found]]) => counted !== found)).toEqual([]);
  });

  test('is saved under a name, moved, renamed and dropped, and so are recent ones', async () => {
    await using window = await opened('/search?q=gtag');
    const { page } = window;
    const dialog = page.getByRole('dialog', { name: 'Queries' });
    const names = async (): Promise<readonly string[]> =>
      (await dialog.getByRole('button', { name: /^Drop / }).all()).length === 0
        ? []
        : dialog.locator('ol .choose').allTextContents();
    const save = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Queries' }).click();
      await dialog.getByLabel('Name of this query').fill(name);
      await page.keyboard.press('Enter');
    };
    await save('Google tags');
    await page.keyboard.press('Escape');
    await page.goto(`${served.server().url}/search?q=wp-content`);
    await save('');
    expect(await names()).toEqual(['wp-content', 'Google tagsgtag']);
    await dialog.getByRole('button', { name: 'Move Google tags up' }).click();
    expect(await names()).toEqual(['Google tagsgtag', 'wp-content']);
    await dialog.getByRole('button', { name: 'Rename wp-content' }).click();
    await dialog.getByLabel('Name of wp-content').fill('<b>Blogs</b>');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Drop <b>Blogs</b>' }).click();
    expect(await names()).toEqual(['Google tagsgtag']);
    expect(await dialog.locator('ul .choose').allTextContents()).toEqual(['wp-content', 'gtag']);
    await dialog.getByRole('button', { name: 'Drop wp-content' }).click();
    await dialog.locator('ul .choose', { hasText: 'wp-content' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Queries' }).click();
    await dialog.getByRole('button', { name: 'Google tags', exact: false }).first().click();
    await page.waitForURL(/q=gtag/);
    await page.getByRole('button', { name: 'Queries' }).click();
    await dialog.getByRole('button', { name: 'Drop all recent queries' }).click();
    await dialog.getByText('No query was asked.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Queries');
    expect(window.complaints).toEqual([]);
  });

  test('says what is wrong with a query at its column, and never in a dialog', async () => {
    await using window = await opened();
    const { page } = window;
    await page.getByLabel('Query', { exact: true }).fill('a OR rank:high');
    await page.locator('#query-state').getByText('at column 11, rank: is followed by "high"').waitFor();
    expect(await page.locator('.query-fault').textContent()).toBe('high');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('completes fields and their values, with counts, by keyboard', async () => {
    await using window = await opened();
    const { page } = window;
    await page.getByLabel('Query', { exact: true }).pressSequentially('tec');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /^tech:/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Word');
    await page.getByRole('option', { selected: true, name: /^WordPress\s*\d+$/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe('tech:WordPress');
  });

  test('is searched for by Enter when it is written in full, though its value is offered', async () => {
    await using window = await opened();
    const { page } = window;
    await page.getByLabel('Query', { exact: true }).pressSequentially('tech:WordPress');
    await page.getByRole('option', { selected: true, name: /^WordPress\s*\d+$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=tech%3AWordPress$/);
    expect(window.complaints).toEqual([]);
  });

  test('offers fields and names of codes while it is typed, which Enter does not take', async () => {
    await using window = await opened();
    const { page } = window;
    const field = page.getByLabel('Query', { exact: true });
    await field.pressSequentially('coun');
    await page.getByRole('option', { name: /^country:/ }).waitFor();
    expect(await page.locator('.completions [aria-selected="true"]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=coun$/);
    await field.fill('');
    await field.pressSequentially('coun');
    await page.getByRole('option', { name: /^country:/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('franc');
    await page.getByRole('option', { selected: true, name: /^France \(FR\)\s*\d+$/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe('country:FR');
    expect(window.complaints).toEqual([]);
  });

  test('has its language behind a button, to be searched, by mouse and by keyboard', async () => {
    await using window = await opened('/search?q=gtag');
    const { page } = window;
    const field = page.getByLabel('Query', { exact: true });
    const open = page.getByRole('button', { name: 'The query language' });
    const dialog = page.getByRole('dialog', { name: 'The query language' });
    await open.click();
    await dialog.getByLabel('Find in the language').fill('country of');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^country:/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('#query:focus').waitFor();
    expect(await field.inputValue()).toBe('gtag country:');
    await open.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.language-button:focus').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('with a pattern is exported as it is', async () => {
    await using window = await opened('/search?q=%2Fwp-[a-z]%2B%2F');
    const { page } = window;
    const expected = await served.client.query.search({ q: '/wp-[a-z]+/', limit: 100 });
    await page.getByText('Export', { exact: false }).first().click();
    const csv = await downloaded(page, () => page.getByRole('button', { name: /^CSV/ }).click());
    expect(csv.trim().split('\n')).toHaveLength(expected.total_count + 1);
    for (const { domain } of expected.items) expect(csv).toContain(domain);
  });

  test('that finds nothing, or is refused, says what to do next', async () => {
    await using window = await opened('/search?q=nothing-has-this-text');
    const { page } = window;
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear the query' }).click();
    await page
      .locator('.total')
      .getByText(/domains/)
      .waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('changes of all sites', () => {
  test('are found by what was added, counted by kind, and lead to the history of their domain', async () => {
    await using window = await opened('/changes');
    const { page } = window;
    const expected = await served.client.query.search({ level: 'change', count_only: true });
    await page.locator('.total').getByText(`${expected.total_count} changes`).waitFor();
    await page.getByLabel('Count what was added and removed by').selectOption('Host');
    await page.waitForURL(/kind=host/);
    await page.getByRole('button', { name: /^cdn\.old-widgets\.example 1/ }).click();
    await page.waitForURL(/q=removed%3Ahost%3Acdn\.old-widgets\.example/);
    await page.locator('.total').getByText('1 change', { exact: true }).waitFor();
    const row = page.locator('.result');
    await row.getByText('6 Jul 2026, after the visit of 1 Jun 2026').waitFor();
    await row.getByRole('list', { name: 'Added' }).getByText('Tea for you').waitFor();
    await row.getByRole('list', { name: 'Removed' }).getByText('cdn.old-widgets.example').waitFor();
    await row.getByRole('link', { name: CHANGED_SITE }).click();
    await page.getByText('gone since 6 Jul 2026').first().waitFor();
    await page.goBack();
    await page.getByLabel('Find').selectOption('domains');
    await page.waitForURL(/\/search\?q=removed/);
    await page.locator('.total').getByText('1 domain', { exact: true }).waitFor();
    await page.getByLabel('Find').selectOption('changes');
    await page.waitForURL(/\/changes\?q=removed/);
    expect(window.complaints).toEqual([]);
  });

  test('that are none say what makes one', async () => {
    await using window = await opened('/changes?q=added:host:nowhere.example');
    await window.page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await window.page.getByText('all others for the domain as it is now').waitFor();
    expect(window.complaints).toEqual([]);
  });
});

describe('a domain', () => {
  test('shows facts with their evidence, technologies and pages', async () => {
    await using window = await opened('/domains/bakery-lyon.example');
    const { page } = window;
    await page.getByRole('heading', { name: 'bakery-lyon.example' }).waitFor();
    await page.getByText('contact@bakery-lyon.example').first().waitFor();
    const tabs = page.getByRole('navigation', { name: 'bakery-lyon.example' });
    await tabs.getByRole('link', { name: 'Technologies' }).click();
    await page.getByRole('heading', { name: /^WordPress/ }).waitFor();
    await tabs.getByRole('link', { name: 'Pages' }).click();
    await page.getByRole('cell', { name: /^http:\/\/bakery-lyon\.example\/$/ }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows its source as text with all matches, and jumps between them', async () => {
    await using window = await opened('/domains/bakery-lyon.example?tab=source&q=wp-content');
    const { page } = window;
    await page.getByText('1 of 2', { exact: true }).waitFor();
    expect(await page.locator('.cm-match').allTextContents()).toEqual(['wp-content', 'wp-content']);
    await page.locator('h1').click();
    await page.keyboard.press('n');
    await page.getByText('2 of 2', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('match')).toBe('2');
    const [shown, stored] = [
      await downloaded(page, () => page.getByRole('button', { name: 'Download' }).click()),
      await served.client.domains.source('bakery-lyon.example', 'http://bakery-lyon.example/'),
    ];
    expect(shown).toBe(stored);
    await page.getByLabel('Pretty print').check();
    await page.getByRole('textbox', { name: 'The same source, indented' }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('shows when its labels came and went, those of one kind by wish, and what never changed', async () => {
    await using window = await opened(`/domains/${CHANGED_SITE}`);
    const { page } = window;
    await page.getByRole('link', { name: 'History', exact: true }).click();
    const rowOf = (label: string) => page.getByRole('row').filter({ hasText: label });
    await rowOf('cdn.old-widgets.example').getByText('gone since 6 Jul 2026').waitFor();
    await rowOf('cdn.late-widgets.example').getByText('there since 5 Oct 2026').waitFor();
    // One visit missed it, and the next one did not.
    await rowOf('tags.example').getByText('there since 1 Jun 2026').waitFor();
    await page.getByLabel('Labels').selectOption('Title');
    await page.waitForURL(/kind=title/);
    await rowOf('Tea and more').getByText('gone since 6 Jul 2026').waitFor();
    await rowOf('cdn.old-widgets.example').waitFor({ state: 'detached' });
    await page.getByLabel('Labels').selectOption('Declared language');
    await page.getByText('Nothing of this kind changed.').waitFor();
    await page.getByLabel('Also what never changed').check();
    await page.waitForURL(/all=yes/);
    await rowOf('English (en)').getByText('there', { exact: true }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('that is not known says so and offers to crawl it', async () => {
    await using window = await opened('/domains/nowhere.example');
    await window.page.getByRole('link', { name: 'Crawl it' }).click();
    expect(await window.page.getByLabel('Domains or URLs').inputValue()).toBe('nowhere.example');
  });
});

describe('a crawl', () => {
  test('is cancelled, and then deleted, each after a question', async () => {
    const slow = served.web.sites.find(({ expected }) => expected.outcome === 'timed_out')?.domain ?? '';
    await using window = await opened(`/crawls?sites=${slow}`);
    const { page } = window;
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Cancel crawl' }).click();
    await page.getByRole('dialog').getByText('1 site').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel crawl' }).click();
    await page.getByText('cancelled').first().waitFor();
    const latest = async () => (await served.client.admin.crawls.list({ limit: 1 })).items[0];
    await expect.poll(async () => (await latest())?.state).toBe('cancelled');
    const cancelled = await latest();
    await page.getByRole('button', { name: 'Delete crawl' }).click();
    await page.getByRole('dialog').getByText('What it stored in the index stays').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete crawl' }).click();
    await page.waitForURL((url) => url.pathname === '/crawls');
    const all = (await served.client.admin.crawls.list()).items.map(({ id }) => id);
    expect(all).not.toContain(cancelled?.id);
  });
});

describe('a key', () => {
  test('is created, used, rotated and revoked, and its secret is shown once', async () => {
    await using window = await opened('/keys');
    const { page } = window;
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('made by hand');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const secret = (await page.locator('.secret').textContent()) ?? '';
    const statusOf = async (key: string): Promise<number> =>
      (await fetch(`${served.server().url}/technologies`, { headers: { 'x-api-key': key } })).status;
    expect(await statusOf(secret)).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'Rotate made by hand' }).click();
    await page.getByRole('dialog').getByLabel('They end').selectOption('at once');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = (await page.locator('.secret').textContent()) ?? '';
    expect([await statusOf(secret), await statusOf(rotated)]).toEqual([401, 200]);
    await page.getByRole('button', { name: 'I have copied it' }).click();

    await page.getByRole('button', { name: 'Revoke made by hand' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.locator('.key', { hasText: 'made by hand' }).getByText('revoked').waitFor();
    expect(await statusOf(rotated)).toBe(401);

    await page.goto(`${served.server().url}/audit?action=key.revoke`);
    const revoked = page.getByRole('row', { name: /Key revoked made by hand bootstrap admin/ });
    await revoked.waitFor();
    await page.getByText('session', { exact: true }).first().waitFor();
    expect(window.complaints).toEqual([]);
  });
});

test('a page stays, and works on, while the server is restarted below it', async () => {
  await using window = await opened('/search?q=wp-content');
  const { page } = window;
  await page.locator('.result').first().waitFor();
  await served.restart();
  expect(await page.locator('.result').count()).toBeGreaterThan(0);
  await page.getByLabel('Query', { exact: true }).fill('gtag');
  await page.keyboard.press('Enter');
  await page.locator('.result mark', { hasText: 'gtag' }).first().waitFor();
});

test('the first steps can be hidden, and stay so in this browser', async () => {
  await using window = await opened('/search');
  const { page } = window;
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Hide the first steps' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.result').first().waitFor();
  expect(await steps.count()).toBe(0);
});

test('a stranger is shown the whole address before a site is opened', async () => {
  await using window = await opened('/search');
  const { page } = window;
  await page.locator('.result').first().getByRole('link', { name: 'Site' }).click();
  const link = page.getByRole('link', { name: 'Open it in a new tab' });
  expect(await link.getAttribute('rel')).toContain('noreferrer');
  await page.goto(`${served.server().url}/leave?to=javascript:alert(1)`);
  await page.getByText('This is not an address of a website.').waitFor();
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
});
