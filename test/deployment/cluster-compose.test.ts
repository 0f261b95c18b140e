import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCompose, schemaErrors } from './compose.ts';
import { settingsOf } from './settings.ts';
import cli from '../../apps/cli/package.json' with { type: 'json' };

const root = new URL('../../', import.meta.url);
const CLUSTER = 'docker-compose.cluster.yml';
const compose = readCompose(CLUSTER, { SECRETS_DIR: './secrets' });
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.startsWith('sitegrep'));
const servers = services.filter(([, { restart }]) => restart !== 'no');

const copy = mkdtempSync(join(tmpdir(), 'sitegrep-compose-'));
afterAll(() => rmSync(copy, { recursive: true }));
for (const part of ['infra/compose', 'infra/redis']) {
  cpSync(new URL(part, root), join(copy, part), { recursive: true });
}
const makeSecrets = (...folder: string[]): void => {
  execFileSync('sh', [join(copy, 'infra/compose/make-secrets.sh'), ...folder], { stdio: 'pipe' });
};
const secretsMade = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(copy, 'secrets')).map((name) => [
      `/run/secrets/${name}`,
      readFileSync(join(copy, 'secrets', name), 'utf8'),
    ]),
  );
makeSecrets();
const SECRETS = secretsMade();

describe('the command that makes the secrets', () => {
  test('creates the requested secrets, all different, and records their locations', () => {
    expect(Object.keys(SECRETS).sort()).toEqual(
      Object.keys(compose.secrets)
        .map((name) => `/run/secrets/${name}`)
        .sort(),
    );
    expect(new Set(Object.values(SECRETS)).size).toBe(Object.keys(SECRETS).length);
    expect(readFileSync(join(copy, '.env'), 'utf8')).toBe(`SECRETS_DIR=./secrets\nCOMPOSE_FILE=${CLUSTER}\n`);
  });

  test('protects the folder from other users, and lets containers of any user read a file', () => {
    expect(statSync(join(copy, 'secrets')).mode & 0o777).toBe(0o700);
    for (const name of Object.keys(compose.secrets)) {
      expect(statSync(join(copy, 'secrets', name)).mode & 0o777).toBe(0o444);
    }
  });

  test('gives Redis and its clients the same password', () => {
    const { username, password } = new URL(SECRETS['/run/secrets/redis_url'] ?? '');
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    const [nobody, user] = (SECRETS['/run/secrets/redis_acl'] ?? '').trim().split('\n');
    expect(nobody).toBe('user default reset on nopass -@all +ping');
    expect(user).toMatch(new RegExp(`^user ${username} reset on ~sitegrep:\\* .* >${password}$`));
  });

  test('gives Redis and its exporter the same password, and a user that reads no keys', () => {
    const passwords = JSON.parse(SECRETS['/run/secrets/redis_exporter_passwords'] ?? '') as object;
    const [[address, password] = ['', '']] = Object.entries<string>({ ...passwords });
    const { username, host } = new URL(address);
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    const [, , user] = (SECRETS['/run/secrets/redis_acl'] ?? '').trim().split('\n');
    expect(user).toMatch(new RegExp(`^user ${username} reset on -@all [^~]* >${password}$`));
    const { environment = {} } = compose.services['redis-exporter'] ?? {};
    expect([environment['REDIS_ADDR'], environment['REDIS_USER']]).toEqual([`redis://${host}`, username]);
  });

  test('does not change or move them when it runs again', () => {
    makeSecrets();
    expect(secretsMade()).toEqual(SECRETS);
    expect(readFileSync(join(copy, '.env'), 'utf8').split('\n')).toHaveLength(3);
    expect(() => makeSecrets('elsewhere')).toThrow('.env names another folder');
  });
});

test('the file conforms to the Compose Specification', () => {
  expect(schemaErrors(compose)).toBeNull();
  expect(schemaErrors({ ...compose, services: { api: { imag: 'x' } } })).not.toBeNull();
});

test('without secrets the file is refused with the command that creates them', () => {
  expect(() => readCompose(CLUSTER, {})).toThrow('sh infra/compose/make-secrets.sh');
  expect(existsSync(new URL('infra/compose/make-secrets.sh', root))).toBe(true);
});

describe.each(services)('%s', (name, service) => {
  test('has a fixed version, no privileges, and limits', () => {
    expect(service.image).toMatch(/^[a-z][\w./-]*:v?\d+\.\d+\.\d+(?:-alpine)?(?:@sha256:[0-9a-f]{64})?$/);
    expect(service.user).toMatch(/^[1-9]\d*:\d+$/);
    expect(service.cap_drop).toEqual(['ALL']);
    const sandbox = name === 'renderer' ? ['seccomp:./infra/seccomp/chromium.json'] : [];
    expect(service.security_opt).toEqual(['no-new-privileges:true', ...sandbox]);
    // At the first start, the superuser's password must be written beside Elasticsearch's configuration.
    expect(service.read_only).toBe(name !== 'elasticsearch');
    const limited = {
      cpus: expect.any(String),
      memory: expect.stringMatching(/^\d+[mg]$/),
      pids: expect.any(Number),
    };
    expect(service.deploy.resources.limits).toEqual(limited);
  });

  test('uses existing secrets, volumes and files', () => {
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    const there = (source: string): boolean =>
      source.startsWith('.') ? existsSync(new URL(source, root)) : Object.hasOwn(compose.volumes, source);
    expect(sources.filter((source) => !there(source))).toEqual([]);
    // A path in the environment or on the command line is one of its own secrets.
    const mentioned = Array.from(
      JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g),
      ([, name]) => name,
    );
    expect(service.secrets ?? []).toEqual(expect.arrayContaining(mentioned));
  });

  test('waits only for services with a health check', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const wanted = compose.services[other]?.healthcheck
        ? 'service_healthy'
        : 'service_completed_successfully';
      expect([other, condition]).toEqual([other, wanted]);
    }
  });

  test('is only reachable from this machine', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });
});

