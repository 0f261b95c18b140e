import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DomainPut } from '../domains.ts';
import {
  askFolder,
  drawDocument,
  drawQuestions,
  fillFolders,
  readFiles,
  restoreFiles,
  seededRandom,
  type Files,
  type Model,
  type Question,
} from './damaged-folder.fixture.ts';
import { verifyTextIndex } from './maintenance/text-index.ts';

/** For a long run, set these to other numbers. */
const FLIPS = 150;
const SEED = 20_261_122;

const QUESTIONS = 26;
const PAGE = 16_384;

let root: string;
let folders: Readonly<Record<'closed' | 'killed', { readonly path: string; readonly files: Files }>>;
let model: Model;
let questions: readonly Question[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sitegrep-'));
  const [closed, killed] = [join(root, 'closed'), join(root, 'killed')];
  model = await fillFolders(closed, killed, 300);
  folders = {
    closed: { path: closed, files: readFiles(closed) },
    killed: { path: killed, files: readFiles(killed) },
  };
  questions = drawQuestions(model, QUESTIONS);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(['closed', 'killed'] as const)(
  '%s: answers as a plain scan does while nothing is damaged',
  async (left) => {
    const { path, files } = folders[left];
    const names = [...files.keys()].map((file) => basename(file));
    expect(names.includes('domains.sqlite-wal')).toBe(left === 'killed');
    for (const kind of [/\.log$/, /\.dead$/]) expect(names.some((name) => kind.test(name))).toBe(true);
    expect(names.filter((name) => name.endsWith('.segment')).length).toBeGreaterThan(1);
    const { answers } = await askFolder(path, questions, []);
    expect(answers).toEqual(questions.map(({ expected }) => ({ value: expected })));
    restoreFiles(path, files);
  },
);

const CHANGES = [drawDocument(1, 7), drawDocument(2_000, 7), drawDocument(240, 7)];

/** Which files are flipped, in tenths: half in the database, of that half in what ties its pages together. */
const FILES = [
  { share: 5, left: 'closed', which: /domains\.sqlite$/ },
  { share: 3, left: 'closed', which: /$/ },
  { share: 1, left: 'killed', which: /$/ },
  { share: 1, left: 'killed', which: /domains\.sqlite-(wal|commit)$/ },
] as const;

/** A byte of all files of a kind. */
function drawPlace(random: (below: number) => number): {
  readonly folder: string;
  readonly files: Files;
  readonly path: string;
  readonly at: number;
} {
  const tenths = FILES.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  const { left, which } = tenths[random(tenths.length)] ?? FILES[0];
  const { path: folder, files } = folders[left];
  const kind = [...files].filter(([path]) => which.test(path));
  let at = random(kind.reduce((sum, [, bytes]) => sum + bytes.length, 0));
  for (const [path, bytes] of kind) {
    if (at < bytes.length) {
      const structure = path.endsWith('.sqlite') && random(2) === 0;
      return { folder, files, path, at: structure ? at - (at % PAGE) + random(100) : at };
    }
    at -= bytes.length;
  }
  throw new Error('there are no files');
}

it('whichever byte is flipped, each search, read and write is right or says what is damaged', async () => {
  const random = seededRandom(SEED);
  const documents = new Map(model.documents);
  for (const document of CHANGES) documents.set(document.domain, document);
  const changedQuestions = drawQuestions({ ...model, documents }, QUESTIONS);
  const tally = { right: 0, refused: 0, unopened: 0, written: 0, unwritten: 0 };

  const wrong: string[] = [];

  async function ask(
    { folder, files }: { readonly folder: string; readonly files: Files },
    asked: readonly Question[],
    write: readonly DomainPut[],
    place: string,
  ): Promise<void> {
    const { written, answers } = await askFolder(folder, asked, write);
    if (answers.length === 0) tally.unopened++;
    if (write.length > 0) tally['refusal' in written ? 'unwritten' : 'written']++;
    // A write that was refused did not happen: then the answers are not those of the changed documents.
    const judged = 'refusal' in written ? [] : answers;
    for (const [index, answer] of judged.entries()) {
      const { name, expected } = asked[index] ?? {};
      if ('refusal' in answer) tally.refused++;
      else if (answer.value === expected) tally.right++;
      else wrong.push(`${place}: ${name}: ${answer.value.slice(0, 500)}`);
    }
    for (const answer of [written, ...answers]) {
      if ('refusal' in answer && !isNamed(answer.refusal)) wrong.push(`${place}: ${String(answer.refusal)}`);
    }
    restoreFiles(folder, files);
  }

  for (let flip = 0; flip < FLIPS; flip++) {
    const drawn = drawPlace(random);
    const { folder, files, path, at } = drawn;
    const bit = random(8);
    const damaged = Buffer.from(files.get(path) ?? []);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
    const place = `flip ${flip}: bit ${bit} of byte ${at} of ${relative(root, path)}`;
    writeFileSync(path, damaged);
    const refusedBefore = tally.refused;
    await ask(drawn, questions, [], place);
    if (flip % 4 === 1) {
      writeFileSync(path, damaged);
      // What a search meets, a check of all finds.
      const sound = await verifyTextIndex(folder, () => {}).then(
        () => true,
        () => false,
      );
      if (sound && refusedBefore !== tally.refused) wrong.push(`${place}: nothing is found to be damaged`);
      restoreFiles(folder, files);
    }
    if (flip % 4 !== 0) continue;
    writeFileSync(path, damaged);
    await ask(
      drawn,
      changedQuestions,
      CHANGES.map((document) => ({ document })),
      `${place}, then written`,
    );
  }
  expect(wrong).toEqual([]);
  expect(tally.right).toBeGreaterThan(10 * FLIPS);
  expect(tally.refused).toBeGreaterThan(FLIPS);
  expect(tally.written).toBeGreaterThan(FLIPS / 10);
  expect(tally.unwritten).toBeGreaterThan(0);
}, 6_000_000);

/** Whether an error says that something is damaged, in which file, and what to do. */
function isNamed({ name, message }: Error): boolean {
  return (
    name === 'StorageCorrupt' &&
    /(domains\.sqlite|\.log|\.segment|\.dead|manifest).* ("sitegrep index rebuild"|restore the data folder)/s.test(
      message,
    )
  );
}
