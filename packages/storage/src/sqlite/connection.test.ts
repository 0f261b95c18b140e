import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageCorrupt, StorageMisconfigured } from '../errors.ts';
import { ensureSchema, requireSchema, type Schema } from './connection.ts';

const FILE = '/data/some.sqlite';
const THIRD: Schema = { version: 3, sql: 'CREATE TABLE third (id INTEGER PRIMARY KEY) STRICT' };

let db: DatabaseSync;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
});
afterEach(() => db.close());

it('makes the tables of a new database once', () => {
  let created = 0;
  expect(requireSchema(db, FILE, THIRD)).toBe(false);
  ensureSchema(db, FILE, THIRD, () => created++);
  db.exec('INSERT INTO third VALUES (7)');
  ensureSchema(db, FILE, THIRD, () => created++);
  expect(requireSchema(db, FILE, THIRD)).toBe(true);
  expect(created).toBe(1);
  expect(db.prepare('SELECT id FROM third').get()).toEqual({ id: 7 });
});

it.each([
  [4, 'a newer', 'upgrade sitegrep'],
  [2, 'an older', 'use the version that wrote it'],
])('refuses a database of schema %i, and says what to do', (version, written, remedy) => {
  ensureSchema(db, FILE, { version, sql: 'CREATE TABLE another (id INTEGER PRIMARY KEY) STRICT' });
  const message =
    `${FILE} was written by ${written} version of sitegrep (schema ${version}, this version reads schema 3): ` +
    `${remedy}, or set SITEGREP_DATA_DIR to another folder`;
  expect(() => ensureSchema(db, FILE, THIRD)).toThrow(new StorageMisconfigured(message));
  expect(() => requireSchema(db, FILE, THIRD)).toThrow(new StorageMisconfigured(message));
  expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'another' }]);
});

it('does not believe a version that is not written twice', () => {
  ensureSchema(db, FILE, THIRD);
  db.exec('PRAGMA user_version = 1');
  expect(() => requireSchema(db, FILE, THIRD)).toThrow(StorageCorrupt);
});
