import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningServer } from '../../support/server-process.ts';

export interface Bench {
  readonly browser: Browser;
  readonly server: RunningServer;
}

export interface Window extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Opens a window with nothing in its cache, signed in. */
export async function openSignedIn({ browser, server }: Bench): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = (await sessionCookie(server)).split('=');
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Strict' }]);
  const page = await context.newPage();
  // Tasks that kept the page from answering, in milliseconds.
  await page.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  `);
  return { page, context, [Symbol.asyncDispose]: () => context.close() };
}

/** Opens a session. @returns its cookie, as `name=value` */
export async function sessionCookie({ ask }: RunningServer): Promise<string> {
  const answer = await ask('/session', { method: 'POST' });
  if (answer.status !== 201) throw new Error(`POST /session answered ${answer.status}`);
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}
