// Flipped bits: each answer is right or names the damage; one that no checksum guards may be wrong, if a check of the folder
// finds the damage.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ReaderCalls } from '../../packages/storage/src/sqlite/domains/reader.ts';
import { PAGE_BYTES } from '../../packages/storage/src/sqlite/connection.ts';
import { storageError } from '../../packages/storage/src/sqlite/failure.ts';
import { verifyTextIndex } from '../../packages/storage/src/sqlite/maintenance/verify.ts';
import {
  askFolder,
  fillFolders,
  readFiles,
  restoreFiles,
  type Answer,
  type Files,
} from '../../packages/storage/test/damaged-folder.ts';
import {
  drawDocument,
  drawName,
  seededRandom,
  type Model,
} from '../../packages/storage/test/drawn-documents.ts';
import { drawQuestions, type Question } from '../../packages/storage/test/folder-questions.ts';
import { actOn, askRecords, closeRecords, openStoredRecords, RECORD_QUESTIONS } from './stored-records.ts';
import { wholeSite } from '@sitegrep/storage';

export interface Flips {
  /** Flips by the kind of what was hit. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Flips after which the folder was not opened, or some answer was refused or wrong; a check is made after each. */
  readonly met: number;
  /** Flips that a check of the folder found. */
  readonly found: number;
  /** Flips after which the folder was not opened. */
  readonly unopened: number;
  /** Answers that were right, and answers that were refused because of the damage. */
  readonly right: number;
  readonly refused: number;
  /** Writes after a flip that were done, and that were refused. */
  readonly written: number;
  readonly unwritten: number;
  /** Wrong answers that a check of the folder explains, each of full text or records. */
  readonly explained: number;
  /** Answers that were wrong although a checksum guards them, and refusals that do not name the damage. */
  readonly wrong: readonly string[];
  /** Answers that were wrong, or refused, and no check finds anything. */
  readonly silent: readonly string[];
}

/** Enough for lists of documents by label, and some documents that are in none yet. */
const DOMAINS = 300;
const QUESTIONS = 26;
/** Further draws of a place whose byte is 0. */
const RETRIES = 3;
/** A flip that no answer meets is checked each so many times; documents are put after each so many flips. */
const UNMET_CHECKS = 5;
const WRITES = 4;
/** Documents that are put after a flip. */
const CHANGES = [drawDocument(1, 7), drawDocument(2_000, 7), drawDocument(100, 7)];

/** A question whose answer no checksum guards: a damaged structure of SQLite may hide a row from it. */
interface Unguarded {
  readonly name: string;
  readonly expected: string;
}

/** A folder that is flipped, and what it answers to the questions that no checksum guards. */
interface Filled {
  readonly path: string;
  readonly files: Files;
  readonly records: readonly Unguarded[];
  readonly spans: Readonly<Record<string, readonly Span[]>>;
}

/** Bytes of a file. */
interface Span {
  readonly path: string;
  readonly from: number;
  readonly bytes: number;
}

interface Prepared {
  readonly root: string;
  /** Folder as a process leaves it that was stopped. */
  readonly closed: Filled;
  /** Folder as a process leaves it that was killed. */
  readonly killed: Filled;
  readonly model: Model;
  readonly guarded: readonly Question[];
  readonly fullText: readonly Question[];
}

/** Kinds of bytes that are hit, one after the other; more answers depend on those that are named twice. */
const KINDS = [
  ['closed', 'full text'],
  ['closed', 'any of the database'],
  ['closed', 'segments'],
  ['closed', 'lists and labels'],
  ['closed', 'records'],
  ['closed', 'screenshots'],
  ['killed', 'logs of SQLite'],
  ['closed', 'sources'],
  ['closed', 'structure'],
  ['killed', 'segments'],
  ['closed', 'full text'],
  ['killed', 'commit mark'],
  ['closed', 'rows'],
] as const;

