import { BlockList, isIP } from 'node:net';

import { describe, expect, test } from 'vitest';
import { createAddressGuard } from '../../packages/crawl/src/addresses.ts';
import { manifestsOf } from './manifests.ts';

interface Peer {
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  readonly namespaceSelector?: Readonly<Record<string, never>>;
  readonly podSelector?: { readonly matchLabels: Labels };
}

interface Rule {
  readonly to?: readonly Peer[];
  readonly from?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string; readonly protocol?: string }[];
}

interface Policy {
  readonly podSelector: { readonly matchLabels: Labels };
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

type Labels = Readonly<Record<string, string>>;

const policiesOf = (name: string): readonly Policy[] =>
  manifestsOf(name)
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ spec }) => spec as Policy);
const policies = policiesOf('base');
const withRenderers = [...policies, ...policiesOf('renderer')];
const withProviders = [...policies, ...policiesOf('providers')];

const labelsOf = (name: string): Labels => ({
  'app.kubernetes.io/part-of': 'sitegrep',
  'app.kubernetes.io/name': name,
});
const API = labelsOf('sitegrep-api');
const WORKER = labelsOf('sitegrep-worker');
const RENDERER = labelsOf('sitegrep-renderer');
const MIGRATION = labelsOf('sitegrep-index-migrate');
const PROMETHEUS: Labels = { 'app.kubernetes.io/name': 'prometheus' };

/** A pod, in whatever namespace, or an address outside of the cluster. */
type End = Labels | string;

/** Whether the policies let a pod connect to another end, or another end to a pod; as the network plugin decides it. */
function isAllowed(
  pod: Labels,
  direction: 'ingress' | 'egress',
  other: End,
  port: number | string,
  { protocol = 'TCP', among = policies }: { protocol?: string; among?: readonly Policy[] } = {},
): boolean {
  const type = direction === 'ingress' ? 'Ingress' : 'Egress';
  const selecting = among.filter(
    ({ podSelector, policyTypes }) => policyTypes.includes(type) && hasLabels(pod, podSelector.matchLabels),
  );
  if (selecting.length === 0) return true;
  return selecting.some((policy) =>
    (policy[direction] ?? []).some(
      ({ ports, to, from }) =>
        (ports ?? [{ port, protocol }]).some(
          (one) => one.port === port && (one.protocol ?? 'TCP') === protocol,
        ) &&
        ((to ?? from)?.some((peer) => isPeer(peer, other)) ?? true),
    ),
  );
}

function hasLabels(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: Peer, other: End): boolean {
  if (typeof other !== 'string')
    return namespaceSelector !== undefined && hasLabels(other, podSelector?.matchLabels ?? {});
  if (ipBlock === undefined) return false;
  return isIn(other, [ipBlock.cidr]) && !isIn(other, ipBlock.except ?? []);
}

function isIn(address: string, networks: readonly string[]): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return networks.some((network) => {
    const [base = '', prefix] = network.split('/');
    if (isIP(base) !== isIP(address)) return false;
    const list = new BlockList();
    list.addSubnet(base, Number(prefix), family);
    return list.check(address, family);
  });
}

const PUBLIC = ['93.184.215.14', '8.8.8.8', '223.255.255.254', '2606:2800:21f:cb07::1', '2a00:1450:4001::5'];

describe('the metrics, which need no key', () => {
  test.each([API, WORKER, MIGRATION])('of %j are open to Prometheus only', (pod) => {
    expect(isAllowed(pod, 'ingress', PROMETHEUS, 9464)).toBe(true);
    for (const other of [{}, WORKER, '10.1.2.3', '93.184.215.14'])
      expect([other, isAllowed(pod, 'ingress', other, 9464)]).toEqual([other, false]);
  });
});

test('the exporters of the stores are open to Prometheus only, and reach the stores alone', () => {
  const among = [...policies, ...policiesOf('exporters')];
  for (const store of ['elasticsearch', 'redis']) {
    const exporter = { ...labelsOf(`${store}-exporter`), 'app.kubernetes.io/component': 'exporter' };
    expect(isAllowed(exporter, 'ingress', PROMETHEUS, 'metrics', { among })).toBe(true);
    for (const other of [{}, WORKER, '10.1.2.3', '93.184.215.14'])
      expect([other, isAllowed(exporter, 'ingress', other, 'metrics', { among })]).toEqual([other, false]);
    for (const port of [9200, 6379]) expect(isAllowed(exporter, 'egress', {}, port, { among })).toBe(true);
    for (const address of PUBLIC)
      expect([address, isAllowed(exporter, 'egress', address, 443, { among })]).toEqual([address, false]);
  }
  expect(isAllowed(API, 'ingress', PROMETHEUS, 'metrics', { among })).toBe(false);
});

