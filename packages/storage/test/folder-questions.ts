// Questions to a folder, with the answers of plain scans over the documents that it must have.
import { crc32 } from 'node:zlib';
import {
  ALL_VALUES,
  type Expression,
  type Facet,
  type OrderRule,
  type Query,
  versionsFacet,
} from '@sitegrep/search';
import { ORDER_FIELDS } from '@sitegrep/site';
import type { PackedSearchPage } from '../src/sqlite/domains/packed.ts';
import type { ReaderCalls, TooBroad } from '../src/sqlite/domains/reader.ts';
import { BY_DOMAIN, byCodePoint, queryOf } from './conformance/documents.ts';
import { text } from './conformance/expressions.ts';
import { countFacet } from './conformance/label-oracle.ts';
import { compareBy, matches, type Known } from './conformance/oracle.ts';
import { knownOf, seededRandom, type Model } from './drawn-documents.ts';

/** A question to a folder, and what a plain scan answers. */
export interface Question {
  readonly name: string;
  /** @returns JSON, as `expected` is */
  readonly ask: (calls: ReaderCalls) => string;
  readonly expected: string;
}

/** A search that ends by itself. */
const UNBOUNDED = { ticket: 1, budgetMs: Infinity, sliceMs: Infinity, maxWork: Infinity, progress: null };

/** Pages of a walk at most. */
const PAGES = 4;

const ORDERS: readonly (readonly OrderRule[])[] = [
  ...ORDER_FIELDS.flatMap((field) =>
    (['asc', 'desc'] as const).map((direction): readonly OrderRule[] =>
      field === 'domain' ? [{ field, direction }] : [{ field, direction }, ...BY_DOMAIN],
    ),
  ),
  [
    { field: 'country', direction: 'desc' },
    { field: 'rank', direction: 'desc' },
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
        page.rendered?.source ?? null,
      ]),
    ]);
  const whole: Question = { name: 'all documents', ask: scanned, expected: JSON.stringify(stored) };
  return [...questions, whole, ...questionsOfLabels(known), ...questionsOfRendered(known)];
}

const FACETS: readonly Facet[] = [
  ...(['tech', 'country', 'registrable_domain', 'visited', 'charset'] as const).map((label): Facet => ({
    kind: 'label',
    label,
    ...ALL_VALUES,
    limit: 20,
  })),
  versionsFacet('tech_version', 'jQuery', ALL_VALUES),
  { kind: 'ranks', ...ALL_VALUES },
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
    .flatMap(({ document }) => document.facts.emails.slice(0, 1).map(({ email }) => email))
    .sort();
  const having = known.filter(({ document }) =>
    document.facts.emails.some(({ email }) => values.includes(email)),
  );
  const condition = { kind: 'any_of', field: 'email', values, negated: false } as const;
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

/** A search of what scripts wrote, and all screenshots. */
function questionsOfRendered(known: readonly Known[]): readonly Question[] {
  const rendered = known.filter(({ document }) => document.pages.some((page) => page.rendered !== undefined));
  const matching = rendered.map(({ document }) => document.domain).toSorted(byCodePoint);
  const where: Expression = text('scripts of d', { scope: 'rendered' });
  const search: Question = {
    name: 'what scripts wrote',
    ask: (calls) => {
      const page = calls.search({ query: { ...queryOf([]), where }, ...UNBOUNDED });
      if ('givenUp' in page) throw new Error('a search without a budget is given up');
      return JSON.stringify(page.hits.map(({ domain }) => domain));
    },
    expected: JSON.stringify(matching),
  };
  const screenshots: Question = {
    name: 'screenshots',
    ask: (calls) =>
      JSON.stringify(
        rendered.map(({ document: { domain, pages } }) => {
          const urls = pages.map(({ url }) => url);
          const found = (['full', 'thumbnail'] as const).map((size) =>
            calls.screenshots({ domain, urls, size })?.pages.map(({ webp }) => crc32(webp)),
          );
          return [domain, ...found];
        }),
      ),
    expected: JSON.stringify(
      rendered.map(({ document: { domain, pages } }) => [
        domain,
        ...(['full', 'thumbnail'] as const).map((size) =>
          pages.flatMap(({ rendered: { screenshot } = {} }) =>
            screenshot === undefined ? [] : [crc32(screenshot[size])],
          ),
        ),
      ]),
    ),
  };
  return [search, screenshots];
}

function counted(calls: ReaderCalls, query: Query<'domain'>): string {
  const page = calls.search({ query, ...UNBOUNDED });
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
    const found: PackedSearchPage<'domain'> | TooBroad = calls.search({ query, ...UNBOUNDED });
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
        page.rendered?.source ?? null,
      ]);
      documents.push([domain, rank, facts, ...read]);
    }
    after = last.domain;
  }
}
