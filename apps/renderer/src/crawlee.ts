// Loads Crawlee and Playwright, which take a moment and some 60 MB, so that only a process that renders pays for them.
import type { MemoryStorage } from '@crawlee/memory-storage';
import type * as Crawlee from '@crawlee/playwright';
import type { BrowserType } from 'playwright-core';
import { BrowserMissing } from './chromium.ts';

export interface Loaded {
  readonly crawlee: typeof Crawlee;
  readonly Storage: typeof MemoryStorage;
  readonly playwright: BrowserType;
}

/** The published package does not bring them. */
const NOT_INSTALLED =
  'Crawlee and Playwright, which render pages, are not installed; run "npm install @crawlee/playwright @crawlee/memory-storage playwright-core proxy-chain" where sitegrep is installed, with --global if it is';

let loading: Promise<Loaded> | null = null;

export function loadCrawlee(): Promise<Loaded> {
  return (loading ??= load());
}

async function load(): Promise<Loaded> {
  const { Server } = await import('proxy-chain').catch((error: unknown) => {
    throw isMissing(error) ? new BrowserMissing(NOT_INSTALLED, { cause: error }) : error;
  });
  // Crawlee opens a proxy when it is loaded, which everyone who reaches this machine could use. Nothing here needs it.
  const listen = Object.getOwnPropertyDescriptor(Server.prototype, 'listen');
  Server.prototype.listen = () => Promise.resolve();
  try {
    const [crawlee, { MemoryStorage: Storage }, { chromium }] = await Promise.all([
      import('@crawlee/playwright'),
      import('@crawlee/memory-storage'),
      import('playwright-core'),
    ]);
    crawlee.log.setLevel(crawlee.log.LEVELS.OFF);
    return { crawlee, Storage, playwright: chromium };
  } finally {
    if (listen !== undefined) Object.defineProperty(Server.prototype, 'listen', listen);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
