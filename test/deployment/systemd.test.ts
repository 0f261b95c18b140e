import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { settingsOf } from './settings.ts';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('infra/systemd/sitegrep.service', root), 'utf8');
const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const valuesOf = (key: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
const ANALYSE = '/usr/bin/systemd-analyze';
const hasSystemd = existsSync(ANALYSE);

const folder = mkdtempSync(join(tmpdir(), 'sitegrep-systemd-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Has systemd look at a unit whose command is there. */
function analyse(
  unit: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly output: string } {
  const file = join(folder, 'sitegrep.service');
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const { status, stdout, stderr, error } = spawnSync(ANALYSE, [...args, file], {
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  return { status, output: stdout + stderr };
}

test('each line is a section or a setting, and none is set twice by mistake', () => {
  expect(lines.filter((line) => !/^(?:\[(?:Unit|Service|Install)\]|[A-Z]\w+=.*)$/.test(line))).toEqual([]);
  const keys = lines.filter((line) => !line.startsWith('[')).map((line) => line.slice(0, line.indexOf('=')));
  // The second one takes something out of the first.
  const several = keys.filter((key, index) => keys.indexOf(key) !== index);
  expect(several).toEqual(['SystemCallFilter']);
});

test('it runs `up` as a user without rights, and writes nowhere but in its own folders', () => {
  expect(valuesOf('ExecStart')).toEqual(['/opt/sitegrep/node_modules/.bin/sitegrep up']);
  expect(valuesOf('User')).toEqual(['sitegrep']);
  expect(valuesOf('StateDirectory')).toEqual(['sitegrep']);
  expect(valuesOf('StateDirectoryMode')).toEqual(['0700']);
  expect(valuesOf('ReadWritePaths')).toEqual([]);
  for (const [key, value] of [
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'yes'],
    ['PrivateTmp', 'yes'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
  ] as const)
    expect([key, valuesOf(key)]).toEqual([key, [value]]);
});

test('its settings are those of the configuration, and it has more time to stop than it needs', () => {
  const paths = { S: '/var/lib', C: '/var/cache' };
  const given = valuesOf('Environment')
    .join(' ')
    .replaceAll(/%([SC])/g, (_match, name: 'S' | 'C') => paths[name]);
  const environment = Object.fromEntries(
    given.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const settings = settingsOf(environment, {});
  expect(settings).toMatchObject({ storage: 'sqlite', dataDir: '/var/lib/sitegrep', host: '127.0.0.1' });
  expect(Number(valuesOf('TimeoutStopSec').join().replace(/s$/, '')) * 1000).toBeGreaterThan(
    settings.shutdownTimeout,
  );
  expect(valuesOf('EnvironmentFile')).toEqual(['-/etc/sitegrep.env']);
});

test.runIf(hasSystemd)('systemd takes it, and knows each of its settings', () => {
  expect(analyse(text, 'verify', '--recursive-errors=no')).toEqual({ status: 0, output: '' });
  const wrong = analyse(text.replace('ProtectSystem=', 'ProtectSystm='), 'verify', '--recursive-errors=no');
  expect(wrong).toEqual({ status: 1, output: expect.stringContaining("'ProtectSystm'") });
});

test.runIf(hasSystemd)('systemd finds little that it could do to the machine', () => {
  // Tenths of 10, which is a service without any of this.
  const security = ['security', '--offline=true', '--no-pager', '--threshold=15'];
  expect(analyse(text, ...security).status).toBe(0);
  expect(analyse('[Service]\nUser=sitegrep\nExecStart=x\n', ...security).status).toBe(1);
});
