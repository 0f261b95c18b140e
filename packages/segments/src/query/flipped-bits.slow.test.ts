import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { documentOf, markedDocument, queryOf, randomLetters, scan, Workbench } from '../../test/workbench.ts';
import { nodeDisk } from '../disk.ts';
import { SegmentsCorrupt } from '../errors.ts';

const random = seededRandom(4_242);
const ALPHABET = ' aabcdefg<>="/é';
const DOCUMENTS = Array.from({ length: 120 }, (_, index) =>
  index % 3 === 0
    ? markedDocument(
        1 + 2 * index,
        `<0>${randomLetters(random, ALPHABET, random(90))}</0><br>`.repeat(random(40)),
      )
    : documentOf(
        1 + 2 * index,
        randomLetters(random, ALPHABET, random(1_800)),
        '<br>'.repeat(random(60)),
        randomLetters(random, 'ab', random(900)),
      ),
);
const QUESTIONS = Array.from({ length: 20 }, (_, index) => {
  const { parts = [] } = DOCUMENTS[random(120)] ?? {};
  const text = Buffer.from(parts[index % parts.length] ?? []).toString();
  const from = random(Math.max(1, text.length - 12));
  return queryOf(
    [text.slice(from, from + 1 + (index % 12)) || 'a'],
    index % 4 === 0 ? ['ab'] : [],
    index % 5 < 2 ? 0 : null,
  );
});
const EXPECTED = QUESTIONS.map((query) => scan(DOCUMENTS, query));

/** The result of `ask`, or null if it reports that the file is damaged. */
function unlessDamaged<T>(path: string, ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof SegmentsCorrupt && error.file === path) return null;
    throw error;
  }
}

/** The answer to each query, null if it was refused. */
function answers(bench: Workbench, path: string): readonly (readonly number[] | null)[] {
  const segment = unlessDamaged(path, () => bench.open(path));
  const found = QUESTIONS.map((query) =>
    segment === null ? null : unlessDamaged(path, () => bench.search(segment, query)),
  );
  bench.close();
  return found;
}

test('with any byte of a segment flipped, each search is right or reports the damage', () => {
  const bench = new Workbench();
  const { path } = bench.build(DOCUMENTS);
  const whole = readFileSync(path);
  expect(whole.length).toBeGreaterThan(150_000);
  expect(answers(bench, path)).toEqual(EXPECTED);
  const file = nodeDisk.open(path, 'change');
  let [right, refused] = [0, 0];
  for (let round = 0; round < 1_000; round++) {
    const at = random(whole.length);
    nodeDisk.write(file, Uint8Array.of((whole[at] ?? 0) ^ (1 << random(8))), at);
    for (const [index, found] of answers(bench, path).entries()) {
      if (found === null) {
        refused++;
        continue;
      }
      expect(found, `question ${index} with byte ${at} flipped`).toEqual(EXPECTED[index]);
      right++;
    }
    nodeDisk.write(file, whole.subarray(at, at + 1), at);
  }
  nodeDisk.close(file);
  expect(right).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(1_000);
  expect(answers(bench, path)).toEqual(EXPECTED);
});

test('a segment that is truncated anywhere is refused', () => {
  const bench = new Workbench();
  const { path } = bench.build(DOCUMENTS);
  const whole = readFileSync(path);
  for (const length of [
    0,
    1,
    143,
    144,
    ...Array.from({ length: 100 }, () => random(whole.length)),
    whole.length - 1,
  ]) {
    writeFileSync(path, whole.subarray(0, length));
    expect(() => bench.open(path), `${length} bytes`).toThrow(`${path} is damaged: footer `);
  }
});
