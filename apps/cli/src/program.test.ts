import { effectiveSettings, loadConfig } from '@sitegrep/config';
import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { helpOf } from './document-commands.ts';
import { MANUAL } from './manual.ts';
import { openProgram, pathOf } from './program.ts';

let commands: readonly Command[];
/** Those that do something, not only group others. */
let doing: readonly Command[];
beforeAll(async () => {
  const program = await openProgram();
  commands = program.commands.flatMap((command) => [command, ...command.commands]);
  doing = commands.filter((command) => command.commands.length === 0);
});

describe('the help', () => {
  test('describes every command, argument and option', () => {
    const silent = commands.flatMap((command) => [
      ...(command.description() === '' ? [pathOf(command)] : []),
      ...command.registeredArguments
        .filter(({ description }) => description === '')
        .map((argument) => `${pathOf(command)} <${argument.name()}>`),
      ...command.options
        .filter(({ description }) => description === '')
        .map(({ flags }) => `${pathOf(command)} ${flags}`),
    ]);
    expect(silent).toEqual([]);
    expect(commands.length).toBeGreaterThan(30);
  });

  test('has examples, settings and exit codes of every command, and of no other', () => {
    expect(Object.keys(MANUAL).toSorted()).toEqual(doing.map(pathOf).toSorted());
    for (const command of doing) {
      expect(helpOf(command)).toMatch(
        /\n\nExamples:\n {2}\S.*\n {6}\S(?:.*\n)+\nSettings: \S(?:.*\n)+Exit codes: 0 /,
      );
    }
  });

  test('names settings that there are', () => {
    const known = new Set(effectiveSettings(loadConfig({})).map(({ variable }) => variable));
    const named = Object.values(MANUAL).flatMap(({ settings, examples }) => [
      ...settings,
      ...examples.flatMap(([line]) => Array.from(line.matchAll(/SITEGREP_\w+/g), ([variable]) => variable)),
    ]);
    expect(named.filter((name) => name.startsWith('SITEGREP_') && !known.has(name))).toEqual([]);
  });

  test('gives examples with commands and options that there are', () => {
    for (const command of doing) {
      const path = pathOf(command);
      const flags = new Set(command.options.flatMap(({ short, long }) => [short, long]));
      for (const [line] of MANUAL[path]?.examples ?? []) {
        const [, after = ''] = line.split(`sitegrep ${path}`, 2);
        expect(line).toContain(`sitegrep ${path}`);
        const given = Array.from(after.matchAll(/(?<=\s)--?[a-z][\w-]*/g), ([flag]) => flag);
        expect(given.filter((flag) => !flags.has(flag))).toEqual([]);
      }
    }
  });

  test('shows no default that is not given, and the same text on any day', () => {
    const all = doing.map(helpOf).join('\n');
    expect(all).not.toMatch(/default: (?:false|\[\])/);
    expect(all).not.toContain(new Date().toISOString().slice(0, 10));
  });
});

test('a flag that is not given is off, though the help shows no default', async () => {
  const { commands: known } = await openProgram('search');
  const search = known.find((command) => command.name() === 'search');
  expect(search?.opts()).toEqual({
    literal: false,
    ignoreCase: false,
    names: false,
    onlyMatching: false,
    offset: 0,
    bom: false,
    order: [],
    facet: [],
    term: [],
    extract: [],
    pages: false,
    versions: false,
    count: false,
    explain: false,
    all: false,
    json: false,
    snippets: false,
  });
});
