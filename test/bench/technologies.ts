// Compares the detector with wappalyzer-core, page by page, and measures both, alternating, in one process.
// usage: node test/bench/technologies.ts FILE.warc.gz [PAGES] [SKIP]
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { compileDetector } from '../../packages/technologies/src/detector.ts';
import { readFingerprints, type Fingerprints } from '../../packages/technologies/src/fingerprints.ts';
import { readFrequencies } from '../../packages/technologies/src/frequencies.ts';
import { createReference } from '../../packages/technologies/src/reference.ts';
import { readSignals } from './technology-pages.ts';

interface Finder {
  readonly detect: (signals: TechnologySignals) => readonly DetectedTechnology[];
}

function withoutDom(set: Fingerprints): Fingerprints {
  return {
    ...set,
    technologies: Object.fromEntries(
      Object.entries(set.technologies).map(([name, { dom: _dom, ...rest }]) => [name, rest]),
    ),
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function show(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const figures = [mean, quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1)];
  console.log(`${name.padEnd(34)} ${figures.map((figure) => figure.toFixed(3).padStart(9)).join('')}`);
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function compare(name: string, fast: Finder, reference: Finder, pages: readonly TechnologySignals[]): number {
  const fastTimes: number[] = [];
  const referenceTimes: number[] = [];
  let differences = 0;
  let found = 0;
  for (const [index, page] of pages.entries()) {
    const start = performance.now();
    const expected = reference.detect(page);
    const middle = performance.now();
    const actual = fast.detect(page);
    const end = performance.now();
    found += expected.length;
    if (JSON.stringify(expected) !== JSON.stringify(actual)) {
      differences++;
      console.log(`difference on page ${index} ${page.url}`);
      const lines = (list: readonly DetectedTechnology[]): Set<string> =>
        new Set(list.map((one) => JSON.stringify(one)));
      console.log('  reference only', [...lines(expected).difference(lines(actual))]);
      console.log('  detector only ', [...lines(actual).difference(lines(expected))]);
    }
    // The first pages pay for compiling expressions in both.
    if (index < Math.min(20, pages.length / 2)) continue;
    referenceTimes.push(middle - start);
    fastTimes.push(end - middle);
  }
  console.log(`\n${name}: ${pages.length} pages, ${found} technologies, ${differences} differences`);
  console.log(
    `${'ms a page'.padEnd(34)} ${['mean', 'p50', 'p99', 'max'].map((head) => head.padStart(9)).join('')}`,
  );
  show('wappalyzer-core', referenceTimes);
  show('detector', fastTimes);
  console.log(`ratio ${(mean(referenceTimes) / mean(fastTimes)).toFixed(1)} x`);
  return differences;
}

const [path, count = '400', skip = '0'] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: node test/bench/technologies.ts FILE.warc.gz [PAGES] [SKIP]');
const pages = await readSignals(path, Number(skip), Number(count));
const set = readFingerprints();
const frequencies = readFrequencies();
let before = performance.now();
const detector = compileDetector(set, frequencies);
console.log(`detector compiled in ${(performance.now() - before).toFixed(0)} ms`);
let differences = compare('all fields', detector, createReference(set), pages);
const analyzed = withoutDom(set);
before = performance.now();
differences += compare(
  'fields that analyze() reads',
  compileDetector(analyzed, frequencies),
  createReference(analyzed),
  pages,
);
process.exitCode = differences === 0 ? 0 : 1;
