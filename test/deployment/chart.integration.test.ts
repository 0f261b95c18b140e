import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensureGoProgram, HELM } from '../../infra/dev/go-program.ts';
import { run } from '../../infra/dev/programs.ts';
import cli from '../../apps/cli/package.json' with { type: 'json' };
import { faultsOf, manifestsOf, settingsIn, type Manifest } from './manifests.ts';

const CHART = new URL('../../infra/helm/sitegrep', import.meta.url).pathname;
const RENDER_MS = 60_000;

let helm: string;
let folder: string;
beforeAll(async () => {
  helm = await ensureGoProgram(cacheFolder(process.env, process.getuid?.()), HELM);
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-chart-'));
}, 30 * 60_000);
afterAll(() => rm(folder, { recursive: true }));

async function helmSays(...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder };
  return run(helm, args, { timeoutMs: RENDER_MS, env });
}

async function rendered(values: object = {}): Promise<readonly Manifest[]> {
  const file = join(folder, 'values.json');
  await writeFile(file, JSON.stringify(values));
  const text = await helmSays('template', 'sitegrep', CHART, '--kube-version', '1.34.0', '--values', file);
  return parseAllDocuments(text, { version: '1.1' })
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

const PART = { 'app.kubernetes.io/part-of': 'sitegrep' };

/** Copy of a part of a manifest without what kustomize adds by itself: the label of the whole. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name === 'annotations') return [];
    if (name === 'image') return [[name, 'sitegrep']];
    if (name === 'replicas' && typeof inner === 'number') return [];
    if (name !== 'labels') return [[name, plain(inner)]];
    const labels = Object.entries(inner as object).filter(([label]) => !(label in PART));
    return labels.length === 0 ? [] : [[name, Object.fromEntries(labels)]];
  });
  return Object.fromEntries(entries);
}

const byName = (manifests: readonly Manifest[]): ReadonlyMap<string, unknown> =>
  new Map(
    manifests
      .map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, plain(manifest)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

test('the chart passes the linter', async () => {
  expect(await helmSays('lint', '--strict', CHART)).toContain('1 chart(s) linted, 0 chart(s) failed');
});

test('the chart makes the objects of kustomize, with the same settings', async () => {
  const all = await rendered();
  const settings = all.find(({ kind }) => kind === 'ConfigMap');
  expect(settings?.data).toEqual(settingsIn('base'));
  expect(byName(all.filter((manifest) => manifest !== settings))).toEqual(byName(manifestsOf('base')));
  expect(faultsOf(all)).toEqual([]);
});

test('with autoscalers, renderers, exporters and providers, those of their components, too', async () => {
  const all = byName(
    await rendered({
      worker: { autoscale: { enabled: true } },
      renderer: { enabled: true, autoscale: { enabled: true } },
      exporters: { enabled: true },
      providers: { egress: true },
    }),
  );
  const components = ['autoscale-worker', 'autoscale-renderer', 'renderer', 'exporters', 'providers'];
  for (const component of components)
    for (const [name, manifest] of byName(manifestsOf(component)))
      expect([name, all.get(name)]).toEqual([name, manifest]);
});

test('every object and every pod belongs to sitegrep, as the network policy wants it', async () => {
  for (const { metadata, spec } of await rendered({
    renderer: { enabled: true },
    exporters: { enabled: true },
    providers: { egress: true },
  })) {
    expect(metadata).toMatchObject({ labels: PART });
    const { template = { metadata: { labels: PART } } } = (spec ?? {}) as { readonly template?: unknown };
    expect(template).toMatchObject({ metadata: { labels: PART } });
  }
});

test('with renderers, crawls may render, in an image of their own', async () => {
  const all = await rendered({ renderer: { enabled: true } });
  const settings = all.find(({ kind }) => kind === 'ConfigMap');
  expect(settings?.data).toEqual({ ...settingsIn('base'), ...settingsIn('renderer') });
  expect(JSON.stringify(all)).toContain(`"image":"registry.example/sitegrep-renderer:${cli.version}"`);
  expect(faultsOf(all)).toEqual([]);
});

test('images have this version, or a digest; other settings make other pods', async () => {
  const imagesIn = (manifests: readonly Manifest[]): readonly string[] =>
    [...JSON.stringify(manifests).matchAll(/"image":"([^"]+)"/g)].map(([, image = '']) => image);
  const usual = await rendered();
  expect(new Set(imagesIn(usual))).toEqual(new Set([`registry.example/sitegrep:${cli.version}`]));
  const digest = `sha256:${'a'.repeat(64)}`;
  const fixed = await rendered({
    image: { repository: 'r.example/s', digest },
    settings: { SITEGREP_CONTACT: 'a@b.example' },
  });
  expect(new Set(imagesIn(fixed))).toEqual(new Set([`r.example/s@${digest}`]));
  const checksums = [usual, fixed].map(
    (manifests) => /"checksum\/settings":"([0-9a-f]{64})"/.exec(JSON.stringify(manifests))?.[1],
  );
  expect(new Set(checksums).size).toBe(2);
  expect(checksums).not.toContain(undefined);
});
