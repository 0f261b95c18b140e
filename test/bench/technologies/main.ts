// Measures technology detection beside wappalyzer-core's own analyze and resolve: all in this process, on the same pages,
// one after the other on each page. The detector runs without and with our layer, wappalyzer-core without it.
//
//   npm run bench:technologies -- [--pages 500] [--skip 0] [--out FILE.json] FILE.warc.gz
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { compileWithData } from '../../../packages/technologies/src/compile/compiled.ts';
import { readLayer, withLayer } from '../../../packages/technologies/src/compile/layer.ts';
import { createDetector, type Detector } from '../../../packages/technologies/src/detector.ts';
import {
  type Fingerprint,
  readFingerprints,
  type Fingerprints,
} from '../../../packages/technologies/src/fingerprints.ts';
import { loadFingerprints } from '../../../packages/technologies/src/data.ts';
import { createReference } from '../../../packages/technologies/test/reference.ts';
import { readSignals } from '../../support/captured-signals.ts';
import { quantile } from '../harness/figures.ts';
import { integer, readOptions } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';

/** Pages that go by before times are taken: they pay for compiling expressions and functions on both sides. */
const WARM_UP = 200;

const options = readOptions({ pages: integer(500), skip: integer(0, 0) });
const [path = ''] = options.files;

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
  const at = (share: number): number => quantile(times, share);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { name, mean, p50: at(0.5), p99: at(0.99), max: at(1) };
}

function compiled(set: Fingerprints): Detector {
  return createDetector(compileWithData(set).buffer);
}

function ratioOf(
  reference: Figures | undefined,
  fast: Figures | undefined,
): { readonly mean: number; readonly p50: number; readonly p99: number } {
  const { mean = 0, p50 = 0, p99 = 0 } = reference ?? {};
  return { mean: mean / (fast?.mean ?? 1), p50: p50 / (fast?.p50 ?? 1), p99: p99 / (fast?.p99 ?? 1) };
}

/**
 * Each page through one lane after the other. The order of the lanes after the first one alternates, because a page that
 * another detector has just read is in the processor's cache.
 */
function run(lanes: readonly Lane[]): void {
  const [first, ...others] = lanes;
  const orders = [others, others.toReversed()].map((rest) => (first === undefined ? rest : [first, ...rest]));
  for (const [index, page] of pages.entries()) {
    for (const { detect, times } of orders[index % 2] ?? lanes) {
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

const pages = await readSignals(path, options.skip, options.pages + WARM_UP);
const set = readFingerprints();
const layered = withLayer(set, readLayer());
const startedAt = performance.now();
const whole = createDetector(loadFingerprints());
console.log(`compiled set loaded in ${(performance.now() - startedAt).toFixed(1)} ms\n`);

const runs = [
  { fields: 'fields of the page itself', left: PAGE },
  { fields: 'all fields of analyze()', left: ANALYZED },
].map(({ fields, left }) => {
  const part = without(set, left);
  const detectors = [compiled(part), compiled(without(layered, left))] as const;
  const lanes = [
    lane(`wappalyzer-core, ${fields}`, createReference(part)),
    lane(`detector, ${fields}`, detectors[0]),
    lane(`detector with our layer, ${fields}`, detectors[1]),
  ];
  run(lanes);
  const figures = lanes.map(figuresOf);
  print(figures);
  const [reference, engine, withOurLayer] = figures;
  const ratio = ratioOf(reference, engine);
  const layerRatio = ratioOf(reference, withOurLayer);
  for (const [name, { mean, p50, p99 }, { max = 0, p50: median = 1 } = {}] of [
    ['ratio', ratio, engine],
    ['ratio with our layer', layerRatio, withOurLayer],
  ] as const)
    console.log(
      `${name}: mean ${mean.toFixed(1)}, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}; ` +
        `worst page ${(max / median).toFixed(1)} × the median`,
    );
  console.log('');
  return { fields, figures, ratio, layerRatio };
});

// Without wappalyzer-core in between, and one after the other, as in a crawl: what each kind of field adds.
const alone = [
  lane('detector alone, fields of the page itself', compiled(without(set, PAGE))),
  lane('detector alone, all fields of analyze()', compiled(without(set, ANALYZED))),
  lane('detector alone, all fields and elements', compiled(set)),
  lane('the same with our layer', whole),
].map((each) => {
  run([each]);
  return figuresOf(each);
});
print(alone);
await writeRecord(options, { pages: pages.length - WARM_UP, skip: options.skip, runs, alone });
