import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GENERATED, staleDocuments, writeDocuments } from './generate-docs.ts';

/** The documents of these paths: all of them take seconds, and `npm run check` makes them. */
const documents = (...paths: readonly string[]) => GENERATED.filter(({ path }) => paths.includes(path));

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitegrep-docs-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('generate-docs', () => {
  test('a document that is missing or was changed by hand is stale until it is written again', async () => {
    const two = documents('docs/configuration.md', 'docs/html-source-code-search.md');
    const paths = two.map(({ path }) => path);
    expect(await staleDocuments(root, two)).toEqual(paths);
    await writeDocuments(root, two);
    expect(await staleDocuments(root, two)).toEqual([]);
    appendFileSync(join(root, 'docs/configuration.md'), '\n');
    expect(await staleDocuments(root, two)).toEqual(['docs/configuration.md']);
  });

  test('a block is replaced between its marks, and the text around it stays', async () => {
    const providers = documents('docs/providers.md');
    const path = join(root, 'docs/providers.md');
    await writeDocuments(root, providers);
    const block = readFileSync(path, 'utf8');
    writeFileSync(path, `# Mine\n\n${block.replace('| Field', '| Old')}\nThe end.\n`);
    expect(await staleDocuments(root, providers)).toEqual(['docs/providers.md']);
    await writeDocuments(root, providers);
    expect(readFileSync(path, 'utf8')).toBe(`# Mine\n\n${block}\nThe end.\n`);
  });

  test('the configuration names variable, default, bounds and purpose of a setting', async () => {
    await writeDocuments(root, documents('docs/configuration.md'));
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
      'Maximum sites that are crawled at the same time; fewer while memory, the event loop or threads are overloaded.',
      '',
    ]);
    expect(cells('SITEGREP_ANALYSIS_THREADS')?.[2]).toBe(
      'one less than there are cores, at least 1, at most 64',
    );
    expect(cells('SITEGREP_ADMIN_KEY')?.[2]).toBe('none');
  });
});