/** Flips bits one at a time, and asks, writes and checks the folder each time. */
export async function flipBits(flips: number, seed: number): Promise<Flips> {
  const root = mkdtempSync(join(tmpdir(), 'sitegrep-flips-'));
  try {
    return await flipIn(await prepare(root), flips, seed);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function prepare(root: string): Promise<Prepared> {
  const [closed, killed] = [join(root, 'closed'), join(root, 'killed')];
  const model = await fillFolders(closed, killed, DOMAINS);
  const guarded = drawQuestions(model, QUESTIONS);
  const recorded = [...READS, ...TEXT_SEARCHES].map(([name, ask]) => ({ name, ask, expected: '' }));
  const { answers } = await askFolder(closed, recorded, []);
  const expecting = recorded.map((question, index): Question => {
    const answer = answers[index];
    if (answer === undefined || 'refusal' in answer) throw new Error(`${question.name} is not answered`);
    return { ...question, expected: answer.value };
  });
  const folders = { closed: await filled(closed, 'closed'), killed: await filled(killed, 'killed') };
  for (const folder of [folders.closed, folders.killed]) {
    requireKinds(folder);
    await requireRight(folder, [...guarded, ...expecting]);
  }
  return {
    root,
    model,
    ...folders,
    guarded: [...guarded, ...expecting.slice(0, READS.length)],
    fullText: expecting.slice(READS.length),
  };
}

/** @throws if a kind of file is missing that is to be flipped */
function requireKinds({ path, files }: Filled): void {
  const names = [...files.keys()];
  for (const kind of [/\.log$/, /\.dead$/, /\.segment$/, /manifest$/, /domains\.sqlite-commit$/]) {
    if (!names.some((name) => kind.test(name))) throw new Error(`${path} has no file ${String(kind)}`);
  }
}

/** @throws if a folder does not answer as a plain scan does although nothing is damaged */
async function requireRight({ path, files }: Filled, questions: readonly Question[]): Promise<void> {
  const { answers } = await askFolder(path, questions, []);
  for (const [index, { name, expected }] of questions.entries()) {
    const answer = answers[index];
    if (answer === undefined || 'refusal' in answer || answer.value !== expected)
      throw new Error(`${name} is answered wrongly in ${path} before any bit is flipped`);
  }
  await verifyTextIndex(path, () => {});
  restoreFiles(path, files);
}

/** Reads of documents that were recorded before any flip. */
const READS: readonly (readonly [name: string, ask: (calls: ReaderCalls) => string])[] = [
  ['names', (calls) => JSON.stringify([calls.names(''), calls.under({ domain: 'test', after: '' })])],
  ['ranks', (calls) => JSON.stringify(calls.ranks(''))],
  ['blocks', (calls) => JSON.stringify(calls.blocks({ after: '', limit: 100 }))],
  [
    'sizes',
    (calls) => {
      const { domains, pages, sourceBytes, compressedBytes } = calls.stats(null);
      return JSON.stringify([domains, pages, sourceBytes, compressedBytes]);
    },
  ],
  [
    'lookups',
    (calls) => {
      const names = Array.from({ length: DOMAINS }, (_, number) => drawName(number));
      const each = names.map((name) => [
        calls.pages({ domain: name, urls: null }),
        calls.technologies(name),
        calls.links(name),
        calls.answers({ domain: name, range: { offset: 0, limit: 100 } }),
        calls.lastVisit(name),
      ]);
      return JSON.stringify([calls.lookup(names), each]);
    },
  ],
];

const KEYWORDS = [
  'otter',
  'beaver river',
  '"newt of"',
  'ödland',
  '水族館',
  'hern',
  'scripts -2026',
  'absent',
];

const TEXT_SEARCHES: typeof READS = [
  ...KEYWORDS.map((keyword): (typeof READS)[number] => [
    `full text of ${keyword}`,
    (calls) => {
      const argument = { keyword, language: 'en', country: null, limit: 100, now: 1_700_000_000_000 };
      return JSON.stringify(calls.textSearch({ argument, ticket: 1 }));
    },
  ]),
  [
    'completions',
    (calls) => JSON.stringify(calls.textCompletions({ argument: { typed: 'ot', limit: 20 }, ticket: 1 })),
  ],
];

/** Adds records to a folder and notes what it has. */
async function filled(path: string, left: 'closed' | 'killed'): Promise<Filled> {
  const stores = openStoredRecords(path);
  for (let number = 0; number < 60; number++) actOn(stores, number);
  const records = RECORD_QUESTIONS.map((name) => ({ name, expected: askRecords(stores, name) }));
  if (left === 'closed') {
    await closeRecords(stores);
    const files = readFiles(path);
    return { path, files, records, spans: spansOf(path, files) };
  }
  // While it is open: a last process that closes it would empty the log.
  const files = readFiles(path);
  await closeRecords(stores);
  restoreFiles(path, files);
  return { path, files, records, spans: spansOf(path, files) };
}

/** Names of tables by what they hold; all others are the rows of documents. */
const TABLES: readonly (readonly [kind: string, tables: RegExp])[] = [
  ['full text', /^(word|pointer|page_text)/],
  ['screenshots', /^screenshot/],
  ['sources', /^page$/],
  ['lists and labels', /^(ordered|chunk|label)/],
];

function spansOf(folder: string, files: Files): Readonly<Record<string, readonly Span[]>> {
  const spans: Record<string, Span[]> = {};
  const add = (kind: string, span: Span): unknown => (spans[kind] ??= []).push(span);
  for (const [path, { length }] of files) {
    if (length === 0) continue;
    const name = relative(folder, path);
    const whole = { path, from: 0, bytes: length };
    if (name.startsWith('segments')) add('segments', whole);
    else if (name.endsWith('-commit')) add('commit mark', whole);
    else if (name === 'records.sqlite') add('records', whole);
    else if (name === 'domains.sqlite') {
      add('any of the database', whole);
      for (let from = 0; from < length; from += PAGE_BYTES) add('structure', { path, from, bytes: 100 });
    } else if (/\.sqlite-(wal|shm)$/.test(name)) add('logs of SQLite', whole);
  }
  const path = join(folder, 'domains.sqlite');
  const copy = new DatabaseSync(path, { readOnly: true });
  for (const { name, pageno } of copy.prepare('SELECT name, pageno FROM dbstat').all()) {
    const kind = TABLES.find(([, tables]) => tables.test(String(name)))?.[0] ?? 'rows';
    add(kind, { path, from: (Number(pageno) - 1) * PAGE_BYTES, bytes: PAGE_BYTES });
  }
  copy.close();
  restoreFiles(folder, files);
  return spans;
}

interface Drawn {
  readonly folder: Filled;
  readonly path: string;
  readonly damaged: Buffer;
  readonly where: string;
}

function draw(
  { root, ...folders }: Prepared,
  flip: number,
  random: (below: number) => number,
): Drawn & { kind: string } {
  const [left, kind] = KINDS[flip % KINDS.length] ?? KINDS[0];
  const folder = folders[left];
  const spans = folder.spans[kind] ?? [];
  const span = spans[random(spans.length)];
  if (span === undefined) throw new Error(`there is nothing of ${kind} in ${left}`);
  const damaged = Buffer.from(folder.files.get(span.path) ?? []);
  const position = (): number => span.from + random(Math.min(span.bytes, damaged.length - span.from));
  let at = position();
  // Zeros are mostly space that nothing uses.
  for (let retry = 0; retry < RETRIES && damaged[at] === 0; retry++) at = position();
  const bit = random(8);
  damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
  const where = `flip ${flip}: bit ${bit} of byte ${at} of ${relative(root, span.path)} (${kind})`;
  return { folder, path: span.path, damaged, where, kind };
}

async function flipIn(prepared: Prepared, flips: number, seed: number): Promise<Flips> {
  const { model, guarded, fullText } = prepared;
  const random = seededRandom(seed);
  const documents = new Map(model.documents);
  for (const document of CHANGES) documents.set(document.domain, document);
  const changed = drawQuestions({ ...model, documents }, QUESTIONS);
  const tally = {
    met: 0,
    found: 0,
    unopened: 0,
    right: 0,
    refused: 0,
    written: 0,
    unwritten: 0,
    explained: 0,
  };
  const kinds: Record<string, number> = {};
  const wrong: string[] = [];
  const silent: string[] = [];

  for (let flip = 0; flip < flips; flip++) {
    const drawn = draw(prepared, flip, random);
    const { folder, where } = drawn;
    kinds[drawn.kind] = (kinds[drawn.kind] ?? 0) + 1;
    const damage = (): void => {
      restoreFiles(folder.path, folder.files);
      writeFileSync(drawn.path, drawn.damaged);
    };
    /** Notes an error, which has to name the damage. */
    const refuse = (what: string, refusal: Error): void => {
      if (!isNamed(refusal)) wrong.push(`${where}: ${what}: ${String(refusal)}`);
    };
    /** @returns the answer if it is wrong; null: it is right, or it was refused */
    const judge = (name: string, expected: string, answer: Answer<string>): string | null => {
      if ('refusal' in answer) {
        tally.refused++;
        refuse(name, answer.refusal);
        return null;
      }
      if (answer.value !== expected) return `${where}: ${name}: ${answer.value.slice(0, 300)}`;
      tally.right++;
      return null;
    };

    damage();
    const { refused } = tally;
    const questions = [...guarded, ...fullText];
    const { written, answers } = await askFolder(folder.path, questions, []);
    const isOpened = !('refusal' in written);
    if ('refusal' in written) {
      tally.unopened++;
      refuse('opening', written.refusal);
    }
    const unguarded: string[] = [];
    for (const [index, answer] of answers.entries()) {
      const { name = '', expected = '' } = questions[index] ?? {};
      const fault = judge(name, expected, answer);
      if (fault !== null) (index < guarded.length ? wrong : unguarded).push(fault);
    }
    for (const [name, expected, answer] of await askAllRecords(folder)) {
      const fault = judge(name, expected, answer);
      if (fault !== null) unguarded.push(fault);
    }

    const isMet = !isOpened || tally.refused > refused || unguarded.length > 0;
    if (isMet) tally.met++;
    if (isMet || flip % UNMET_CHECKS === 0) {
      damage();
      const problem = await problemFound(folder.path);
      if (problem !== null) {
        tally.found++;
        tally.explained += unguarded.length;
        refuse('verify', problem);
      } else if (isMet) silent.push(`${where}: nothing is found to be damaged`, ...unguarded);
    }

    if (flip % WRITES === 0) {
      damage();
      const puts = CHANGES.map(wholeSite);
      const later = await askFolder(folder.path, changed, puts);
      const isWritten = !('refusal' in later.written);
      tally[isWritten ? 'written' : 'unwritten']++;
      if ('refusal' in later.written) refuse('a write', later.written.refusal);
      // A write that was refused did not happen: then the answers are not those of the changed documents.
      for (const [index, answer] of isWritten ? later.answers.entries() : []) {
        const { name = '', expected = '' } = changed[index] ?? {};
        const fault = judge(`after a write, ${name}`, expected, answer);
        if (fault !== null) wrong.push(fault);
      }
    }
    restoreFiles(folder.path, folder.files);
  }
  return { ...tally, kinds, wrong, silent };
}

/** Names of the questions, with the answers that they should have and have. */
async function askAllRecords({
  path,
  records,
}: Filled): Promise<readonly (readonly [string, string, Answer<string>])[]> {
  const file = join(path, 'records.sqlite');
  try {
    const stores = openStoredRecords(path);
    await using closers = new AsyncDisposableStack();
    closers.defer(() => closeRecords(stores));
    return records.map(({ name, expected }) => {
      try {
        return [name, expected, { value: askRecords(stores, name) }];
      } catch (error) {
        return [name, expected, { refusal: storageError(error, file) }];
      }
    });
  } catch (error) {
    return [['records', '', { refusal: storageError(error, file) }]];
  }
}

async function problemFound(folder: string): Promise<Error | null> {
  try {
    await verifyTextIndex(folder, () => {});
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Whether an error says that something is damaged, in which file, and what to do. */
function isNamed({ name, message }: Error): boolean {
  // A flipped mark in the header of a database makes a file that SQLite may not write.
  if (name === 'StorageUnavailable')
    return /\.sqlite can't be opened .*the file is damaged: restore/s.test(message);
  return (
    name === 'StorageCorrupt' &&
    /(\.sqlite|\.log|\.segment|\.dead|manifest).* ("sitegrep index rebuild"|restore the data folder)/s.test(
      message,
    )
  );
}
