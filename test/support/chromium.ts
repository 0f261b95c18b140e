import { type Browser, chromium } from 'playwright-core';
import { ensureProgram, findProgram } from '../../infra/dev/programs.ts';

/** Starts a browser: the one of the system, or else Chromium, which is installed. It is for pages of ours alone: it has no sandbox. */
export async function launchChromium(): Promise<Browser> {
  // Ubuntu's package chromium is a snap, but its runners have Chrome.
  if ((await chromiumHere()) === null) await ensureProgram('chromium', 'chromium');
  const executablePath = (await chromiumHere()) ?? 'chromium';
  // Root has no sandbox.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

async function chromiumHere(): Promise<string | null> {
  const found = await Promise.all(['chromium', 'google-chrome', 'chromium-browser'].map(findProgram));
  return found.find((path) => path !== null) ?? null;
}
