import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { DomainPut } from '../src/domains.ts';
import { verifyTextIndex } from '../src/sqlite/maintenance/text-index.ts';
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
} from './damaged-folder.ts';

const QUESTIONS = 26;
const PAGE = 16_384;

/** Two folders alike, one as a process leaves it that was stopped, one as a process leaves it that was killed. */
export interface FlippedFolders {
  readonly root: string;
  readonly folders: Readonly<Record<'closed' | 'killed', { readonly path: string; readonly files: Files }>>;
  readonly model: Model;
  readonly questions: readonly Question[];
  remove(): void;
}

export async function prepareFolders(domains: number): Promise<FlippedFolders> {
  const root = mkdtempSync(join(tmpdir(), 'sitegrep-'));
  const [closed, killed] = [join(root, 'closed'), join(root, 'killed')];
  const model = await fillFolders(closed, killed, domains);
  const folders = {
    closed: { path: closed, files: readFiles(closed) },
    killed: { path: killed, files: readFiles(killed) },
  };
  const questions = drawQuestions(model, QUESTIONS);
  return { root, folders, model, questions, remove: () => rmSync(root, { recursive: true, force: true }) };
}

const CHANGES = [drawDocument(1, 7), drawDocument(2_000, 7), drawDocument(240, 7)];

interface Kind {
  readonly left: 'closed' | 'killed';
  readonly which: RegExp;
  /** How a byte is drawn: of all bytes alike, or of all files alike and then of the file's bytes. */
  readonly evenOver: 'bytes' | 'files';
}

const DATABASE: Kind = { left: 'closed', which: /domains\.sqlite$/, evenOver: 'bytes' };
/** The questions read all blocks of these files, so that they meet the damage of any byte. */
const TEXT_INDEX: Kind = { left: 'closed', which: /\bsegments\b/, evenOver: 'files' };
const ANY: Kind = { left: 'closed', which: /$/, evenOver: 'bytes' };
const ANY_KILLED: Kind = { left: 'killed', which: /$/, evenOver: 'bytes' };
/** Nearly all of these bytes are the log's; with any of them damaged the folder is not opened. */
const LOG_KILLED: Kind = { left: 'killed', which: /domains\.sqlite-(wal|commit)$/, evenOver: 'bytes' };

/**
 * Kinds of files, one flip each in turn. Writes and checks come every fourth flip; as 4 and 9 have no common factor,
 * they come to each kind.
 */
const ORDER_OF_KINDS: readonly Kind[] = [
  DATABASE,
  TEXT_INDEX,
  DATABASE,
  ANY,
  DATABASE,
  TEXT_INDEX,
  DATABASE,
  ANY_KILLED,
  LOG_KILLED,
];

/** A byte of all files of a kind; in the database, half of them of what ties its pages together. */
function drawByte(
  { folders }: FlippedFolders,
  { left, which, evenOver }: Kind,
  random: (below: number) => number,
): {
  readonly folder: string;
  readonly files: Files;
  readonly path: string;
  readonly at: number;
} {
  const { path: folder, files } = folders[left];
  const ofKind = [...files].filter(([path, { length }]) => which.test(path) && length > 0);
  const kind = evenOver === 'bytes' ? ofKind : ofKind.slice(random(ofKind.length)).slice(0, 1);
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

/** Results of all flips. */
export interface FlipTally {
  /** Flips after which some question was refused, or the folder was not opened. */
  readonly met: number;
  readonly right: number;
  readonly refused: number;
  readonly unopened: number;
  readonly written: number;
  readonly unwritten: number;
  /** Answers that were wrong, and refusals that did not name the damage. */
  readonly wrong: readonly string[];
}

/** Flips bytes one at a time, and searches, reads and writes the folder each time. */
export async function flipBytes(prepared: FlippedFolders, flips: number, seed: number): Promise<FlipTally> {
  const { root, model, questions } = prepared;
  const random = seededRandom(seed);
  const documents = new Map(model.documents);
  for (const document of CHANGES) documents.set(document.domain, document);
  const changedQuestions = drawQuestions({ ...model, documents }, QUESTIONS);
  const tally = { met: 0, right: 0, refused: 0, unopened: 0, written: 0, unwritten: 0 };

  const wrong: string[] = [];

  async function ask(
    { folder, files }: { readonly folder: string; readonly files: Files },
    posed: readonly Question[],
    write: readonly DomainPut[],
    location: string,
  ): Promise<void> {
    const { written, answers } = await askFolder(folder, posed, write);
    if (answers.length === 0) tally.unopened++;
    if (write.length > 0) tally['refusal' in written ? 'unwritten' : 'written']++;
    // A write that was refused did not happen: then the answers are not those of the changed documents.
    const judged = 'refusal' in written ? [] : answers;
    for (const [index, answer] of judged.entries()) {
      const { name, expected } = posed[index] ?? {};
      if ('refusal' in answer) tally.refused++;
      else if (answer.value === expected) tally.right++;
      else wrong.push(`${location}: ${name}: ${answer.value.slice(0, 500)}`);
    }
    for (const answer of [written, ...answers]) {
      if ('refusal' in answer && !isNamed(answer.refusal))
        wrong.push(`${location}: ${String(answer.refusal)}`);
    }
    restoreFiles(folder, files);
  }

  for (let flip = 0; flip < flips; flip++) {
    const drawn = drawByte(prepared, ORDER_OF_KINDS[flip % ORDER_OF_KINDS.length] ?? ANY, random);
    const { folder, files, path, at } = drawn;
    const bit = random(8);
    const damaged = Buffer.from(files.get(path) ?? []);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
    const location = `flip ${flip}: bit ${bit} of byte ${at} of ${relative(root, path)}`;
    writeFileSync(path, damaged);
    const { refused, unopened } = tally;
    await ask(drawn, questions, [], location);
    if (tally.refused + tally.unopened > refused + unopened) tally.met++;
    if (flip % 4 === 1) {
      writeFileSync(path, damaged);
      // What a search meets, a check of all finds.
      const sound = await verifyTextIndex(folder, () => {}).then(
        () => true,
        () => false,
      );
      if (sound && refused !== tally.refused) wrong.push(`${location}: nothing is found to be damaged`);
      restoreFiles(folder, files);
    }
    if (flip % 4 !== 0) continue;
    writeFileSync(path, damaged);
    await ask(
      drawn,
      changedQuestions,
      CHANGES.map((document) => ({ document })),
      `${location}, then written`,
    );
  }
  return { ...tally, wrong };
}

/** Whether an error says that something is damaged, in which file, and what to do. */
function isNamed({ name, message }: Error): boolean {
  return (
    name === 'StorageCorrupt' &&
    /(domains\.sqlite|\.log|\.segment|\.dead|manifest).* ("sitegrep index rebuild"|restore the data folder)/s.test(
      message,
    )
  );
}
