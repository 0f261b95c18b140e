import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificates } from '../../../../packages/crawl/test/certificates.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { writeSampleWarc } from '../../../../test/support/sample-sites.ts';
import { run } from '../../test/command.ts';
import { diagnose } from '../../test/doctor.ts';

let root: string;
let filled: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sitegrep-doctor-'));
  filled = join(root, 'filled');
  const warc = join(root, 'sites.warc.gz');
  await writeSampleWarc(warc, 12);
  const settings = { SITEGREP_DATA_DIR: filled };
  for (const args of [
    ['import', warc],
    ['index', 'merge'],
  ]) {
    const { code, stderr } = await run(args, settings);
    if (code !== 0) throw new Error(stderr);
  }
  chmodSync(filled, 0o700);
});
afterAll(() => rmSync(root, { recursive: true }));

let made = 0;
/** A copy of the filled folder, to be broken. */
function copy(): string {
  const folder = join(root, `copy-${++made}`);
  cpSync(filled, folder, { recursive: true });
  return folder;
}

/** Names, bytes and times of all files. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { size, mtimeMs, ino } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${ino}`;
    });
}

const on = (dataDir: string): Readonly<Record<string, string>> => ({ SITEGREP_DATA_DIR: dataDir });

describe('what is in order', () => {
  test('is said of each thing, and no byte of the folder changes', async () => {
    const before = stateOf(filled);
    const { code, checks, failures, warnings } = await diagnose(on(filled));
    expect({ code, failures, warnings }).toEqual({ code: 0, failures: [], warnings: [] });
    expect(stateOf(filled)).toEqual(before);
    const findings = checks.map((check) => `${check.area}: ${check.finding}`);
    for (const line of [
      `data folder: ${filled} can be written`,
      'data folder: no process uses it',
      'data folder: its databases are of this version',
      'index: 12 domains in 1 segment; no file is missing or truncated ("sitegrep index verify" reads all of them)',
    ]) {
      expect(findings).toContain(line);
    }
  });

  test('holds of a folder that others may read, with a warning', async () => {
    const dataDir = copy();
    chmodSync(dataDir, 0o750);
    chmodSync(join(dataDir, 'domains.sqlite'), 0o604);
    const { failures, warnings } = await diagnose(on(dataDir));
    expect([failures, warnings]).toEqual([
      [],
      [
        expect.stringMatching(
          /^data folder: other users of this machine may read .*copy-\d+ \(750\), .*domains\.sqlite \(604\).* → take that from them: chmod -R go= /,
        ),
      ],
    ]);
  });

  test('holds beside an instance that is at work, whose port is its own', async () => {
    const dataDir = copy();
    const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'error' });
    try {
      const { checks, failures } = await diagnose({
        ...on(dataDir),
        SITEGREP_PORT: new URL(server.url).port,
      });
      expect(failures).toEqual([]);
      const findings = checks.map((check) => check.finding);
      expect(findings).toContain(`process ${server.pid} uses it`);
      expect(findings).toContain(`sitegrep listens at ${new URL(server.url).host} already`);
      expect(await server.search({ search_terms: ['<html'] })).toMatchObject({ total_count: 12 });
    } finally {
      await server.stop();
    }
  });

  test('is reported to people in lines, with advice', async () => {
    const { code, stdout } = await run(['doctor'], { ...on(join(root, 'absent')), SITEGREP_PORT: '0' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok {4}settings {5}\d+ settings? differs? from the default/);
    expect(stdout).toMatch(/\nwarn {2}settings {5}SITEGREP_CONTACT is not set.*\n +→ set it to a page/);
    expect(stdout).toMatch(/\nok {4}data folder {2}.*absent will be created by the first start\n/);
    expect(stdout).toMatch(/\n\n0 failures, \d warnings?\n$/);
  });
});

describe('a broken installation', () => {
  test('by a misspelt setting, and by two that contradict each other', async () => {
    const misspelt = await diagnose({ ...on(filled), SITEGREP_DATADIR: '/srv' });
    expect(misspelt.failures).toEqual([
      expect.stringMatching(
        /^settings: SITEGREP_DATADIR is not a setting; did you mean SITEGREP_DATA_DIR\? →/,
      ),
    ]);
    const contradictory = await diagnose({
      ...on(filled),
      SITEGREP_REQUEST_TIMEOUT: '1h',
      SITEGREP_SITE_TIMEOUT: '1m',
    });
    expect(contradictory.code).toBe(1);
    expect(contradictory.failures.join('\n')).toMatch(/SITEGREP_REQUEST_TIMEOUT/);
    const useless = await diagnose({ ...on(filled), SITEGREP_REDIS_URL: 'redis://127.0.0.1' });
    expect(useless.code).toBe(0);
    expect(useless.warnings).toEqual([
      expect.stringContaining('SITEGREP_REDIS_URL is set, but SITEGREP_QUEUE is sqlite'),
    ]);
  });

  test('by a browser that is none', async () => {
    const file = join(root, 'chromium');
    for (const [text, mode, failure] of [
      [null, 0o755, /SITEGREP_CHROMIUM is .*chromium, but there is no such file; install Chromium/],
      ['#!/bin/sh\necho Chromium 90.0.4430.0', 0o755, /Chromium 90\.0\.4430\.0 is too old: 125 or newer/],
      ['#!/bin/sh\necho hello', 0o755, /it states no version of Chromium \(hello\)/],
      ['#!/bin/sh\nexit 3', 0o755, /it does not start \(/],
    ] as const) {
      rmSync(file, { force: true });
      if (text !== null) writeFileSync(file, text, { mode });
      const { failures } = await diagnose({ ...on(filled), SITEGREP_CHROMIUM: file });
      expect(failures).toEqual([expect.stringMatching(failure)]);
    }
  });

  test('by certificate authorities that are none', async () => {
    const { host, authority } = makeCertificates(({ selfSigned, issued }) => ({
      authority: selfSigned('ca', '/CN=Own authority').cert,
      host: issued('host', { hosts: ['a.test'], authority: 'ca' }).cert,
    }));
    const examine = (file: string, text?: string) => {
      const path = join(root, file);
      if (text !== undefined) writeFileSync(path, text);
      return diagnose({ ...on(filled), SITEGREP_CERTIFICATE_AUTHORITIES: path });
    };
    const good = await examine('own.pem', `# ours\n${authority}`);
    expect(good.failures).toEqual([]);
    expect(good.checks).toContainEqual({
      area: 'certificates',
      status: 'ok',
      finding: `${join(root, 'own.pem')} has 1 certificate authority`,
      remedy: null,
    });
    for (const [file, text, failure] of [
      ['host.pem', host, /CN=host in .* is the certificate of a host, not of an authority/],
      ['empty.pem', 'none', /SITEGREP_CERTIFICATE_AUTHORITIES: .* has no certificate in PEM/],
      ['broken.pem', authority.replace('\nMII', '\nMMM'), /certificate 1 of 1 in .* can't be read/],
      ['absent.pem', undefined, /can't be read \(ENOENT\)/],
    ] as const) {
      const { code, failures } = await examine(file, text);
      expect([code, failures]).toEqual([1, [expect.stringMatching(failure)]]);
    }
  });

  test('by a data folder that can not be written', async () => {
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      const { code, failures } = await diagnose(on(dataDir));
      expect(code).toBe(1);
      expect(failures).toEqual([
        expect.stringMatching(/^data folder: .* is a file, not a folder → set SITEGREP_DATA_DIR/),
      ]);
    }
    // Nobody may make anything there, but root may ask for it.
    const { failures } = await diagnose(on('/proc/sitegrep'));
    expect(failures).toEqual([
      expect.stringMatching(
        /^data folder: (?:\/proc\/sitegrep can't be written \(\w+ at \/proc\)|0 B free of 0 B) → /,
      ),
    ]);
  });

  test('by a port that another program has', async () => {
    const other = createServer((socket) => socket.end('no HTTP\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const { code, failures } = await diagnose({ ...on(filled), SITEGREP_PORT: String(port) });
      expect(code).toBe(1);
      expect(failures).toEqual([
        `ports: another program listens at 127.0.0.1:${port} → stop it, or set SITEGREP_PORT to another port`,
      ]);
    } finally {
      other.close();
    }
    const { failures } = await diagnose({ ...on(filled), SITEGREP_HOST: '203.0.113.7' });
    expect(failures).toEqual([expect.stringMatching(/^ports: this machine has no address 203\.0\.113\.7 →/)]);
  });

  test.each<[string, (folder: string) => void, RegExp]>([
    [
      'by a segment whose end is cut off',
      (folder) => {
        const name = segmentOf(folder);
        writeFileSync(name, readFileSync(name).subarray(0, -10));
      },
      /^index: .*\.segment is damaged.*sitegrep index rebuild/,
    ],
    [
      'by a table of a segment in which a bit is wrong',
      (folder) => {
        const name = segmentOf(folder);
        const bytes = readFileSync(name);
        const at = bytes.length - 200;
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        writeFileSync(name, bytes);
      },
      /^index: .*\.segment is damaged.*sitegrep index rebuild/,
    ],
    [
      'by a segment that is gone',
      (folder) => rmSync(segmentOf(folder)),
      /^index: .*\.segment is damaged: file is missing.*sitegrep index rebuild/,
    ],
    [
      'by a database that lacks what was acknowledged',
      (folder) => {
        const db = new DatabaseSync(join(folder, 'domains.sqlite'));
        const { body } = db.prepare('SELECT body FROM state').get() ?? {};
        const changed = String(body).replace(/"sequence":\d+/, '"sequence":1');
        db.prepare('UPDATE state SET body = ?').run(changed);
        db.close();
      },
      /^index: .*domains\.sqlite is damaged: the checksum of the row of table state is wrong: restore/,
    ],
    [
      'by a database of a newer version',
      (folder) => {
        const db = new DatabaseSync(join(folder, 'records.sqlite'));
        db.exec(`PRAGMA user_version = 99; PRAGMA application_id = ${0x7367_0000 + 99}`);
        db.close();
      },
      /^data folder: .*records\.sqlite was written by a newer version of sitegrep \(schema 99,.*upgrade sitegrep/,
    ],
    [
      'by a restore that was broken off',
      (folder) => mkdirSync(join(folder, 'restore.incomplete')),
      /^data folder: a restore into the data folder .* was interrupted: run "sitegrep restore" again/,
    ],
  ])('%s', async (_how, damage, expected) => {
    const dataDir = copy();
    damage(dataDir);
    const before = stateOf(dataDir);
    const { code, failures } = await diagnose(on(dataDir));
    expect(code).toBe(1);
    expect(failures).toEqual([expect.stringMatching(expected)]);
    expect(stateOf(dataDir)).toEqual(before);
  });
});

function segmentOf(folder: string): string {
  const segments = join(folder, 'segments');
  return join(segments, readdirSync(segments).find((name) => name.endsWith('.segment')) ?? '');
}
