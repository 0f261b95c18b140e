// Measures technology detection beside wappalyzer-core's own analyze and resolve: both in this process, on the same pages,
// one after the other on each page.
//
//   npm run bench:technologies -- [--pages 500] [--skip 0] [--out FILE.json] FILE.warc.gz
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { compileFingerprints } from '../../../packages/technologies/scripts/compile.ts';
import { createDetector, type Detector } from '../../../packages/technologies/src/detector.ts';
import {
  type Fingerprint,
  readFingerprints,
  type Fingerprints,
} from '../../../packages/technologies/src/fingerprints.ts';
import { readFrequencies } from '../../../packages/technologies/src/literals.ts';
import { loadFingerprints } from '../../../packages/technologies/src/data.ts';
import { createReference } from '../../../packages/technologies/test/reference.ts';
import { readSignals } from '../../support/captured-signals.ts';

const USAGE = 'Usage: npm run bench:technologies -- [--pages 500] [--skip 0] [--out FILE.json] FILE.warc.gz';
/** Pages that go by before times are taken: they pay for compiling expressions and functions on both sides. */
const WARM_UP = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '500' },
    skip: { type: 'string', default: '0' },
    out: { type: 'string' },
  },
});
const [path] = positionals;
if (path === undefined) {
  console.error(USAGE);
  process.exit(2);
}

/** Fields that analyze() answers from the page itself; all that it answers; all that there are. */
const PAGE = ['headers', 'cookies', 'dom'] as const;
const ANALYZED = ['dom'] as const;

function without(set: Fingerprints, fields: readonly (keyof Fingerprint)[]): Fingerprints {
  const technologies = Object.entries(set.technologies).map(([name, fingerprint]) => {
    const kept = Object.entries(fingerprint).filter(
      ([field]) => !(fields as readonly string[]).includes(field),
    );
    return [name, Object.fromEntries(kept) as unknown as Fingerprint] as const;
  });
  return { ...set, technologies: Object.fromEntries(technologies) };
}

interface Lane {
  readonly name: string;
  readonly detect: (signals: TechnologySignals) => readonly DetectedTechnology[];
  readonly times: number[];
}

function lane(name: string, { detect }: Pick<Detector, 'detect'>): Lane {
  return { name, detect, times: [] };
}

interface Figures {
  readonly name: string;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function figuresOf({ name, times }: Lane): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { name, mean, p50: at(0.5), p99: at(0.99), max: at(1) };
}

function compiled(set: Fingerprints): Detector {
  return createDetector(compileFingerprints(set, frequencies).buffer);
}

/** Each page through one lane after the other. */
function run(lanes: readonly Lane[]): void {
  for (const [index, page] of pages.entries()) {
    for (const { detect, times } of lanes) {
      const start = performance.now();
      detect(page);
      const time = performance.now() - start;
      if (index >= WARM_UP) times.push(time);
    }
  }
}

function print(figures: readonly Figures[]): void {
  console.log(
    `${'ms a page'.padEnd(52)}${['mean', 'p50', 'p99', 'max'].map((head) => head.padStart(10)).join('')}`,
  );
  for (const { name, mean, p50, p99, max } of figures) {
    console.log(
      `${name.padEnd(52)}${[mean, p50, p99, max].map((time) => time.toFixed(3).padStart(10)).join('')}`,
    );
  }
}

const pages = await readSignals(path, Number(values.skip), Number(values.pages) + WARM_UP);
const set = readFingerprints();
const frequencies = readFrequencies();
const startedAt = performance.now();
const whole = createDetector(loadFingerprints());
console.log(`compiled set loaded in ${(performance.now() - startedAt).toFixed(1)} ms\n`);

const runs = [
  { fields: 'fields of the page itself', left: PAGE },
  { fields: 'all fields of analyze()', left: ANALYZED },
].map(({ fields, left }) => {
  const part = without(set, left);
  const detector = compiled(part);
  const lanes = [
    lane(`wappalyzer-core, ${fields}`, createReference(part)),
    lane(`detector, ${fields}`, detector),
  ];
  run(lanes);
  const figures = lanes.map(figuresOf);
  print(figures);
  const [reference, fast] = figures;
  const ratio = {
    mean: (reference?.mean ?? 0) / (fast?.mean ?? 1),
    p50: (reference?.p50 ?? 0) / (fast?.p50 ?? 1),
    p99: (reference?.p99 ?? 0) / (fast?.p99 ?? 1),
  };
  console.log(
    `ratio: mean ${ratio.mean.toFixed(1)}, p50 ${ratio.p50.toFixed(1)}, p99 ${ratio.p99.toFixed(1)}; ` +
      `worst page ${((fast?.max ?? 0) / (fast?.p50 ?? 1)).toFixed(1)} × the median\n`,
  );
  return { fields, figures, ratio };
});

// Without wappalyzer-core in between, and one after the other, as in a crawl: what each kind of field adds.
const alone = [
  lane('detector alone, fields of the page itself', compiled(without(set, PAGE))),
  lane('detector alone, all fields of analyze()', compiled(without(set, ANALYZED))),
  lane('detector alone, all fields and elements', whole),
].map((each) => {
  run([each]);
  return figuresOf(each);
});
print(alone);
if (values.out !== undefined) {
  await writeFile(
    values.out,
    `${JSON.stringify({ pages: pages.length - WARM_UP, skip: Number(values.skip), runs, alone }, null, 2)}\n`,
  );
}
