import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bashCompletion, type CommandWords, fishCompletion, zshCompletion } from '../completion-scripts.ts';
import { COMMAND_WORDS as commands } from '../command-words.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-completion-'));
  writeFileSync(join(folder, 'bash'), bashCompletion(commands));
  writeFileSync(join(folder, 'zsh'), zshCompletion(commands));
  writeFileSync(join(folder, 'fish'), fishCompletion(commands));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SHELLS = {
  bash: { flags: ['--norc', '--noprofile'], quote: (text: string) => `'${text}'` },
  zsh: { flags: ['-f'], quote: (text: string) => `'${text}'` },
  fish: { flags: ['--no-config'], quote: (text: string) => `'${text}'` },
} as const;
type Shell = keyof typeof SHELLS;

const isHere = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** Asks a real shell what can follow some words, of which the last one is begun; for many of them at once. */
function ask(shell: Shell, lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const { flags, quote } = SHELLS[shell];
  const queries = lines.map((words) => {
    const quoted = words.map(quote).join(' ');
    switch (shell) {
      case 'bash':
        return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _sitegrep; printf '%s\\n' "\${COMPREPLY[@]}"; echo ----`;
      case 'zsh':
        return `words=(${quoted}); CURRENT=${words.length}; _sitegrep; echo ----`;
      case 'fish':
        return `complete -C ${quote(words.join(' '))}; echo ----`;
    }
  });
  // Stubs of zsh's own completion functions, which print the words that they are given.
  const stage =
    'compdef() {}; _describe() { print -l -- "${(@P)2%%:*}" }; compadd() { shift; print -l -- "$@" }; _files() { print FILES };';
  const script = `${shell === 'zsh' ? stage : ''} source ${join(folder, shell)}; ${queries.join('\n')}`;
  const { stdout, stderr, status } = spawnSync(shell, [...flags, '-c', script], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const begun = (at: number, word: string): boolean => word.startsWith(lines[at]?.at(-1) ?? '');
  return stdout
    .split('----\n')
    .slice(0, -1)
    .map((answer, at) =>
      answer
        .split('\n')
        .map((line) => line.split('\t', 1)[0] ?? '')
        // zsh matches what is begun by itself.
        .filter((word) => word !== '' && (shell !== 'zsh' || begun(at, word)))
        .toSorted(),
    );
}

describe.for(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  test.runIf(isHere(shell))('completes commands, options and the values that there are', () => {
    const answers = ask(shell, [
      ['sitegrep', 're'],
      ['sitegrep', 'index', ''],
      ['sitegrep', 'index', 'verify', '--'],
      ['sitegrep', 'keys', 'create', '--sc'],
      ['sitegrep', 'keys', 'create', '--scope', 's'],
      ['sitegrep', 'completion', ''],
      // A term is not a command, whatever it is.
      ['sitegrep', 'search', 'index', '--off'],
    ]);
    expect(answers).toEqual([
      ['reanalyse', 'renderer', 'restore'],
      ['merge', 'migrate', 'rebuild', 'resize', 'stats', 'verify'],
      ['--help', '--json'],
      ['--scope'],
      ['search', 'serp', 'source'],
      ['bash', 'fish', 'zsh'],
      ['--offset', '--offset-token'],
    ]);
  });

  test.runIf(isHere(shell))('knows every command and option of the program', () => {
    const below = commands.filter(({ next }) => next.length > 0);
    const lines = [
      ...below.map(({ path }) => [...path.split(' '), '']),
      ...commands.map(({ path }) => [...path.split(' '), '--']),
    ];
    const long = ({ options }: CommandWords): readonly string[] =>
      options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith('--')));
    expect(ask(shell, lines)).toEqual([
      ...below.map(({ next }) => next.map(({ word }) => word).toSorted()),
      ...commands.map((command) => long(command).toSorted()),
    ]);
  });
});
