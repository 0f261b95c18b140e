import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Facet, OrderRule, Query } from '@sitegrep/search';
import { ORDER_FIELDS } from '@sitegrep/site';
import {
  BY_DOMAIN,
  byCodePoint,
  documentOf,
  drawOrderedFacts,
  put,
  queryOf,
} from './conformance/documents.ts';
import { countFacet } from './conformance/label-oracle.ts';
import { compareBy, matches, ranksOf, type Known } from './conformance/oracle.ts';
import type { DomainPut } from '../src/domains.ts';
import type { PackedSearchPage } from '../src/sqlite/domains/packed.ts';
import { openReader, type ReaderCalls, type TooBroad } from '../src/sqlite/domains/reader.ts';
import { openWriter } from '../src/sqlite/domains/writer.ts';
import { searchLoad } from '../src/sqlite/domains/options.ts';
import { inTransaction } from '../src/sqlite/connection.ts';
import { storageError } from '../src/sqlite/failure.ts';
import { describeTextIndex } from '../src/sqlite/maintenance/text-index.ts';
import { openSqliteStorage } from '../src/sqlite/storage.ts';

/** Whole numbers from 0 to `below` − 1, the same ones for the same seed. */
export function seededRandom(seed: number): (below: number) => number {
  let drawn = 0;
  return (below) => crc32(`${seed} ${drawn++}`) % below;
}

const WORDS = [
  '<div class="',
  'Ärger ',
  'ΣΊΣΥΦΟΣ',
  'jquery.min.js',
  '</p>',
  'wp-content/',
  '💥',
  'the ',
  'n',
  '="',
];

/** The document of a domain; each version has another text, pages and facts. */
export function drawDocument(number: number, version: number): Known['document'] {
  const random = seededRandom(number * 1_000 + version);
  const pick = <T>(values: readonly T[]): T | null => values[random(values.length + 1)] ?? null;
  const sources = Array.from(
    { length: 1 + random(4) },
    (_, page) =>
      `<html>d${number}v${version}p${page} ` +
      Array.from({ length: random(120) }, () => WORDS[random(WORDS.length)]).join(''),
  );
  const document = documentOf(drawName(number), sources, {
    title: `Title ${number}.${version}`,
    emails: Array.from({ length: random(5) }, (_, index) => `info${index}@n${number}.test`),
    ...drawOrderedFacts(
      {
        text: ['DE', 'AT', 'en', 'el'],
        integer: [0, 500, 1_000],
        time: [0, 999, 1_700_000_000_000, 1_700_000_000_500, 1_700_000_000_000 + 1_000 * random(90)],
      },
      pick,
    ),
  });
  const linked = () =>
    Array.from(
      { length: random(6) },
      () => `${random(3) === 0 ? 'x.' : ''}${drawName(random(random(400) + 1))}`,
    );
  const pages = document.pages.map((page) => {
    const linking = { ...page, facts: { ...page.facts, linkedDomains: linked() } };
    if (random(3) === 0) return linking;
    const digest = `digest ${number}.${version}`;
    const validators = { etag: `"${random(1_000)}"`, lastModified: null };
    return { ...linking, version: { ...validators, digest, facts: '1', certificate: null } };
  });
  return { ...document, pages };
}

/** Every tenth is a subdomain of another one. */
function drawName(number: number): string {
  return `${number % 10 === 9 ? `sub.n${((number - 9) * 37) % 1_000}` : `${number % 7 === 0 ? 'é' : 'n'}${(number * 37) % 1_000}`}.test`;
}

/** Contents that a folder must answer with. */
export interface Model {
  readonly documents: ReadonlyMap<string, Known['document']>;
  /** Ranks that were set. */
  readonly listed: ReadonlyMap<string, number>;
}

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
    logBytes: 120_000,
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
  const reopened = await openSqliteStorage({ dataDir: closed, readers: 1 });
  await changeSome(reopened, 2, 47);
  // While it is open: a last process that closes it would empty the database's log.
  cpSync(closed, killed, { recursive: true });
  await reopened.close();
  return { documents, listed };
}

