import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeSampleWarc } from '../../../../../test/support/sample-sites.ts';
import { run, type Ended } from '../../../test/command.ts';

const SITES = 30;

const folder = await mkdtemp(join(tmpdir(), 'sitegrep-index-'));
afterAll(() => rm(folder, { recursive: true }));

function sitegrep(...args: readonly string[]): Promise<Ended> {
  return run(args, { SITEGREP_DATA_DIR: join(folder, 'data') });
}

test('merge reports its result, or that there is nothing to do, and verify what it has read', async () => {
  const warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, SITES);
  expect((await sitegrep('import', warc)).code).toBe(0);
  const merge = await sitegrep('index', 'merge');
  expect(merge).toMatchObject({ code: 0, stderr: '' });
  expect(merge.stdout).toMatch(/^merged: 1 segment, [\d.]+ KiB; before: 0 segments, [\d.]+ KiB\n$/);
  const again = await sitegrep('index', 'merge');
  expect(again.stdout).toMatch(/^nothing to merge: 1 segment, [\d.]+ KiB\n$/);
  expect((await sitegrep('index', 'verify')).stdout).toMatch(
    new RegExp(
      `^intact: ${SITES} domains with ${SITES} pages \\([\\d.]+ KiB compressed\\)\n` +
        `intact: 1 segment and 1 log with \\d+ texts, [\\d.]+ KiB of text\n` +
        'intact: \\d+ rows? of crawls, schedules, keys and the audit log\n$',
    ),
  );
});
