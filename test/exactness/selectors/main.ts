// Finds values by selectors in captured pages, and compares them with what a real Chromium finds there. Prints every
// disagreement; exits with 1 if there is one.
//
//   npm run exactness:selectors -- [--pages 600] FILE.warc.gz…
import { parseArgs } from 'node:util';
import { extractPage } from '@sitegrep/facts';
import { readWarc } from '@sitegrep/warc';
import { launchChromium } from '../../support/chromium.ts';
import { BrowserValues, disagreements, ownValues, SELECTIONS } from './browser-values.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '600' } },
});
if (files.length === 0) throw new Error('name at least one WARC file');

const PROGRESS_EACH = 100;

const browser = await launchChromium();
const reference = await BrowserValues.in(browser);
let [pages, found, faults] = [0, 0, 0];
for await (const { url, source } of sources(Number(values.pages))) {
  const expected = await reference.of(source, SELECTIONS);
  found += expected.reduce((sum, { length }) => sum + length, 0);
  for (const one of disagreements(expected, ownValues(source, SELECTIONS))) {
    faults++;
    console.log(`${url}: ${JSON.stringify(one).slice(0, 600)}`);
  }
  if (++pages % PROGRESS_EACH === 0) console.error(`${pages} pages compared, ${faults} disagreements`);
}
await browser.close();
console.log(
  `${pages} pages, ${SELECTIONS.length} selectors, ${found} elements in the browser; ${faults} disagreements`,
);
process.exitCode = faults === 0 ? 0 : 1;

async function* sources(max: number): AsyncGenerator<{ readonly url: string; readonly source: string }> {
  let count = 0;
  for (const file of files) {
    for await (const page of readWarc(file)) {
      if (count === max) return;
      count++;
      // As it is stored.
      yield { url: page.url, source: extractPage(page).source.toWellFormed().replaceAll('\0', '') };
    }
  }
}
