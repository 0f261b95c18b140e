import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeDisk as disk } from './disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'segments-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string): Buffer => Buffer.from(text);

test('a read past the end gives the bytes that there are', () => {
  const file = disk.open(join(folder, 'a'), 'create');
  disk.write(file, bytes('abcdef'), 0);
  const into = Buffer.alloc(4, '-');
  expect(disk.read(file, into, 4)).toBe(2);
  expect(into.toString()).toBe('ef--');
  expect(disk.read(file, into, 6)).toBe(0);
  expect(disk.size(file)).toBe(6);
  disk.close(file);
});

test('create refuses a file that exists, read and change one that does not', () => {
  disk.close(disk.open(join(folder, 'a'), 'create'));
  expect(() => disk.open(join(folder, 'a'), 'create')).toThrow('EEXIST');
  expect(() => disk.open(join(folder, 'b'), 'read')).toThrow('ENOENT');
  expect(() => disk.open(join(folder, 'b'), 'change')).toThrow('ENOENT');
  expect(disk.list(folder)).toEqual(['a']);
});

test('a file opened to read is not written, one opened to change is', () => {
  const path = join(folder, 'a');
  disk.close(disk.open(path, 'create'));
  const reading = disk.open(path, 'read');
  expect(() => disk.write(reading, bytes('x'), 0)).toThrow('EBADF');
  disk.close(reading);
  const changing = disk.open(path, 'change');
  disk.write(changing, bytes('0123'), 0);
  disk.truncate(changing, 2);
  disk.sync(changing);
  disk.close(changing);
  expect(disk.stat(path)?.bytes).toBe(2);
});

test('the version of a path changes by a write and by a rename over it', () => {
  const path = join(folder, 'a');
  const first = disk.open(path, 'create');
  const versions = [disk.stat(path)?.version];
  disk.write(first, bytes('1'), 0);
  versions.push(disk.stat(path)?.version);
  const second = disk.open(join(folder, 'b'), 'create');
  disk.write(second, bytes('2'), 0);
  disk.rename(join(folder, 'b'), path);
  disk.syncFolder(folder);
  versions.push(disk.stat(path)?.version);
  expect(new Set(versions).size).toBe(3);
  expect(disk.stat(path)?.version).toBe(versions[2]);
  disk.close(first);
  disk.close(second);
  disk.remove(path);
  expect(() => disk.remove(path)).toThrow('ENOENT');
  expect(() => disk.remove(folder)).toThrow(expect.objectContaining({ code: 'EISDIR', path: folder }));
  expect(disk.stat(path)).toBeNull();
});

test('a folder is made with its parents, and again', () => {
  const path = join(folder, 'x', 'y');
  disk.makeFolder(path);
  disk.makeFolder(path);
  expect(disk.list(join(folder, 'x'))).toEqual(['y']);
});
