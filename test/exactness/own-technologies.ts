// Compares the built-in set, without our layer, with the same fingerprints as somebody would write them into a file of technologies
// of their own, page by page: every name, version, confidence and category. Each difference needs a reason.
//
//   node test/exactness/own-technologies.ts [--pages N] FILE.warc.gz…
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFingerprints } from '../../packages/technologies/src/fingerprints.ts';
import { eachPage } from '../support/captured-signals.ts';
import { comparedSets } from './own-public-set.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: 'Infinity' } },
});
if (files.length === 0) {
  console.error('Usage: node test/exactness/own-technologies.ts [--pages N] FILE.warc.gz…');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'own-technologies-'));
const path = join(folder, 'technologies.json');
writeFileSync(path, JSON.stringify(readFingerprints().technologies));
const { differences, problems } = comparedSets(path);
rmSync(folder, { recursive: true });
for (const problem of problems) console.log(`left out: ${problem}`);

let pages = 0;
let found = 0;
const reasons = new Map<string, number>();
for (const file of files) {
  for await (const signals of eachPage(file, 0, Number(values.pages) - pages)) {
    const compared = differences(signals);
    pages++;
    found += compared.found;
    for (const { text, reason } of compared.differing) {
      reasons.set(reason ?? 'none', (reasons.get(reason ?? 'none') ?? 0) + 1);
      if (reason === null) console.log(`${signals.url}: ${text}`);
    }
  }
}
console.log(`${pages} pages, ${found} technologies`);
for (const [reason, count] of reasons) console.log(`${count} differences, reason: ${reason}`);
process.exitCode = reasons.has('none') ? 1 : 0;
