// Cases of WPT's mimesniff/mime-types/resources: values of Content-Type, and the media type that each states.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediaType } from '@sitegrep/http';
import type { SuiteCase, SuiteRun } from './suite.ts';

const FOLDER = join('mimesniff', 'mime-types', 'resources');
const FILES = ['mime-types.json', 'generated-mime-types.json'];

export function mimeSuite(folder: string): SuiteRun {
  const files = FILES.filter((name) => existsSync(join(folder, FOLDER, name)));
  const runs = files.map((name) => mimeCases(name, readFileSync(join(folder, FOLDER, name), 'utf8')));
  return {
    name: 'wpt-mime-types',
    cases: runs.flatMap(({ cases }) => cases),
    unread: runs.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/**
 * Reads a list of cases; strings between them are headings. A value that no header can carry (a code point beyond Latin-1) is
 * not read.
 */
export function mimeCases(file: string, json: string): { cases: readonly SuiteCase[]; unread: number } {
  const list = JSON.parse(json) as (string | { input: string; output: string | null })[];
  const all = list.filter((one) => typeof one !== 'string');
  const carried = all.filter(({ input }) => !/[^\0-\xff]/.test(input));
  const cases = carried.map(({ input, output }) => ({
    key: `${file} ${JSON.stringify(input)}`,
    expected: output?.split(';', 1)[0] ?? 'none',
    actual: mediaType([['content-type', input]]) ?? 'none',
  }));
  return { cases, unread: all.length - cases.length };
}
