import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitegrep-docs-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function generate(...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const script = join(import.meta.dirname, 'generate-docs.ts');
  return spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '..'),
  });
}

function complaintOf(path: string): string {
  return `${path} is not what the sources give: run "npm run docs" and commit it.\n`;
}

describe('generate-docs', () => {
  test('the committed documents are what the sources give', () => {
    expect(generate('--check')).toMatchObject({ status: 0, stderr: '' });
  });

  test('a document that is missing or changed by hand fails the check, which says how to mend it', () => {
    const all = [
      'docs/configuration.md',
      'docs/commands.md',
      'docs/openapi.json',
      'packages/client/src/api.ts',
      'packages/client/src/operations.ts',
      'docs/providers.md',
    ]
      .map(complaintOf)
      .join('');
    expect(generate('--check', '--root', root)).toMatchObject({ status: 1, stderr: all });
    expect(generate('--root', root)).toMatchObject({ status: 0 });
    expect(generate('--check', '--root', root)).toMatchObject({ status: 0, stderr: '' });
    appendFileSync(join(root, 'docs/configuration.md'), '\n');
    expect(generate('--check', '--root', root)).toMatchObject({
      status: 1,
      stderr: complaintOf('docs/configuration.md'),
    });
  });

  test('a block is made anew between its marks, and the text around it stays', () => {
    const path = join(root, 'docs/providers.md');
    generate('--root', root);
    const block = readFileSync(path, 'utf8');
    writeFileSync(path, `# Mine\n\n${block.replace('| Field', '| Old')}\nThe end.\n`);
    expect(generate('--check', '--root', root)).toMatchObject({
      status: 1,
      stderr: complaintOf('docs/providers.md'),
    });
    generate('--root', root);
    expect(readFileSync(path, 'utf8')).toBe(`# Mine\n\n${block}\nThe end.\n`);
  });

  test('the configuration names variable, default, bounds and purpose of a setting', () => {
    generate('--root', root);
    const lines = readFileSync(join(root, 'docs/configuration.md'), 'utf8').split('\n');
    const cells = (variable: string): readonly string[] | undefined =>
      lines
        .find((line) => line.startsWith(`| \`${variable}\``))
        ?.split('|')
        .map((cell) => cell.trim());
    expect(cells('SITEGREP_SITES_IN_FLIGHT')).toEqual([
      '',
      '`SITEGREP_SITES_IN_FLIGHT`',
      '`64`',
      'an integer from 1 to 1,000',
      'Sites that are crawled at the same time at most; fewer while memory, the event loop or threads are short.',
      '',
    ]);
    expect(cells('SITEGREP_ANALYSIS_THREADS')?.[2]).toBe(
      'one less than there are cores, at least 1, at most 64',
    );
    expect(cells('SITEGREP_ADMIN_KEY')?.[2]).toBe('none');
  });
});
