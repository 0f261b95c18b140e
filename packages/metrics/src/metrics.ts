import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readSource, type Source } from './sources.ts';
import { type LabelsOf, type MetricName, METRICS, type NameOf } from './table.ts';

/**
 * Metrics of one process. A metric is in the text from its first use on, so a process shows only what it takes
 * part in. Declared ones start from 0, which rates need.
 */
export interface Metrics {
  /** Shows these counters and histograms before their first use. */
  declare(...names: readonly (NameOf<'counter'> | NameOf<'histogram'>)[]): void;
  /** Increases a counter. @param by ≥ 0; 1 if left out */
  count<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  /** Changes a gauge. @param by may be negative */
  move<Name extends NameOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, by: number): void;
  observe<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /** Times a piece of work and observes it, whether it succeeds or not. */
  time<Value>(
    name: {
      [Name in NameOf<'histogram'>]: keyof LabelsOf<Name> extends never ? Name : never;
    }[NameOf<'histogram'>],
    work: () => Promise<Value>,
  ): Promise<Value>;
  /** Adds a source of values, which is read whenever the text is. */
  addSource(source: Source): void;
  /** Calls a listener with each value that a histogram observes from now on. */
  onObserve(name: NameOf<'histogram'>, listener: (seconds: number) => void): void;
  /** Reads those of the sources that are due, and waits briefly for them. */
  read(...sources: readonly Source['name'][]): Promise<void>;
  /**
   * Sum of the values of a counter or gauge as they are known, of those whose labels fit; null: this process does not show it. It
   * reads no source.
   */
  sum(
    name: NameOf<'counter'> | NameOf<'gauge'>,
    fits?: (labels: Readonly<Partial<Record<string, string | number>>>) => boolean,
  ): Promise<number | null>;
  /**
   * The metrics in Prometheus' text format. It never waits long for a source, and does not fail because of one.
   */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Creates the metrics of a process. @param about.version version of sitegrep */
export function createMetrics(about: { readonly version: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<MetricName, Counter>();
  const gauges = new Map<MetricName, Gauge>();
  const histograms = new Map<MetricName, Histogram>();
  const sources: { readonly name: Source['name']; readonly read: () => Promise<void> }[] = [];
  const listeners = new Map<MetricName, ((seconds: number) => void)[]>();

  const counter = (name: NameOf<'counter'>): Counter =>
    made(counters, name, () => {
      const metric = new Counter(settingsOf(name, registry));
      for (const labels of everyLabelling(METRICS[name].labels)) metric.inc(labels, 0);
      return metric;
    });
  const gauge = (name: NameOf<'gauge'>): Gauge =>
    made(gauges, name, () => new Gauge(settingsOf(name, registry)));
  const histogram = (name: NameOf<'histogram'>): Histogram =>
    made(histograms, name, () => {
      const buckets = [...METRICS[name].buckets];
      const metric = new Histogram({ ...settingsOf(name, registry), buckets });
      for (const labels of everyLabelling(METRICS[name].labels)) metric.zero(labels);
      return metric;
    });
  const observe = (name: NameOf<'histogram'>, labels: LabelValues, seconds: number): void => {
    histogram(name).observe(labels, seconds);
    for (const listener of listeners.get(name) ?? []) listener(seconds);
  };

  gauge('sitegrep_build_info').set({ version: about.version }, 1);
  return {
    declare(...names) {
      for (const name of names) {
        if (isOf('counter', name)) counter(name);
        else histogram(name);
      }
    },
    count: (name, labels, by = 1) => counter(name).inc({ ...labels }, by),
    move: (name, labels, by) => gauge(name).inc({ ...labels }, by),
    observe: (name, labels, seconds) => observe(name, { ...labels }, seconds),
    async time(name, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        observe(name, {}, (performance.now() - start) / 1_000);
      }
    },
    addSource(source) {
      const failures = counter('sitegrep_source_failures_total');
      const read = readSource(source, {
        set: ({ name, labels, value }) => gauge(name).set({ ...labels }, value),
        forget: (name) => {
          const metric = gauge(name);
          metric.reset();
          // A reset gauge without labels would show 0, which was not measured.
          if (Object.keys(METRICS[name].labels).length === 0) metric.remove();
        },
        failed: () => failures.inc({ source: source.name }),
      });
      sources.push({ name: source.name, read });
    },
    onObserve(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    async read(...wanted) {
      await Promise.all(sources.filter(({ name }) => wanted.includes(name)).map(({ read }) => read()));
    },
    async sum(name, fits = () => true) {
      const { values } = (await (counters.get(name) ?? gauges.get(name))?.get()) ?? { values: [] };
      if (values.length === 0) return null;
      return values.filter(({ labels }) => fits(labels)).reduce((sum, { value }) => sum + value, 0);
    },
    async text() {
      await Promise.all(sources.map(({ read }) => read()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

type LabelValues = Readonly<Record<string, string>>;

function isOf<Type extends 'counter' | 'gauge' | 'histogram'>(
  type: Type,
  name: MetricName,
): name is NameOf<Type> {
  return METRICS[name].type === type;
}

function settingsOf(name: MetricName, registry: Registry) {
  const { help, labels } = METRICS[name];
  return { name, help, labelNames: Object.keys(labels), registers: [registry] };
}

function made<Value>(existing: Map<MetricName, Value>, name: MetricName, make: () => Value): Value {
  const metric = existing.get(name) ?? make();
  existing.set(name, metric);
  return metric;
}

/**
 * All combinations of a metric's label values, if each of its labels lists them; one for a metric without
 * labels.
 *
 * @returns empty if the values of some label are not known in advance
 */
export function everyLabelling(
  labels: Readonly<Record<string, readonly string[] | null>>,
): readonly Readonly<Record<string, string>>[] {
  return Object.entries(labels).reduce<readonly Readonly<Record<string, string>>[]>(
    (labellings, [label, values]) =>
      labellings.flatMap((labelling) => (values ?? []).map((value) => ({ ...labelling, [label]: value }))),
    [{}],
  );
}