test('the API is open to everybody, a worker to nobody', () => {
  for (const other of [{}, PROMETHEUS, '10.1.2.3', '93.184.215.14']) {
    expect(isAllowed(API, 'ingress', other, 'http')).toBe(true);
    expect(isAllowed(WORKER, 'ingress', other, 'http')).toBe(false);
  }
});

test.each([API, WORKER, MIGRATION])(
  '%j reaches DNS, the stores and a collector, in the cluster or nearby',
  (pod) => {
    for (const port of [9200, 6379, 26379, 4318])
      for (const other of [{}, '10.1.2.3', '172.31.0.1', '192.168.4.5', 'fd00::5'])
        expect([other, port, isAllowed(pod, 'egress', other, port)]).toEqual([other, port, true]);
    for (const protocol of ['TCP', 'UDP'])
      for (const other of [{}, '169.254.20.10'])
        expect([other, isAllowed(pod, 'egress', other, 53, { protocol })]).toEqual([other, true]);
    // The metadata of a cloud's machines.
    for (const port of [53, 80, 9200]) expect(isAllowed(pod, 'egress', '169.254.169.254', port)).toBe(false);
  },
);

test('only workers reach the internet', () => {
  for (const address of PUBLIC) {
    for (const port of [80, 443, 8443]) {
      expect([address, isAllowed(WORKER, 'egress', address, port)]).toEqual([address, true]);
    }
    for (const port of [53, 80, 443, 6379, 9200]) {
      expect([address, isAllowed(API, 'egress', address, port)]).toEqual([address, false]);
      expect([address, isAllowed(MIGRATION, 'egress', address, port)]).toEqual([address, false]);
    }
  }
});

test('a renderer is open to nobody but Prometheus, and reaches what a worker does', () => {
  const among = withRenderers;
  const renderer = manifestsOf('renderer').find(({ kind }) => kind === 'Deployment');
  expect(renderer).toMatchObject({ spec: { template: { metadata: { labels: RENDERER } } } });
  expect(isAllowed(RENDERER, 'ingress', PROMETHEUS, 9464, { among })).toBe(true);
  for (const other of [{}, WORKER, '10.1.2.3', '93.184.215.14'])
    expect([other, isAllowed(RENDERER, 'ingress', other, 9464, { among })]).toEqual([other, false]);
  for (const port of [9200, 6379])
    expect(isAllowed(RENDERER, 'egress', '10.1.2.3', port, { among })).toBe(true);
  for (const address of [...PUBLIC, '10.1.2.3', '169.254.169.254', '127.0.0.1', 'fd00::1', '2002:a00:1::1'])
    for (const port of [80, 443, 8443]) {
      const allowed = [RENDERER, WORKER].map((pod) => isAllowed(pod, 'egress', address, port, { among }));
      expect([address, port, allowed[0]]).toEqual([address, port, allowed[1]]);
      expect(isAllowed(API, 'egress', address, port, { among })).toBe(false);
    }
});

test('with the component for providers the API reaches public addresses by HTTPS, and nothing else changes', () => {
  const guard = createAddressGuard([]);
  const among = withProviders;
  for (const address of [...PUBLIC, '10.1.2.3', '169.254.169.254', '127.0.0.1', 'fd00::1', '2002:a00:1::1']) {
    const allowed = [443, 80, 9464, 22].map((port) => isAllowed(API, 'egress', address, port, { among }));
    expect([address, allowed]).toEqual([address, [guard.allows(address), false, false, false]]);
    expect(isAllowed(MIGRATION, 'egress', address, 443, { among })).toBe(false);
  }
});

test('a worker reaches no address that the crawler refuses, and every one that it may crawl', () => {
  const guard = createAddressGuard([]);
  const sampled = [
    ...PUBLIC,
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '168.63.129.16',
    '168.63.129.17',
    '169.254.169.254',
    '172.15.255.255',
    '172.16.0.1',
    '172.32.0.1',
    '192.0.0.1',
    '192.0.1.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.17.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '203.0.114.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2001::1',
    '2001:200::1',
    '2001:db8::1',
    '3fff::1',
    '2002:a00:1::1',
    '64:ff9b::a00:1',
  ];
  for (const address of sampled)
    expect([address, isAllowed(WORKER, 'egress', address, 443)]).toEqual([address, guard.allows(address)]);
});
