import { readFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { ifThere } from '../../infra/dev/if-there.ts';
import { ensureProgram, findProgram } from '../../infra/dev/programs.ts';

/** Chromium without the parts of a browser that draw a window, as Debian packages it. */
const SHELL = 'chromium-headless-shell';

const FLAGS = [
  // Root has no sandbox.
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // The browser asks its maker how to fill in forms, which is not a request of a page, and takes https for http.
  '--disable-features=AutofillServerCommunication,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  '--disable-background-networking',
] as const;

/**
 * Starts a browser: on Debian the headless shell of Chromium, which needs two fifths of the processor time, elsewhere the browser of
 * the system. It is for pages of ours alone: it has no sandbox.
 *
 * @param further switches beside the usual ones
 */
export async function launchChromium(further: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureHeadless(), args: [...FLAGS, ...further] });
}

async function ensureHeadless(): Promise<string> {
  const isDebian = /^ID="?debian/m.test((await ifThere(readFile('/etc/os-release', 'utf8'))) ?? '');
  if (isDebian) await ensureProgram(SHELL, SHELL);
  return (await findProgram(SHELL)) ?? ensureChromium();
}

/** Path of the browser of the system, or else of Chromium, which is installed. */
export async function ensureChromium(): Promise<string> {
  // Ubuntu's package chromium is a snap, but its runners have Chrome.
  if ((await chromiumHere()) === null) await ensureProgram('chromium', 'chromium');
  return (await chromiumHere()) ?? 'chromium';
}

async function chromiumHere(): Promise<string | null> {
  const found = await Promise.all(['chromium', 'google-chrome', 'chromium-browser'].map(findProgram));
  return found.find((path) => path !== null) ?? null;
}
