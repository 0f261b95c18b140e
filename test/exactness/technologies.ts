// Compares the detector, without our layer, with wappalyzer-core, page by page: every name, version, confidence and category, in order. Names
// the slowest pages; with --times-only it does nothing else.
//
//   node test/exactness/technologies.ts [--pages N] [--skip N] [--times-only] FILE.warc.gz…
import { parseArgs } from 'node:util';
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { compileWithData } from '../../packages/technologies/src/compile/compiled.ts';
import { createDetector } from '../../packages/technologies/src/detector.ts';
import { readFingerprints } from '../../packages/technologies/src/fingerprints.ts';
import { createReference } from '../../packages/technologies/test/reference.ts';
import { eachPage } from '../support/captured-signals.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: 'Infinity' },
    skip: { type: 'string', default: '0' },
    'times-only': { type: 'boolean', default: false },
  },
});
if (files.length === 0) {
  console.error(
    'Usage: node test/exactness/technologies.ts [--pages N] [--skip N] [--times-only] FILE.warc.gz…',
  );
  process.exit(2);
}

/** The quickest of so many counts, so that a page is not taken for slow because the machine was. */
const TIMES = 3;

const detector = createDetector(compileWithData(readFingerprints()).buffer);
const reference = values['times-only'] ? null : createReference(readFingerprints());
const times: { readonly ms: number; readonly url: string; readonly characters: number }[] = [];
let found = 0;
let differences = 0;

function lines(list: readonly DetectedTechnology[]): ReadonlySet<string> {
  return new Set(list.map((one) => JSON.stringify(one)));
}

function compare(signals: TechnologySignals): void {
  let actual: readonly DetectedTechnology[] = [];
  let ms = Infinity;
  for (let time = 0; time < TIMES; time++) {
    const startedAt = performance.now();
    actual = detector.detect(signals);
    ms = Math.min(ms, performance.now() - startedAt);
  }
  times.push({ ms, url: signals.url, characters: signals.html.length });
  const expected = reference?.detect(signals) ?? actual;
  found += expected.length;
  if (JSON.stringify(expected) === JSON.stringify(actual)) return;
  differences++;
  console.log(`difference on ${signals.url}`);
  console.log('  wappalyzer-core only', [...lines(expected).difference(lines(actual))]);
  console.log('  detector only       ', [...lines(actual).difference(lines(expected))]);
}

for (const file of files) {
  for await (const signals of eachPage(file, Number(values.skip), Number(values.pages))) {
    compare(signals);
    if (times.length % 500 === 0) console.error(`${times.length} pages, ${differences} differences`);
  }
}
times.sort((a, b) => a.ms - b.ms);
const median = times[times.length >> 1]?.ms ?? 0;
const compared = reference === null ? 'not compared' : `${differences} differences`;
console.log(`${times.length} pages, ${found} technologies, ${compared}`);
console.log(`median ${median.toFixed(2)} ms`);
for (const { ms, url, characters } of times.slice(-3).toReversed()) {
  console.log(
    `${ms.toFixed(2)} ms (${(ms / median).toFixed(1)} × the median) for ${characters} characters: ${url}`,
  );
}
process.exitCode = differences === 0 ? 0 : 1;
