// Data folders with documents of all kinds, and what they answer, damaged or not.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DomainPut } from '../src/domains.ts';
import { inTransaction } from '../src/sqlite/connection.ts';
import { searchLoad } from '../src/sqlite/domains/options.ts';
import { openReader } from '../src/sqlite/domains/reader.ts';
import { openWriter } from '../src/sqlite/domains/writer.ts';
import { storageError } from '../src/sqlite/failure.ts';
import { describeTextIndex } from '../src/sqlite/maintenance/text-index.ts';
import { openSqliteStorage } from '../src/sqlite/storage.ts';
import { byCodePoint, put } from './conformance/documents.ts';
import type { Known } from './conformance/oracle.ts';
import { drawDocument, drawName, type Model } from './drawn-documents.ts';
import type { Question } from './folder-questions.ts';

/** All files of a folder, as they were. */
export type Files = ReadonlyMap<string, Buffer>;

/**
 * Fills two folders alike: domains of several pages, some replaced, removed and ranked, in segments, dead files and a log.
 *
 * @param closed as a process leaves it that was stopped
 * @param killed as a process leaves it that was killed: the last changes are in the database's log only
 */
export async function fillFolders(closed: string, killed: string, domains: number): Promise<Model> {
  mkdirSync(closed);
  const documents = new Map<string, Known['document']>();
  const listed = new Map<string, number>();
  const storage = await openSqliteStorage({
    dataDir: closed,
    readers: 1,
    logBytes: 160_000,
    keepVersions: 3,
  });
  async function putAll(
    { domains: index }: typeof storage,
    numbers: readonly number[],
    version: number,
  ): Promise<void> {
    const drawn = numbers.map((number) => drawDocument(number, version));
    await put(index, ...drawn);
    for (const document of drawn) documents.set(document.domain, document);
  }
  async function changeSome(opened: typeof storage, version: number, each: number): Promise<void> {
    const all = Array.from({ length: domains }, (_, number) => number).filter((number) =>
      documents.has(drawName(number)),
    );
    await putAll(
      opened,
      all.filter((number) => number % each === 1),
      version,
    );
    const gone = all.filter((one) => one % each === 2).map((number) => drawDocument(number, version).domain);
    await Promise.all(gone.map((domain) => opened.domains.delete(domain)));
    for (const domain of gone) documents.delete(domain);
    const ranks = [...documents.keys()]
      .filter((_, index) => index % each === 3)
      .map((domain, index) => ({ domain, rank: (index * 91 + version) % 1_001 }));
    await opened.domains.setRanks(ranks);
    for (const { domain, rank } of ranks) listed.set(domain, rank);
  }
  for (let from = 0; from < domains; from += 20) {
    await putAll(
      storage,
      Array.from({ length: Math.min(20, domains - from) }, (_, index) => from + index),
      0,
    );
    if (from === 160) await changeSome(storage, 1, 23);
  }
  await built(closed);
  await storage.close();
  const reopened = await openSqliteStorage({ dataDir: closed, readers: 1, keepVersions: 3 });
  await changeSome(reopened, 2, 47);
  // While it is open: a last process that closes it would empty the database's log.
  cpSync(closed, killed, { recursive: true });
  await reopened.close();
  return { documents, listed };
}

/** Resolves once all logs but the last are built into segments. */
async function built(folder: string): Promise<void> {
  while (((await describeTextIndex(folder))?.logs.length ?? 0) > 1) await setTimeout(20);
}

export function readFiles(folder: string): Files {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted(byCodePoint)
      .map((path) => [path, readFileSync(path)]),
  );
}

/** Makes a folder what it was. */
export function restoreFiles(folder: string, files: Files): void {
  for (const path of readFiles(folder).keys()) if (!files.has(path)) rmSync(path);
  for (const [path, bytes] of files) {
    if (statSync(path, { throwIfNoEntry: false })?.size === bytes.length && readFileSync(path).equals(bytes))
      continue;
    writeFileSync(path, bytes);
  }
}

export type Answer<T = unknown> = { readonly value: T } | { readonly refusal: Error };

const OPTIONS = { buildBytes: 1 << 20, logBytes: 60_000, load: searchLoad() };

/**
 * Opens a folder as the threads of a process do, in this one, writes if there is something to write, and asks.
 *
 * @returns what came of opening and writing; an answer to each question, or none if the folder can't be opened
 */
export async function askFolder(
  folder: string,
  questions: readonly Question[],
  write: readonly DomainPut[],
): Promise<{ readonly written: Answer; readonly answers: readonly Answer<string>[] }> {
  const file = join(folder, 'domains.sqlite');
  const attempt = <T>(work: () => T): Answer<T> => {
    try {
      return { value: work() };
    } catch (error) {
      return { refusal: storageError(error, file) };
    }
  };
  const writing = attempt(() => openWriter({ file, texts: OPTIONS, fullText: true, keepVersions: 3 }));
  if ('refusal' in writing) return { written: writing, answers: [] };
  const writer = writing.value;
  try {
    const written = attempt(() => {
      if (write.length === 0) return [];
      try {
        const results = inTransaction(writer.db, () => {
          const stored = writer.calls.put(write);
          writer.participant.prepare();
          return stored;
        });
        writer.participant.committed();
        return results;
      } catch (error) {
        writer.participant.rolledBack();
        throw error;
      }
    });
    const abortedTicket = new Int32Array(new SharedArrayBuffer(4));
    const reading = attempt(() => openReader({ file, cacheBytes: 1 << 20, abortedTicket }));
    if ('refusal' in reading) return { written: reading, answers: [] };
    const reader = reading.value;
    try {
      return { written, answers: questions.map(({ ask }) => attempt(() => ask(reader.calls))) };
    } finally {
      reader.close?.();
      reader.db.close();
    }
  } finally {
    await writer.participant.close();
    writer.db.close();
  }
}
