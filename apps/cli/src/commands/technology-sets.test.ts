import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../test/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'technology-sets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('check names each broken part and exits with 1; a file without any with 0', async () => {
  const broken = file('broken.yaml', "Acme: {cats: [cms], html: ['(', acme-mark]}\nNone: {html: x}\n");
  const checked = await run(['technologies', 'check', broken], {});
  expect(checked.code).toBe(1);
  expect(checked.stdout.split('\n')).toEqual([
    expect.stringMatching(/^broken\.yaml: Acme: html: \(: Invalid regular expression/),
    'broken.yaml: None: cats: is missing; give a category by its number or name',
    '1 technology taken, 2 problems',
    '',
  ]);
  const whole = file('whole.json', JSON.stringify({ WordPress: { cats: [1], html: 'own-mark' } }));
  expect(await run(['technologies', 'check', whole], {})).toEqual({
    code: 0,
    stdout:
      'WordPress takes the place of the known technology of this name\n1 technology taken, 0 problems\n',
    stderr: '',
  });
  const none = await run(['technologies', 'check', join(folder, 'none.yaml')], {});
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('none.yaml cannot be read');
});

test('a trial tells which parts a page has, and which it lacks', async () => {
  const own = file(
    'own.yaml',
    'Acme: {cats: [cms], html: acme-(\\d+)\\;version:\\1, meta: {generator: Acme}}\n',
  );
  const page = file('page.html', '<html><body>acme-7</body></html>');
  const tried = await run(['technologies', 'test', own, '--on', page, '--json'], {});
  expect(tried.code).toBe(0);
  expect(JSON.parse(tried.stdout)).toEqual({
    url: page,
    technologies: [
      {
        name: 'Acme',
        found: { confidence: 100, version: '7' },
        evidence: [expect.objectContaining({ field: 'html', pattern: 'acme-(\\d{1,250})', match: 'acme-7' })],
        missing: [{ field: 'meta', key: 'generator', pattern: 'Acme' }],
        requires: [],
      },
    ],
  });
  const other = file('other.html', '<html><body>nothing</body></html>');
  const missed = await run(['technologies', 'test', own, '--on', other], {});
  expect(missed.code).toBe(1);
  expect(missed.stdout).toContain(
    'Acme: not shown\n    - html: acme-(\\d{1,250})\n    - meta: generator: Acme',
  );
});

test('a newer public set is taken whole or not at all, and the built-in one again', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const settings = { SITEGREP_DATA_DIR: dataDir };
  await (await openSqliteStorage({ dataDir, readers: 1 })).close();
  const inUse = async (): Promise<unknown> =>
    JSON.parse((await run(['technologies', 'in-use', '--json'], settings)).stdout);
  expect(await inUse()).toMatchObject({ public_set: null, own_count: 0 });

  const categories = { 1: { name: 'CMS', groups: [3], priority: 1 } };
  const set = join(folder, 'set');
  mkdirSync(set);
  writeFileSync(join(set, 'categories.json'), JSON.stringify(categories));
  writeFileSync(
    join(set, 'n.json'),
    JSON.stringify({ Newest: { cats: [1], html: 'newest' }, Bad: { cats: [7] } }),
  );
  const taken = await run(['technologies', 'update', set], settings);
  expect(taken).toMatchObject({ code: 0, stderr: 'n.json: Bad: cats: there is no category 7\n' });
  expect(await inUse()).toMatchObject({ public_set: { name: 'set', technologies: 1 } });

  const refused = await run(['technologies', 'update', file('empty.json', '{}')], settings);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('has no technology that can be taken; the set in use stays');
  expect(await inUse()).toMatchObject({ public_set: { name: 'set', technologies: 1 } });

  expect((await run(['technologies', 'update', '--built-in'], settings)).code).toBe(0);
  expect(await inUse()).toMatchObject({ public_set: null });
});
