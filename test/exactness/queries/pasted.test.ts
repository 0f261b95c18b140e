/* Source that is pasted is read as it stands, or a note says how it is read. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seeded } from './draw-queries.ts';
import { cutPieces, pasteFault } from './pasted.ts';

test('600 pieces of 20 kinds are read as they stand, or noted', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'sample-web');
  const sources: string[] = [];
  for await (const path of glob('**/*.html', { cwd: folder }))
    sources.push(await readFile(join(folder, path), 'latin1'));
  const pieces = cutPieces(sources, 600, seeded(1));
  expect(pieces).toHaveLength(600);
  expect(new Set(pieces.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
  const faults = pieces.map(({ kind, text }) => [kind, text, pasteFault(text)]);
  expect(faults.filter(([, , fault]) => fault !== null)).toEqual([]);
});
