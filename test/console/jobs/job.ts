/* A job that people do with sitegrep, and what its steps need. */
import { AxeBuilder } from '@axe-core/playwright';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Hand } from '../hand.ts';
import type { ServedConsole } from '../opened-console.ts';
import type { Receiver } from '../saved-search-receiver.ts';

export interface Worker {
  readonly page: Page;
  readonly hand: Hand;
  readonly served: ServedConsole;
  readonly receiver: Receiver;
  /** Looks at a state of the page: axe finds nothing, and nothing is wider than the window. */
  readonly look: (state: string) => Promise<void>;
}

export type Job = (worker: Worker) => Promise<void>;

export const PATIENT = { timeout: 60_000, interval: 50 };

/** Folder that pictures of the states go to; empty: none are taken. */
const { TEST_PICTURES = '' } = process.env;

/** Elements that are wider than the window, or are opened beyond its edge. */
const OUTSIDE = `[document.documentElement, ...document.querySelectorAll('.menu[open] > .items, dialog[open]')]
  .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.outerHTML.slice(0, 120))`;

/** @param manner says how the page is used, in the names of pictures */
export async function lookAt(page: Page, manner: string, state: string): Promise<void> {
  if (TEST_PICTURES !== '') {
    await mkdir(TEST_PICTURES, { recursive: true });
    await page.screenshot({ path: join(TEST_PICTURES, `${state.replaceAll(/\W+/g, '-')}-${manner}.png`) });
  }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  const outside = await page.evaluate<readonly string[]>(OUTSIDE);
  expect({ state, found, outside }).toEqual({ state, found: [], outside: [] });
}
