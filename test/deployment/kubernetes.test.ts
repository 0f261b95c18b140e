import { existsSync, readFileSync } from 'node:fs';
import { METRICS } from '@sitegrep/metrics';
import { describe, expect, test } from 'vitest';
import cli from '../../apps/cli/package.json' with { type: 'json' };
import {
  faultsOf,
  kustomization,
  KUSTOMIZATIONS,
  manifestsOf,
  settingsIn,
  type Manifest,
} from './manifests.ts';
import { settingsOf } from './settings.ts';
import { readQuery } from '../observability/queries.ts';

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: unknown;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly enableServiceLinks: boolean;
  readonly securityContext: unknown;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
}

interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Pod;
}

interface Workload {
  readonly template?: PodTemplate;
  readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
}

const podsOf = (template: PodTemplate | undefined): readonly PodTemplate[] =>
  template === undefined ? [] : [template];

const root = new URL('../../infra/kubernetes/', import.meta.url);
const base = [...manifestsOf('base'), ...manifestsOf('renderer')];
const settings = { ...settingsIn('base'), ...settingsIn('renderer') };
const workloads = base.flatMap((manifest) => {
  const { template, jobTemplate } = (manifest.spec ?? {}) as Workload;
  return podsOf(template ?? jobTemplate?.spec.template).map((pods) => ({ manifest, template: pods }));
});
const named = (kind: string): readonly Manifest[] => base.filter((manifest) => manifest.kind === kind);

/** Values that the operator puts into the Secret. */
const SECRETS = {
  '/etc/sitegrep/secrets/elasticsearch_api_key': 'VnVhQ2ZHY0JDZGJrU',
  '/etc/sitegrep/secrets/redis_url': 'rediss://sitegrep:secret@redis:6379',
  '/etc/sitegrep/secrets/admin_key': `sg_${'b'.repeat(48)}`,
};

test('every manifest matches the types of Kubernetes, without unknown fields', () => {
  expect(faultsOf(KUSTOMIZATIONS.flatMap(manifestsOf))).toEqual([]);
  const [policy] = named('NetworkPolicy');
  expect(policy).toBeDefined();
  const wrong = { ...(policy as Manifest), spec: { podSelector: {}, policyType: ['Ingress'] } };
  expect(faultsOf([wrong])).toEqual([expect.stringContaining('"policyType"')]);
});

test.each(KUSTOMIZATIONS)('%s stands on files and folders that there are', (name) => {
  const { resources = [], components = [] } = kustomization(name);
  expect([...resources, ...components].length).toBeGreaterThan(0);
  for (const path of [...resources, ...components]) {
    expect([path, existsSync(new URL(`${name}/${path}`, root))]).toEqual([path, true]);
  }
});

test('images have this version, and an installation names one by its digest', () => {
  expect(readFileSync(new URL('base/kustomization.yaml', root), 'utf8')).toContain(`newTag: ${cli.version}`);
  expect(readFileSync(new URL('example/kustomization.yaml', root), 'utf8')).toMatch(
    /digest: sha256:[0-9a-f]{64}$/m,
  );
});

test('an installation changes settings that there are, and a change of them replaces the pods', () => {
  const own = settingsIn('example');
  expect(Object.keys(own).length).toBeGreaterThan(0);
  expect(settingsOf({ ...settings, ...own }, SECRETS)).toMatchObject({ storage: 'elasticsearch' });
  for (const name of ['base', 'example']) {
    expect(kustomization(name)).not.toHaveProperty('generatorOptions.disableNameSuffixHash');
    expect(named('ConfigMap')).toEqual([]);
  }
});

test('the migration never runs by itself', () => {
  expect(named('CronJob').map(({ spec }) => spec)).toEqual([expect.objectContaining({ suspend: true })]);
});

describe.each(workloads)('$manifest.metadata.name', ({ manifest, template }) => {
  const { containers, ...pod } = template.spec;
  const [container] = containers;
  const environment = { ...settings };
  for (const { name, value } of container.env ?? []) environment[name] = value;
  const config = settingsOf(environment, SECRETS);

  test('gets existing settings, from mounted files', () => {
    expect(config).toMatchObject({ storage: 'elasticsearch', queue: 'redis' });
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'sitegrep' } }]);
    const paths = Object.values(environment).filter((value) => value.startsWith('/'));
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      expect(container.volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`))).toBe(true);
    }
    const volumes = pod.volumes.map(({ name }) => name);
    expect(volumes).toEqual(expect.arrayContaining(container.volumeMounts.map(({ name }) => name)));
    // Otherwise a Service named sitegrep-… would add variables that are not settings.
    expect(pod.enableServiceLinks).toBe(false);
  });

  test('runs as an unprivileged user with a read-only root file system, within limits', () => {
    const renders = manifest.metadata.name === 'sitegrep-renderer';
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: renders ? 65_533 : 65_532,
      // The sandbox of Chromium needs more than the usual profile has.
      seccompProfile: renders
        ? { type: 'Localhost', localhostProfile: 'sitegrep/chromium.json' }
        : { type: 'RuntimeDefault' },
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { requests: { cpu: expect.any(String), memory: expect.any(String) }, limits: {} },
    });
    expect(container.resources).toHaveProperty('limits.memory');
  });

  test('runs an existing command', () => {
    const commands = readFileSync(new URL('../../docs/commands.md', root), 'utf8');
    expect(commands).toContain(`\n## sitegrep ${container.args[0]}\n`);
  });

  test('has the label that its selector selects', () => {
    const { selector } = manifest.spec as { readonly selector?: { readonly matchLabels: unknown } };
    expect(template.metadata.labels).toMatchObject(selector?.matchLabels ?? {});
  });
});

