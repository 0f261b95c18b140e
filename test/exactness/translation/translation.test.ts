/* Queries in the languages of other engines, translated: what is found is what the engine means, or bounds it as it says. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalText, readQuery, simplify, type Note } from '@sitegrep/search';
import type { AnswerTexts, DomainDocument, PageRecord, SiteAnswers } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { type Storage, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { type Engine, ENGINES, translate } from '@sitegrep/translation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KNOWN_VALUES } from '../../../apps/api/src/known-values.ts';
import { FOFA } from './fofa.ts';
import { GITHUB } from './github.ts';
import { PUBLICWWW } from './publicwww.ts';
import { seen, type Site, SITES } from './pages.ts';
import { type Holds, type Row, CUTTERS, type Words } from './rows.ts';
import { SHODAN } from './shodan.ts';
import { URLSCAN } from './urlscan.ts';
import { WAPPALYZER } from './wappalyzer.ts';
import { ZOEKT } from './zoekt.ts';

const ROWS: Readonly<Record<Engine, readonly Row[]>> = {
  publicwww: PUBLICWWW,
  fofa: FOFA,
  shodan: SHODAN,
  urlscan: URLSCAN,
  zoekt: ZOEKT,
  github: GITHUB,
  wappalyzer: WAPPALYZER,
};
const ALL = ENGINES.flatMap((engine) => ROWS[engine].map((row) => ({ engine, ...row })));
const FOUND = ALL.flatMap((row) => ('query' in row ? [row] : []));

function faultOf(query: string): string | null {
  const read = readQuery(query, KNOWN_VALUES);
  return read.ok ? null : `${read.error.field} ${read.error.problem}`;
}

function documentOf({ domain, pages }: Site): DomainDocument {
  const records = pages.map(({ url, source, technologies = {}, ...page }): PageRecord => {
    const detected = Object.entries(technologies).map(([name, version]) => {
      return { name, version, confidence: 100, paths: ['web_development.libraries'] };
    });
    const { fields = [], cookies = [] } = page.head ?? {};
    const facts = {
      ...NO_PAGE_FACTS,
      technologies: detected,
      headers: [...fields.map(nameOf), ...cookies.map(() => 'set-cookie')],
      cookies: cookies.map((cookie) => cookie.split('=')[0] ?? ''),
      site: siteAnswers(page),
    };
    const answers = answerTexts(page);
    return { url, fetchedAt: 1_700_000_000_000, charset: 'utf-8', truncated: false, source, answers, facts };
  });
  const names = pages.flatMap(({ technologies = {} }) => Object.keys(technologies));
  const technologies = names.length === 0 ? {} : { web_development: { libraries: names } };
  return { domain, pages: records, facts: { ...NO_SITE_FACTS, technologies } };
}

/** Name of a field as facts have it. */
function nameOf(field: string): string {
  return field.split(':')[0]?.toLowerCase() ?? '';
}

type Answered = Pick<Site['pages'][number], 'head' | 'icon' | 'certificate'>;

/** The texts of an answer as docs/search.md describes them. */
function answerTexts({ head = {} }: Answered): AnswerTexts {
  const { status = '200 OK', fields = [], cookies = [] } = head;
  const set = cookies.map((cookie) => cookie.replace(/=[^;]*;?/, ';'));
  const lines = fields.map((field) => field.replace(/^[^:]*/, (name) => name.toLowerCase()));
  return {
    headers: [
      `HTTP ${status.slice(0, 3)}`,
      ...lines,
      ...set.map((cookie) => `set-cookie: ${cookie}`),
      '',
    ].join('\n'),
    cookies: set.length === 0 ? '' : ['', ...set].map((line) => `${line}\n`).join(''),
    file: '',
  };
}

function siteAnswers({ icon, certificate }: Answered): SiteAnswers | null {
  if (icon === undefined && certificate === undefined) return null;
  return {
    files: [],
    agents: null,
    certificate:
      certificate === undefined
        ? null
        : {
            ...certificate,
            nameCount: certificate.names.length,
            notBefore: 0,
            notAfter: Date.UTC(certificate.isExpired ? 2_000 : 2_200, 0, 1),
          },
    icon:
      icon === undefined
        ? null
        : {
            url: 'data:',
            bytes: 1,
            mmh3: Number(icon),
            md5: '',
            sha256: '',
            phash: null,
            png: null,
            problem: null,
          },
  };
}

/** Domains that have a page of which a meaning holds. */
function meant(holds: Holds, words: Words): readonly string[] {
  return SITES.filter((site) => seen(site).some((page) => holds(page, words)))
    .map(({ domain }) => domain)
    .toSorted();
}

