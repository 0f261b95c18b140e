import { readFileSync } from 'node:fs';
import { createMetrics, METRICS } from '@sitegrep/metrics';
import { parseExposition } from '@sitegrep/metrics/exposition';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readQuery } from './queries.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { panels } = JSON.parse(read('infra/grafana/dashboards/sitegrep.json')) as {
  readonly panels: readonly Panel[];
};
const alertsIn = (path: string): readonly Alert[] => {
  const { groups } = parse(read(path)) as {
    readonly groups: readonly { readonly rules: readonly Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
};
const own = alertsIn('infra/prometheus/alerts.yml');
const alerts = [...own, ...alertsIn('infra/prometheus/stores.yml')];
const charts = panels.filter(({ type }) => type !== 'row');
const queries = [
  ...charts.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [`panel ${title}`, expr.replaceAll('$__rate_interval', '1m')] as const),
  ),
  ...own.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
];

/** Labels that Prometheus itself adds to every series. */
const OF_PROMETHEUS = ['job', 'instance'];
const table = new Map<string, (typeof METRICS)[keyof typeof METRICS]>(Object.entries(METRICS));
const exported = new Map<string, ReadonlySet<string>>([['up', new Set()]]);

beforeAll(async () => {
  for (const [name, { type, labels }] of table) {
    const own = Object.keys(labels);
    if (type !== 'histogram') exported.set(name, new Set(own));
    else {
      exported.set(`${name}_bucket`, new Set([...own, 'le']));
      exported.set(`${name}_sum`, new Set(own));
      exported.set(`${name}_count`, new Set(own));
    }
  }
  const families = parseExposition(await createMetrics({ version: 'test' }).text());
  for (const [name, { samples }] of families) {
    if (!name.startsWith('sitegrep_'))
      exported.set(name, new Set(samples.flatMap(({ labels }) => Object.keys(labels))));
  }
});

describe.each(queries)('%s', (_where, expression) => {
  const { metrics, labels, values } = readQuery(expression);

  test('uses exported metrics and their labels', () => {
    const known = new Set(OF_PROMETHEUS);
    expect(metrics.size).toBeGreaterThan(0);
    for (const name of metrics) {
      expect([...exported.keys()]).toContain(name);
      for (const label of exported.get(name) ?? []) known.add(label);
    }
    expect([...known]).toEqual(expect.arrayContaining([...labels]));
  });

  test('selects possible label values', () => {
    const listed = new Map<string, readonly string[]>();
    for (const name of metrics) {
      for (const [label, known] of Object.entries<readonly string[] | null>(table.get(name)?.labels ?? {}))
        if (known !== null) listed.set(label, known);
    }
    for (const [label, value] of values) expect(listed.get(label) ?? [value]).toContain(value);
  });
});

/** Metrics of elasticsearch_exporter 1.11.0 (with --es.all, --collector.snapshots) and redis_exporter 1.88.0, with their labels. */
const NODE = [
  'cluster',
  'host',
  'name',
  'es_master_node',
  'es_data_node',
  'es_ingest_node',
  'es_client_node',
];
const SNAPSHOT = ['repository', 'state', 'version'];
const OF_STORES = new Map<string, readonly string[]>([
  ['elasticsearch_cluster_health_status', ['cluster', 'color']],
  ['elasticsearch_filesystem_data_available_bytes', [...NODE, 'mount', 'path']],
  ['elasticsearch_filesystem_data_size_bytes', [...NODE, 'mount', 'path']],
  ['elasticsearch_jvm_memory_used_bytes', [...NODE, 'area']],
  ['elasticsearch_jvm_memory_max_bytes', [...NODE, 'area']],
  ['elasticsearch_thread_pool_rejected_count', [...NODE, 'type']],
  ['elasticsearch_snapshot_stats_latest_snapshot_timestamp_seconds', ['repository']],
  ['elasticsearch_snapshot_stats_snapshot_failed_shards', SNAPSHOT],
  ['redis_up', []],
  ['redis_memory_used_bytes', []],
  ['redis_memory_max_bytes', []],
  ['redis_rejected_connections_total', []],
  ['redis_evicted_keys_total', []],
  ['up', []],
]);

test('alerts on the stores use metrics of their exporters, all of them, with labels that those have', () => {
  const used = new Set<string>();
  for (const { alert, expr } of alertsIn('infra/prometheus/stores.yml')) {
    const { metrics, labels } = readQuery(expr);
    const known = new Set([...OF_PROMETHEUS, ...[...metrics].flatMap((name) => OF_STORES.get(name) ?? [])]);
    expect([alert, [...known]]).toEqual([alert, expect.arrayContaining([...labels])]);
    for (const name of metrics) used.add(name);
  }
  expect(used).toEqual(new Set(OF_STORES.keys()));
});

test('every metric of the table is used', () => {
  const queried = new Set(queries.flatMap(([, expression]) => [...readQuery(expression).metrics]));
  const unseen = [...table.keys()].filter(
    (name) => !['', '_bucket', '_count', '_sum'].some((ending) => queried.has(name + ending)),
  );
  expect(unseen).toEqual([]);
});

test('legends and summaries name existing labels', () => {
  for (const { targets = [] } of charts) {
    for (const { expr, legendFormat } of targets) {
      const { metrics, labels } = readQuery(expr.replaceAll('$__rate_interval', '1m'));
      const grouped = labels.size > 0 ? [...labels] : OF_PROMETHEUS;
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        expect([[...metrics], grouped]).toEqual([[...metrics], expect.arrayContaining([label])]);
      }
    }
  }
});

test('panels have unique ids and descriptions, and do not overlap in 24 columns', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = new Set<string>();
  for (const { type, title, description = '', gridPos } of panels) {
    expect([title, type === 'row' || description.length > 5]).toEqual([title, true]);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect([title, x < 24, cells.has(`${x} ${y}`)]).toEqual([title, true, false]);
        cells.add(`${x} ${y}`);
      }
    }
  }
});

test('every alert has a severity, a unique name, and a section in the runbook', () => {
  const sections = [...read('docs/troubleshooting.md').matchAll(/^## (Sitegrep\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, labels, annotations } of alerts) {
    expect(['warning', 'critical']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.runbook).toBe(`docs/troubleshooting.md#${alert.toLowerCase()}`);
  }
});

test('an invalid PromQL expression is refused', () => {
  expect(() => readQuery('sum by (le (up)')).toThrow(SyntaxError);
  expect(() => readQuery('rate(up[5x])')).toThrow(SyntaxError);
});