test.each(servers)('%s has a health check', (_name, { healthcheck }) => {
  expect(healthcheck).toMatchObject({
    test: expect.arrayContaining([expect.stringMatching(/^CMD(-SHELL)?$/)]),
    interval: expect.any(String),
    timeout: expect.any(String),
    start_period: expect.any(String),
  });
});

test('Elasticsearch and Redis are in an internal network, without published ports', () => {
  expect(compose.networks['stores']).toEqual({ internal: true });
  for (const name of ['elasticsearch', 'elasticsearch-access', 'redis']) {
    expect(compose.services[name]?.networks).toEqual(['stores']);
    expect(compose.services[name]?.ports).toBeUndefined();
  }
});

describe.each(ours)('%s', (name, service) => {
  const settings = settingsOf(service.environment ?? {}, SECRETS);

  test('is built from this version, and runs an existing command', () => {
    const [image, target] =
      name === 'renderer' ? ['sitegrep-renderer', { target: 'renderer' }] : ['sitegrep', {}];
    expect(service.image).toBe(`${image}:${cli.version}`);
    expect(service.build).toEqual({ context: '.', ...target, args: { VERSION: cli.version } });
    const commands = readFileSync(new URL('docs/commands.md', root), 'utf8');
    expect(commands).toContain(`\n## sitegrep ${service.command?.[0]}\n`);
  });

  test('stores its state in the other services, and reaches them', () => {
    expect(settings).toMatchObject({ storage: 'elasticsearch', queue: 'redis' });
    expect(settings.elasticsearchNodes.map((node) => new URL(node).hostname)).toEqual(['elasticsearch']);
    expect(new URL(settings.redisUrl).hostname).toBe('redis');
    expect(service.networks).toContain('stores');
  });

  test('has more time to stop than it needs', () => {
    expect(service.stop_grace_period).toBe('75s');
    expect(settings.shutdownTimeout).toBe(60_000);
  });

  test('is scraped at the address of its metrics', () => {
    const { scrape_configs: scrapes } = parse(
      readFileSync(new URL('infra/prometheus/prometheus.yml', root), 'utf8'),
    ) as {
      readonly scrape_configs: readonly {
        readonly job_name: string;
        readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[];
      }[];
    };
    const discovered = scrapes.find(({ job_name: job }) => job === `sitegrep-${name}`)?.dns_sd_configs;
    expect(discovered).toMatchObject([{ names: [name], port: settings.metricsPort, type: 'A' }]);
    expect(settings.metricsHost).toBe('0.0.0.0');
    expect(compose.services['prometheus']?.networks ?? ['default']).toEqual(['default']);
    expect(service.networks).toContain('default');
  });
});

test('the exporters of the stores start with their profile alone, and are scraped where they listen', () => {
  const { scrape_configs: scrapes } = parse(
    readFileSync(new URL('infra/prometheus/prometheus.yml', root), 'utf8'),
  ) as { readonly scrape_configs: readonly { readonly job_name: string }[] };
  for (const [store, port] of [
    ['elasticsearch', 9114],
    ['redis', 9121],
  ] as const) {
    const exporter = compose.services[`${store}-exporter`];
    expect(exporter).toMatchObject({ profiles: ['exporters'], networks: ['default', 'stores'] });
    expect(exporter?.ports).toBeUndefined();
    expect(JSON.stringify(exporter?.healthcheck)).toContain(`http://127.0.0.1:${port}/health`);
    expect(scrapes.find(({ job_name: job }) => job === store)).toMatchObject({
      dns_sd_configs: [{ names: [`${store}-exporter`], port, type: 'A' }],
    });
  }
  expect(services.filter(([, { profiles }]) => profiles !== undefined)).toHaveLength(3);
});

test('there are an API and two workers, and with its profile a renderer', () => {
  expect(ours.map(([name, { deploy, profiles }]) => [name, deploy.replicas ?? 1, profiles ?? []])).toEqual([
    ['api', 1, []],
    ['worker', 2, []],
    ['renderer', 1, ['render']],
  ]);
});

test('the API takes crawls that render when .env says so, and their pages have a user, a sandbox and memory of their own', () => {
  const settingsWith = (variables: Readonly<Record<string, string>>) =>
    settingsOf(
      readCompose(CLUSTER, { SECRETS_DIR: './secrets', ...variables }).services['api']?.environment ?? {},
      SECRETS,
    );
  expect([settingsWith({}).render, settingsWith({ SITEGREP_RENDER: 'on' }).render]).toEqual(['off', 'on']);
  const { renderer, worker } = compose.services;
  const kept = readCompose(CLUSTER, { SECRETS_DIR: './secrets', SITEGREP_SCREENSHOTS: 'on' }).services[
    'renderer'
  ];
  expect(
    [renderer, kept].map((service) => settingsOf(service?.environment ?? {}, SECRETS).screenshots),
  ).toEqual(['off', 'on']);
  expect(renderer?.user).not.toBe(worker?.user);
  expect(existsSync(new URL('infra/seccomp/chromium.json', root))).toBe(true);
  // Chromium's shared memory is there.
  expect(renderer?.tmpfs).toEqual(['/tmp:size=1g,mode=1777']);
});