/** Each document with its rank, worked out from all documents. */
function knownOf({ documents, listed }: Model): readonly Known[] {
  const rankOf = ranksOf([...documents.values()], listed);
  return Array.from(documents.values(), (document) => ({ document, rank: rankOf(document.domain) }));
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

/** A question to a folder, and what a plain scan answers. */
export interface Question {
  readonly name: string;
  /** @returns JSON, as `expected` is */
  readonly ask: (calls: ReaderCalls) => string;
  readonly expected: string;
}

/** Pages of a walk at most. */
const PAGES = 4;

const ORDERS: readonly (readonly OrderRule[])[] = [
  ...ORDER_FIELDS.flatMap((field) =>
    (['asc', 'desc'] as const).map((direction): readonly OrderRule[] =>
      field === 'domain' ? [{ field, direction }] : [{ field, direction }, ...BY_DOMAIN],
    ),
  ),
  [
    { field: 'country_iso_code', direction: 'desc' },
    { field: 'domain_rank', direction: 'desc' },
    { field: 'domain', direction: 'desc' },
  ],
];

/** Searches of all kinds: each order, terms of 1 to 20 characters, pages by offset and by token; and all that is stored. */
export function drawQuestions(model: Model, count: number): readonly Question[] {
  const random = seededRandom(count);
  const known = knownOf(model);
  const questions = Array.from({ length: count }, (_, index): Question => {
    const source = known[random(known.length)]?.document.pages[0]?.source ?? '';
    const from = random(Math.max(1, source.length - 20));
    const drawn = source.slice(from, from + 1 + (index % 20)).toWellFormed();
    const term = index % 9 === 8 ? `absent${index}` : index % 3 === 0 ? '<html>d' : drawn;
    const order = ORDERS[index % ORDERS.length] ?? BY_DOMAIN;
    const limit = [7, 40, 10_000][index % 3] ?? 7;
    const query = queryOf([term], { order, limit });
    const matching = known
      .filter(({ document }) => matches(document, [term]))
      .toSorted(compareBy(order))
      .map(({ document: { domain, facts }, rank }) => ({ domain, rank, facts: JSON.stringify(facts) }));
    const offset = index % 2 === 0 ? 0 : random(40);
    return {
      name: `${JSON.stringify(term)} by ${JSON.stringify(order)} from ${offset}, ${limit} a page`,
      ask: (calls) => walked(calls, { ...query, from: { kind: 'offset', offset } }),
      expected: JSON.stringify({
        total: matching.length,
        hits: matching.slice(offset, offset + PAGES * limit),
      }),
    };
  });
  const stored = known
    .toSorted((a, b) => byCodePoint(a.document.domain, b.document.domain))
    .map(({ document: { domain, facts, pages }, rank }) => [
      domain,
      rank,
      JSON.stringify(facts),
      ...pages.map((page) => [
        page.url,
        page.fetchedAt,
        page.charset,
        page.truncated,
        JSON.stringify(page.facts),
        page.source,
        page.version === undefined ? null : JSON.stringify(page.version),
      ]),
    ]);
  const whole: Question = { name: 'all documents', ask: scanned, expected: JSON.stringify(stored) };
  return [...questions, whole, ...questionsOfLabels(known)];
}

const FACETS: readonly Facet[] = [
  ...(['technology', 'country', 'registrable_domain', 'month', 'charset'] as const).map((label): Facet => ({
    kind: 'label',
    label,
    limit: 20,
  })),
  { kind: 'versions', technology: 'jQuery', limit: 20 },
  { kind: 'ranks', limit: 20 },
];

/** Facets of everything, and a search by a label. */
function questionsOfLabels(known: readonly Known[]): readonly Question[] {
  const all: Question = {
    name: 'facets of all documents',
    ask: (calls) => counted(calls, { ...queryOf([]), limit: 1, facets: FACETS }),
    expected: JSON.stringify({
      total: known.length,
      facets: FACETS.map((facet) => countFacet(known, facet)),
    }),
  };
  const values = known
    .slice(0, 40)
    .flatMap(({ document }) => document.facts.emails.slice(0, 1))
    .sort();
  const having = known.filter(({ document }) =>
    document.facts.emails.some((email) => values.includes(email)),
  );
  const condition = { kind: 'any_of', field: 'emails', values, negated: false } as const;
  const where: Query['where'] = { kind: 'condition', condition };
  const byLabel: Question = {
    name: 'documents with addresses',
    ask: (calls) => counted(calls, { ...queryOf([]), where, limit: 1, facets: FACETS }),
    expected: JSON.stringify({
      total: having.length,
      facets: FACETS.map((facet) => countFacet(having, facet)),
    }),
  };
  return [all, byLabel];
}

function counted(calls: ReaderCalls, query: Query<'domain'>): string {
  const page = calls.search({ query, ticket: 1, budgetMs: Infinity, sliceMs: Infinity, maxWork: Infinity });
  if ('givenUp' in page) throw new Error('a search without a budget is given up');
  const { total, facets } = page;
  return JSON.stringify({ total, facets });
}

/** The first pages of a search one after the other, by token. */
function walked(calls: ReaderCalls, first: Query<'domain'>): string {
  const hits: unknown[] = [];
  let total = 0;
  let query: Query<'domain'> | null = first;
  for (let page = 0; page < PAGES && query !== null; page++) {
    const found: PackedSearchPage<'domain'> | TooBroad = calls.search({
      query,
      ticket: 1,
      budgetMs: Infinity,
      sliceMs: Infinity,
      maxWork: Infinity,
    });
    if ('givenUp' in found) throw new Error('a search without a budget was given up');
    total = found.total;
    for (const { domain, rank, facts } of found.hits) hits.push({ domain, rank, facts });
    query = found.next === null ? null : { ...first, from: { kind: 'after', cursor: found.next } };
  }
  return JSON.stringify({ total, hits });
}

function scanned(calls: ReaderCalls): string {
  const documents: unknown[] = [];
  for (let after = ''; ;) {
    const some = calls.scan(after);
    const last = some.at(-1);
    if (last === undefined) return JSON.stringify(documents);
    for (const { domain, rank, facts, pages } of some) {
      const read = pages.map((page) => [
        page.url,
        page.fetchedAt,
        page.charset,
        page.truncated,
        page.facts,
        page.source,
        page.version,
      ]);
      documents.push([domain, rank, facts, ...read]);
    }
    after = last.domain;
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
  const writing = attempt(() => openWriter({ file, texts: OPTIONS, fullText: true }));
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
