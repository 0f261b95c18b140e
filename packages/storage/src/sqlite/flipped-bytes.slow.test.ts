import { basename } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askFolder, restoreFiles } from '../../test/damaged-folder.ts';
import { flipBytes, prepareFolders, type FlippedFolders } from '../../test/flipped-bytes.ts';

/** Number of flips, and what they are drawn by: change both for a long run. */
const FLIPS = 150;
const SEED = 20_261_122;

let prepared: FlippedFolders;
beforeAll(async () => {
  prepared = await prepareFolders(300);
});
afterAll(() => prepared.remove());

it.each(['closed', 'killed'] as const)(
  '%s: answers as a plain scan does while nothing is damaged',
  async (left) => {
    const { path, files } = prepared.folders[left];
    const names = [...files.keys()].map((file) => basename(file));
    expect(names.includes('domains.sqlite-wal')).toBe(left === 'killed');
    for (const kind of [/\.log$/, /\.dead$/]) expect(names.some((name) => kind.test(name))).toBe(true);
    expect(names.filter((name) => name.endsWith('.segment')).length).toBeGreaterThan(1);
    const { answers } = await askFolder(path, prepared.questions, []);
    expect(answers).toEqual(prepared.questions.map(({ expected }) => ({ value: expected })));
    restoreFiles(path, files);
  },
);

it('whichever of many bytes is flipped, each search, read and write is right or says what is damaged', async () => {
  const { wrong, ...tally } = await flipBytes(prepared, FLIPS, SEED);
  expect(wrong).toEqual([]);
  // A third of the flips cannot stay unnoticed: those in the text index and in the database's log.
  expect(tally.met).toBeGreaterThan(FLIPS / 5);
  expect(tally.right).toBeGreaterThan(10 * FLIPS);
  expect(tally.refused).toBeGreaterThan(FLIPS);
  expect(tally.written).toBeGreaterThan(FLIPS / 10);
  expect(tally.unwritten).toBeGreaterThan(0);
}, 6_000_000);
