import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../test/command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-ranks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const dataDir = () => join(folder, 'data');
const importRanks = (args: readonly string[], input = '') =>
  run(['ranks', 'import', ...args], { SITEGREP_DATA_DIR: dataDir() }, input);

async function stored(): Promise<string[]> {
  const storage = await openSqliteStorage({ dataDir: dataDir(), readers: 1 });
  try {
    return (await Array.fromAsync(storage.domains.ranks())).map(({ domain, rank }) => `${domain} ${rank}`);
  } finally {
    await storage.close();
  }
}

test('a compressed list sets ranks, standard input replaces them', async () => {
  const list = join(folder, 'list.csv.gz');
  await writeFile(
    list,
    gzipSync('GlobalRank,TldRank,Domain\n1,1,a.example\n10,1,b.example\n3,3,\n2,1,www.a.example\n'),
  );
  expect(await importRanks([list])).toEqual({
    code: 0,
    stdout:
      '2 ranks were imported, 0 for domains in the index\n1 line names a domain again: its best rank counts\n' +
      '1 line gives no domain a rank:\n  line 4: 3,3, (no value in the column of domains)\n',
    stderr: '',
  });
  expect(await stored()).toEqual(['a.example 1000', 'b.example 875']);
  const { code, stdout } = await importRanks(['-', '--replace', '--json'], '100,b.example\n1000,c.example');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    domains: 2,
    indexed: 0,
    repeated: 0,
    removed: 1,
    rejected: { count: 0, samples: [], reasons: {} },
  });
  expect(await stored()).toEqual(['b.example 750', 'c.example 625']);

  const cut = join(folder, 'cut.csv.gz');
  await writeFile(cut, gzipSync('1,z.example').subarray(0, -4));
  expect(await importRanks([cut, '--replace'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('error: The gzip of the list is truncated; send the whole file again.\n'),
  });
  expect(await importRanks(['-', '--replace'], 'nothing to see\n')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /error: The list has no rank for any domain: all 1 lines were rejected, the first one \(1\) because no field with a domain; /,
    ),
  });
  expect(await importRanks([join(folder, 'nowhere.csv')])).toMatchObject({
    code: 2,
    stderr: `error: ${join(folder, 'nowhere.csv')}: no such file.\n`,
  });
  expect(await stored()).toEqual(['b.example 750', 'c.example 625']);
});

test('an update finds nothing to do in a data folder, whose ranks always follow', async () => {
  expect(await run(['ranks', 'update'], { SITEGREP_DATA_DIR: dataDir() })).toEqual({
    code: 0,
    stdout: '0 ranks changed\n',
    stderr: '',
  });
});
