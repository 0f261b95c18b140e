import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, found, put, queryOf } from '../../conformance/documents.ts';
import { verifyTextIndex } from '../maintenance/text-index.ts';
import { openSqliteStorage } from '../storage.ts';
import { DOMAIN_SCHEMA } from './schema.ts';
import { stateReader } from './state.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Makes the database what a version without checksums would have written. */
function takeChecksumsAway(): void {
  const file = join(dataDir, 'domains.sqlite');
  // The tables behind those of FTS5 are copied, too.
  const old = new DatabaseSync(`${file}.old`, { defensive: false });
  for (const step of DOMAIN_SCHEMA.slice(0, 2)) if (typeof step === 'string') old.exec(step);
  old.exec(`ATTACH '${file}' AS checked`);
  const tables = old.prepare(
    `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE %'
       AND name NOT IN ('total', 'text_index') AND name NOT LIKE 'sqlite%'`,
  );
  for (const { name } of tables.all()) {
    const columns = old
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(String(name))
      .map((column) => String(column['name']))
      .join(', ');
    old.exec(`DELETE FROM main.${String(name)};
      INSERT INTO main.${String(name)} (${columns}) SELECT ${columns} FROM checked.${String(name)}`);
  }
  const checked = new DatabaseSync(file);
  const { domains, pages, sourceBytes, compressedBytes, lastRevision, kind, sequence } =
    stateReader(checked)();
  checked.close();
  old
    .prepare(
      'UPDATE total SET domains = ?, pages = ?, source_bytes = ?, compressed_bytes = ?, last_revision = ?',
    )
    .run(domains, pages, sourceBytes, compressedBytes, lastRevision);
  old.prepare('UPDATE text_index SET kind = ?, sequence = ?').run(kind, sequence);
  old.exec('PRAGMA user_version = 2');
  old.close();
  for (const end of ['', '-wal', '-shm', '-commit']) rmSync(`${file}${end}`, { force: true });
  renameSync(`${file}.old`, file);
}

it.each(['fts5', 'segments'] as const)(
  'an older folder of %s gets checksums, answers as before, and goes on',
  async (index) => {
    const storage = await openSqliteStorage({ dataDir, readers: 1, index });
    for (let number = 0; number < 200; number++) {
      await put(
        storage.domains,
        documentOf(`n${number}.test`, [`page of n${number}`, 'ΣΊΣΥΦΟΣ'].slice(number % 2), {
          countryIsoCode: number % 3 === 0 ? null : `C${number % 5}`,
          lastVisited: number % 7 === 0 ? null : 1_000 * (number % 11),
        }),
      );
    }
    await storage.domains.delete('n5.test');
    await storage.domains.setRanks([
      { domain: 'n8.test', rank: 900 },
      { domain: 'later.test', rank: 7 },
    ]);
    const order = [
      { field: 'country_iso_code', direction: 'desc' },
      { field: 'last_visited', direction: 'asc' },
      { field: 'domain', direction: 'asc' },
    ] as const;
    const answersOf = async ({ domains }: typeof storage): Promise<unknown> => [
      await domains.search(queryOf(['page of'], { order, limit: 40 })),
      await domains.search(queryOf(['σίσυφος'])),
      await Array.fromAsync(domains.scan()),
      { ...(await domains.stats()), totalBytes: 0, indexBytes: 0 },
    ];
    const before = await answersOf(storage);
    await storage.close();

    takeChecksumsAway();
    const upgraded = await openSqliteStorage({ dataDir, readers: 1, index });
    expect(await answersOf(upgraded)).toEqual(before);
    await put(upgraded.domains, documentOf('later.test', ['page of later']), documentOf('n9.test', ['new']));
    expect(await upgraded.domains.get('later.test')).toMatchObject({ rank: 7 });
    expect(await found(upgraded.domains, 'page of n9')).not.toContain('n9.test');
    expect(await found(upgraded.domains, 'page of later')).toEqual(['later.test']);
    await upgraded.close();
    expect(existsSync(join(dataDir, 'domains.sqlite-commit'))).toBe(true);
    expect((await verifyTextIndex(dataDir, () => {})).rows).toMatchObject({ domains: 200 });
  },
);
