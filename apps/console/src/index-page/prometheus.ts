// Metrics in the text format of Prometheus: samples, sums over their labels, and quantiles of histograms.

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples by the name of their metric. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function readSamples(text: string): Samples {
  const samples = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) continue;
    const list = samples.get(name) ?? [];
    list.push({
      labels: Object.fromEntries(
        [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text]),
      ),
      value: Number(value),
    });
    samples.set(name, list);
  }
  return samples;
}

/** Sum of the samples of a metric that fit; null if the process does not show the metric. */
export function sumOf(
  samples: Samples,
  name: string,
  fits: (labels: Sample['labels']) => boolean = () => true,
): number | null {
  const all = samples.get(name);
  if (all === undefined) return null;
  return all.filter(({ labels }) => fits(labels)).reduce((sum, { value }) => sum + value, 0);
}

/** Upper bound of the bucket that a quantile is in; null: nothing was observed; Infinity: beyond the last bound. */
export function quantileOf(samples: Samples, name: string, quantile: number): number | null {
  const counts = new Map<number, number>();
  for (const { labels, value } of samples.get(`${name}_bucket`) ?? []) {
    const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  const all = counts.get(Infinity) ?? 0;
  if (all === 0) return null;
  const bounds = [...counts.keys()].toSorted((a, b) => a - b);
  return bounds.find((bound) => (counts.get(bound) ?? 0) >= quantile * all) ?? Infinity;
}

/** Largest finite bound of a histogram. */
export function lastBound(samples: Samples, name: string): number {
  const bounds = (samples.get(`${name}_bucket`) ?? []).map(({ labels }) => Number(labels['le']));
  return Math.max(0, ...bounds.filter((bound) => Number.isFinite(bound)));
}
