import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../../../test/support/server-process.ts';
import { ownWord, siteName, writeSampleWarc } from '../../../../test/support/sample-sites.ts';
import { run, type Ended } from '../../test/command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-cli-backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sitegrep = (dataDir: string, ...args: readonly string[]): Promise<Ended> =>
  run(args, { SITEGREP_DATA_DIR: join(folder, dataDir) });

test('a folder is backed up while it is served, and restored into another one', async () => {
  const warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, 12);
  expect(await sitegrep('data', 'import', warc)).toMatchObject({ code: 0 });
  const backup = join(folder, 'backup');
  const server = await startServer(join(folder, 'data'), { SITEGREP_LOG_LEVEL: 'error' });
  try {
    const made = await sitegrep('data', 'backup', backup);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(
      /^backed up in .*backup: 12 domains with 12 pages, .* KiB, read again and intact\n$/,
    );
  } finally {
    await server.stop();
  }
  const again = await sitegrep('data', 'backup', backup);
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(again.stderr).toBe(
    `error: ${backup} is there already and not empty: choose a folder that is not there yet\n`,
  );

  const restored = await sitegrep('restored', 'restore', backup, '--json');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({ format: 1, domains: 12, pages: 12 });
  const found = await sitegrep('restored', 'search', ownWord(siteName(7)));
  expect(found.stdout).toMatch(/\nsite-7\.example.*\n1 domain\n$/);
  expect(await sitegrep('restored', 'restore', backup)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not empty (it has domains.sqlite): a restore overwrites nothing'),
  });
  expect(existsSync(join(folder, 'restored', 'restore.incomplete'))).toBe(false);
});

test.each(['backup', 'restore'])('%s says that a cluster has snapshots of its own', async (command) => {
  const settings = { SITEGREP_STORAGE: 'elasticsearch', SITEGREP_QUEUE: 'redis' };
  const { code, stderr } = await run([command, join(folder, 'any')], settings);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /works on a data folder \(SITEGREP_STORAGE=sqlite\); a cluster .* see docs\/backup\.md\.\n$/,
  );
});
