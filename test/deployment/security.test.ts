import { existsSync, readFileSync } from 'node:fs';
import { documentSettings } from '@sitegrep/config';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:-|threat )/.test(line));

test('every threat has a defence and an existing test', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const [, threat = '', stopped = '', tests = ''] = row.split('|').map((cell) => cell.trim());
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect([threat, stopped.length > 10, files.length > 0]).toEqual([threat, true, true]);
    for (const file of files) {
      expect(file).toMatch(/\.test\.ts$/);
      expect([file, existsSync(new URL(file, root))]).toEqual([file, true]);
    }
  }
});

test('every test, page and setting named on the page exists', () => {
  for (const [, file = ''] of page.matchAll(/`([\w/.-]+\.test\.ts)`/g))
    expect([file, existsSync(new URL(file, root))]).toEqual([file, true]);
  for (const [, link = ''] of page.matchAll(/\]\(([\w.-]+\.md)[#)]/g))
    expect([link, existsSync(new URL(`docs/${link}`, root))]).toEqual([link, true]);
  const settings = documentSettings();
  for (const [name] of page.matchAll(/SITEGREP_[A-Z_]+[A-Z]/g)) expect(settings).toContain(`\`${name}\``);
});
