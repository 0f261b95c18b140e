// Derives from captures how sites change, and writes the rates that the made year follows: numbers only. Captures of one address,
// and pages of one host, are compared by the newest day that each of them names. What no capture tells, such as outages,
// is assumed, and the file says so.
//
//   npm run bench:time-rates -- FILE.warc.gz…
import { writeFile } from 'node:fs/promises';
import { loadConfig } from '@sitegrep/config';
import type { Label } from '@sitegrep/site';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import { ASSUMED, RATES_FILE } from '../../support/made-year/rates.ts';
import { readOptions } from '../harness/options.ts';
import { readCaptures } from './captures.ts';
import { lossRate } from './kept-labels.ts';
import { pageChanges } from './page-changes.ts';

const { files } = readOptions({});
const config = loadConfig({});
await using closers = new AsyncDisposableStack();
const captures = await readCaptures(files, openAnalysis(config, closers), 2 * config.analysisThreads);

/** Hosts of others that a page loads something from: links to others come and go with every text. */
function isLoaded(label: string): boolean {
  return /\0[^l].*t$/.test(label);
}
const lost = (kind: Label): ReturnType<typeof lossRate> => lossRate(captures, kind);
const losses = {
  tech: lost('tech'),
  tech_version: lost('tech_version'),
  generator: lost('generator'),
  email: lost('email'),
  host: lossRate(captures, 'host', isLoaded),
};
const pages = pageChanges(captures);
const derived = {
  lostAYear: {
    ...Object.fromEntries(Object.entries(losses).map(([kind, { aYear }]) => [kind, aYear])),
    title: pages.titles.aYear,
  },
  noisyPages: pages.noisy,
  noiseValues: pages.noiseValues,
  editedShare: pages.editedShare,
};
const from = {
  captures: captures.length,
  dated: captures.filter(({ at }) => at !== null).length,
  hosts: new Set(captures.map(({ host }) => host)).size,
  losses,
  pages,
};
await writeFile(RATES_FILE, `${JSON.stringify({ derived, from, assumed: ASSUMED }, null, 2)}\n`);
console.log(JSON.stringify(derived, null, 2));