describe.each(workloads.filter(({ manifest }) => manifest.kind === 'Deployment'))(
  '$manifest.metadata.name',
  ({ manifest, template }) => {
    const { terminationGracePeriodSeconds: grace = 0, containers } = template.spec;
    const [container] = containers;
    const { name } = manifest.metadata;
    const config = settingsOf(settings, SECRETS);

    test('has longer to end than it takes, and is probed where it listens', () => {
      expect(grace * 1_000).toBeGreaterThan(config.shutdownTimeout + 10_000);
      expect(container.ports).toContainEqual({ name: 'metrics', containerPort: config.metricsPort });
      expect(container).toMatchObject({
        livenessProbe: { httpGet: { path: '/healthz', port: 'metrics' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'metrics' } },
        startupProbe: { httpGet: { path: '/healthz', port: 'metrics' } },
      });
    });

    test('is not taken away as a whole, and each replica can be scraped', () => {
      const label = { 'app.kubernetes.io/name': name };
      expect(template.metadata.labels).toMatchObject(label);
      expect(named('PodDisruptionBudget')).toContainEqual(
        expect.objectContaining({ spec: { maxUnavailable: 1, selector: { matchLabels: label } } }),
      );
      expect(named('Service').map(({ spec }) => spec)).toContainEqual(
        expect.objectContaining({
          clusterIP: 'None',
          selector: label,
          ports: [{ name: 'metrics', port: config.metricsPort, targetPort: 'metrics' }],
        }),
      );
    });
  },
);

describe('the exporters of the stores', () => {
  const exporters = manifestsOf('exporters');
  const deployments = exporters.filter(({ kind }) => kind === 'Deployment');

  test('run as unprivileged users with read-only root file systems, within limits', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual([
      'elasticsearch-exporter',
      'redis-exporter',
    ]);
    for (const { spec } of deployments) {
      const { template } = spec as { readonly template: PodTemplate };
      expect(template.spec).toMatchObject({
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            resources: { requests: expect.anything(), limits: { memory: expect.any(String) } },
          },
        ],
      });
    }
  });

  test('are found by their names, at the ports that Prometheus scrapes', () => {
    const services = exporters.filter(({ kind }) => kind === 'Service');
    const found = services.map(({ metadata, spec }) => [
      metadata.name,
      (spec as { readonly ports: readonly { readonly port: number }[] }).ports.map(({ port }) => port),
    ]);
    expect(found).toEqual([
      ['elasticsearch-exporter', [9_114]],
      ['redis-exporter', [9_121]],
    ]);
  });
});

test('the API has at least two replicas', () => {
  expect(named('HorizontalPodAutoscaler').map(({ spec }) => spec)).toEqual([
    expect.objectContaining({
      minReplicas: 2,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'sitegrep-api' },
    }),
  ]);
});

test.each([
  ['worker', 'site'],
  ['renderer', 'rendered'],
])(
  'the number of processes of the kind %s follows the sites that are left to it, by an exported metric',
  (kind, queue) => {
    const specs = manifestsOf(`autoscale-${kind}`).map(({ spec }) => spec);
    const [{ scaleTargetRef, triggers }] = specs as [
      {
        readonly scaleTargetRef: { readonly name: string };
        readonly triggers: readonly { readonly metadata: { readonly query: string } }[];
      },
    ];
    expect(scaleTargetRef.name).toBe(`sitegrep-${kind}`);
    const { metrics, values } = readQuery(triggers[0]?.metadata.query ?? '');
    expect(values).toEqual([
      ['queue', queue],
      ['queue', queue],
    ]);
    const names = ['sitegrep_unfinished_sites', 'sitegrep_oldest_unfinished_crawl_age_seconds'] as const;
    expect([...metrics]).toEqual(names);
    for (const name of names) expect(METRICS[name].type).toBe('gauge');
  },
);

test('a renderer has memory for the pages that it renders at a time, shared memory, and a process that reaps others', () => {
  const renderer = workloads.find(({ manifest }) => manifest.metadata.name === 'sitegrep-renderer');
  const { containers, volumes } = renderer?.template.spec ?? { containers: [], volumes: [] };
  // Pages at a time are the processors of the limit; without one they would be those of the node.
  expect(containers[0]?.resources).toMatchObject({ limits: { cpu: '2', memory: '4Gi' } });
  expect(renderer?.template.spec).toMatchObject({ shareProcessNamespace: true });
  expect(volumes).toContainEqual({ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } });
  expect(settingsOf(settings, SECRETS).render).toBe('on');
  expect(settingsOf(settingsIn('base'), SECRETS).render).toBe('off');
});

test('manifests contain no secrets', () => {
  const kinds = KUSTOMIZATIONS.flatMap(manifestsOf).map(({ kind }) => kind);
  expect(kinds).not.toContain('Secret');
});
