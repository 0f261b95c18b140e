import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCompose, schemaErrors } from './compose.ts';
import { settingsOf } from './settings.ts';
import cli from '../../apps/cli/package.json' with { type: 'json' };

const compose = readCompose('docker-compose.yml', {});
const service = compose.services['sitegrep'];
const settings = settingsOf(service?.environment ?? {}, {});

test('the file conforms to the Compose Specification, and needs no variable, secret or other service', () => {
  expect(schemaErrors(compose)).toBeNull();
  expect(schemaErrors({ ...compose, services: { sitegrep: { imag: 'x' } } })).not.toBeNull();
  expect(Object.keys(compose.services)).toEqual(['sitegrep']);
  expect(compose.secrets).toBeUndefined();
  expect(service?.profiles).toBeUndefined();
  expect(service?.env_file).toEqual([{ path: '.env', required: false }]);
});

test('it runs `sitegrep up` of this version, and keeps index and backups in volumes', () => {
  expect(service).toMatchObject({
    image: `sitegrep:${cli.version}`,
    build: { context: '.', args: { VERSION: cli.version } },
    command: ['up'],
    volumes: ['data:/data', 'backups:/backups'],
  });
  expect(compose.volumes).toEqual({ data: null, backups: null });
  expect(settings).toMatchObject({ storage: 'sqlite', queue: 'sqlite', dataDir: '/data', adminKey: null });
  // A volume gets the owner of the folder in the image.
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  expect(dockerfile).toContain(`chown ${service?.user} /data /backups\n`);
});

test('it has no privileges, a read-only root, and a bound of memory and processes', () => {
  expect(service).toMatchObject({
    user: expect.stringMatching(/^[1-9]\d*:\d+$/),
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    restart: 'unless-stopped',
    deploy: { resources: { limits: { memory: '2g', pids: 256 } } },
  });
});

test('its port is published on loopback unless a variable says otherwise, and is the one that it listens at', () => {
  const published = (variables: Readonly<Record<string, string>>) =>
    readCompose('docker-compose.yml', variables).services['sitegrep']?.ports;
  expect(published({})).toEqual([`127.0.0.1:8080:${settings.port}`]);
  expect(published({ API_HOST: '10.0.0.5', API_PORT: '80' })).toEqual([`10.0.0.5:80:${settings.port}`]);
  expect(settings.host).toBe('0.0.0.0');
  expect(JSON.stringify(service?.healthcheck)).toContain(`http://127.0.0.1:${settings.port}/readyz`);
});

test('it has more time to stop than it needs', () => {
  expect(service?.stop_grace_period).toBe('30s');
  expect(settings.shutdownTimeout).toBe(20_000);
});

test('a cluster beside it has other volumes, networks and containers', () => {
  const cluster = readCompose('docker-compose.cluster.yml', { SECRETS_DIR: './secrets' });
  expect([compose.name, cluster.name]).toEqual(['sitegrep', 'sitegrep-cluster']);
});
