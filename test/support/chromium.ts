import { type Browser, chromium } from 'playwright-core';
import { ensureProgram, findProgram } from '../../infra/dev/programs.ts';

const FLAGS = [
  // Root has no sandbox.
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // The browser asks its maker how to fill in forms, which is no request of a page.
  '--disable-features=AutofillServerCommunication',
  '--disable-background-networking',
] as const;

/** Starts a browser: the one of the system, or else Chromium, which is installed. It is for pages of ours alone: it has no sandbox. */
export async function launchChromium(): Promise<Browser> {
  // Ubuntu's package chromium is a snap, but its runners have Chrome.
  if ((await chromiumHere()) === null) await ensureProgram('chromium', 'chromium');
  const executablePath = (await chromiumHere()) ?? 'chromium';
  return chromium.launch({ executablePath, args: [...FLAGS] });
}

async function chromiumHere(): Promise<string | null> {
  const found = await Promise.all(['chromium', 'google-chrome', 'chromium-browser'].map(findProgram));
  return found.find((path) => path !== null) ?? null;
}
