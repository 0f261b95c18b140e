/*
 * The ten jobs of the tutorials, from an empty instance on, in a real Chromium: by mouse and by keyboard alone, each on a wide window
 * and on a phone, in light and in dark colours.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyboard, mouse } from './hand.ts';
import { beTold, exportTable, find, narrow, trend } from './jobs/analyse.ts';
import { begin } from './jobs/begin.ts';
import { type Job, lookAt, type Worker } from './jobs/job.ts';
import { crawlSites, watch } from './jobs/operate.ts';
import { compare, importCaptures } from './jobs/research.ts';
import { type OpenedConsole, openWindow, type ServedConsole, serveConsole } from './opened-console.ts';
import { openReceiver, type Receiver } from './saved-search-receiver.ts';

const MANNERS = [
  { name: 'by mouse', handOf: mouse, width: 1_440, colorScheme: 'light' },
  { name: 'by keyboard', handOf: keyboard, width: 390, colorScheme: 'dark' },
  { name: 'by mouse', handOf: mouse, width: 390, colorScheme: 'light' },
  { name: 'by keyboard', handOf: keyboard, width: 1_440, colorScheme: 'dark' },
] as const;

/** The jobs in their order: each builds on what those before it have left. */
const JOBS: readonly (readonly [name: string, job: Job])[] = [
  ['begin with an empty instance: look at the sample sites, and make a key', begin],
  ['import captures', importCaptures],
  ['find the sites that use something', find],
  ['see what they have in common, narrow them down, and go back', narrow],
  ['take them along as a table', exportTable],
  ['see how their number develops, and what changed in a month', trend],
  ['be told of new ones', beTold],
  ['compare versions of a page', compare],
  ['crawl sites, again where they failed, and by schedule', crawlSites],
  ['watch the instance, also over a restart', watch],
];

describe.each(MANNERS)('$name, $width pixels wide, in $colorScheme colours', (manner) => {
  const { name, handOf, width, colorScheme } = manner;
  let served: ServedConsole;
  let receiver: Receiver;
  let window: OpenedConsole;
  let worker: Worker;
  beforeAll(async () => {
    receiver = await openReceiver();
    served = await serveConsole({
      SITEGREP_CONTACT: 'https://crawler.example/about',
      SITEGREP_ALLOWED_ADDRESSES: '127.0.0.0/8',
      SITEGREP_HTTP_PROXY: receiver.proxyUrl,
    });
    receiver.passOn(served.web.proxyUrl);
    window = await openWindow(served.browser, { width, colorScheme });
    const { page } = window;
    const look = (state: string): Promise<void> => lookAt(page, `${name} ${width} ${colorScheme}`, state);
    worker = { page, hand: handOf(page), served, receiver, look };
  }, 900_000);
  afterAll(async () => {
    await window[Symbol.asyncDispose]();
    await served[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  test.each(JOBS)(
    '%s',
    async (_job, job) => {
      await job(worker);
      expect(window.complaints).toEqual([]);
    },
    900_000,
  );
});
