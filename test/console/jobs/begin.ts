/* The job of the first minutes: from an empty instance to something to search, a key for a program and a first crawl. */
import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { type Job, PATIENT } from './job.ts';

export const begin: Job = async ({ page, hand, served, look }) => {
  const { url, key } = served.server();
  await page.goto(url);
  await hand.send(page.getByLabel('API key'), key, page.getByRole('button', { name: 'Sign in' }));
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('https://crawler.example/about').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id'), PATIENT).toBe('query');
  await look('begin: an empty instance');

  await hand.press(steps.getByRole('button', { name: 'Look at the sample sites' }));
  await steps.getByText(/^24 sample sites are in the index/).waitFor(PATIENT);
  await page.getByText('24 domains', { exact: true }).first().waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id'), PATIENT).toBe('query');
  const examples = steps.locator('.example');
  const count = await examples.count();
  expect(count).toBeGreaterThanOrEqual(5);
  for (let index = 0; index < count; index++) {
    await hand.press(examples.nth(index));
    await page.locator('.result').first().waitFor();
    await page.goBack();
    await examples.nth(index).waitFor();
  }
  await look('begin: with the sample sites');

  await hand.press(steps.locator('summary', { hasText: 'A key for a program' }));
  await hand.press(steps.getByRole('button', { name: 'Make a key for searches' }));
  const line = steps.locator('.first-line');
  await line.waitFor();
  await look('begin: with a key');
  const answer = JSON.parse(execFileSync('sh', ['-c', `${await line.innerText()} -s`], { encoding: 'utf8' }));
  expect(answer).toMatchObject({ data: { total_count: 3 } });

  // Once all is done, none of the steps is left.
  await hand.press(steps.locator('summary', { hasText: 'Crawl sites of your own' }));
  await hand.write(steps.getByLabel('Domains or URLs, one a line'), 'bakery-lyon.example');
  await hand.press(steps.getByRole('button', { name: 'Start the crawl' }));
  await page.waitForURL(/\/crawls\/.+/);
  await page.getByText('completed').waitFor(PATIENT);
  await hand.go('search');
  await page.locator('.result').first().waitFor();
  await steps.waitFor({ state: 'detached' });
};