describe('queries in the languages of other engines', () => {
  let folder = '';
  let storage: Storage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitegrep-translation-'));
    storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
    await storage.domains.put(SITES.map((site) => wholeSite(documentOf(site))));
  });
  afterAll(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function found(query: string): Promise<readonly string[]> {
    const read = readQuery(query, KNOWN_VALUES);
    if (!read.ok) throw new TypeError(`${query} ${read.error.problem}`);
    const { hits } = await storage.domains.search({
      level: 'domain',
      where: simplify(read.value, 'domain'),
      order: [{ field: 'domain', direction: 'asc' }],
      limit: 1_000,
      from: { kind: 'offset', offset: 0 },
    });
    return hits.map(({ domain }) => domain).toSorted();
  }

  test('are at least 30 of each of six engines, and 200 in all', () => {
    const counts = ENGINES.map((engine) => ROWS[engine].length);
    expect(counts.filter((count) => count >= 30)).toHaveLength(6);
    expect(ALL.length).toBeGreaterThanOrEqual(200);
  });

  test.each(ALL)('of $engine, $original, are translated, bounded or refused', (row) => {
    const translation = translate(row.engine, row.original, faultOf);
    const parts = translation.leftOut.map(({ part }) => part);
    const problem = translation.query === null ? translation.problem : '';
    const read =
      translation.query === null ? null : { query: translation.query, bound: translation.bound, parts };
    const wanted = 'refused' in row ? null : { query: row.query, bound: row.bound, parts: row.parts };
    expect(read).toEqual(wanted);
    expect(problem).toContain('refused' in row ? row.refused : '');
  });

  test.each(FOUND)('of $engine, $original, find what they mean there', async ({ query, bound, holds }) => {
    const domains = await found(query);
    for (const words of CUTTERS) {
      const wanted = meant(holds, words);
      // Of an exact one, none is too many and none is missing.
      const [surplus, missing] = [
        domains.filter((domain) => !wanted.includes(domain)),
        wanted.filter((domain) => !domains.includes(domain)),
      ];
      expect({
        surplus: bound === 'at_most' ? [] : surplus,
        missing: bound === 'at_least' ? [] : missing,
      }).toEqual({
        surplus: [],
        missing: [],
      });
    }
  });

  test('tell sites apart in nearly all cases', async () => {
    const sizes = await Promise.all(FOUND.map(async ({ query }) => (await found(query)).length));
    const telling = sizes.filter((size) => size > 0 && size < SITES.length);
    expect(telling.length / sizes.length).toBeGreaterThan(0.9);
  });

  test.each(FOUND)('are read without a note of what may be meant: $query', ({ query }) => {
    const notes: Note[] = [];
    readQuery(query, KNOWN_VALUES, (note) => notes.push(note));
    expect(notes.filter(({ code }) => code !== 'quotes' && code !== 'pattern')).toEqual([]);
  });

  test.each(ALL)(
    'of $engine, $original, typed here, are noted where they mean another thing',
    async (row) => {
      expect(AS_OURS.has(row.original) ? null : await silentFault(row)).toBeNull();
    },
  );

  /** The fault of a query that is read here as another one without a word; null: there is none. */
  async function silentFault(row: (typeof ALL)[number]): Promise<string | null> {
    const notes: Note[] = [];
    const read = readQuery(row.original, KNOWN_VALUES, (note) => notes.push(note));
    if (!read.ok || notes.length > 0 || isUnreadable(row)) return null;
    const fault = `is read as ${canonicalText(read.value)}`;
    if (!('query' in row) || row.bound !== 'exact') return fault;
    const wanted = readQuery(row.query, KNOWN_VALUES);
    // Of pages, all of a query is about one page; domains can differ in that.
    const [ours, theirs] = [read, wanted].map((one) =>
      one.ok ? canonicalText(simplify(one.value, 'page')) : null,
    );
    if (ours === theirs) return null;
    const [here, there] = await Promise.all([found(row.original), found(row.query)]);
    return here.join() === there.join() ? null : fault;
  }
});

function isUnreadable({ engine, original }: { readonly engine: Engine; readonly original: string }): boolean {
  const translation = translate(engine, original, faultOf);
  return translation.query === null && translation.problem.startsWith("it can't be read");
}

/** Queries that are ones of our language as well, and have nothing that tells another engine. */
const AS_OURS: ReadonlySet<string> = new Set(
  [
    'nginx',
    'paypal',
    'GTAG',
    'JBoss',
    'foo.bar',
    'title:jboss',
    'country:DE',
    'foo lang:de',
    'gtag(',
    '""',
  ].concat(WAPPALYZER.map(({ original }) => original)),
);
