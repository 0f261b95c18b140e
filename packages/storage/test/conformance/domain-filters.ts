import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deriveTokenKey,
  FILTER_FIELDS,
  type FilterField,
  type LabelField,
  OPERATORS,
  isMatchField,
  operatorsOf,
  parseQuery,
  type Query,
  type SearchInput,
} from '@sitegrep/search';
import {
  canonicalDomain,
  comparisonOf,
  isOrderField,
  specifiedName,
  type Comparison,
  type PageFacts,
  type SiteAnswers,
} from '@sitegrep/site';
import type { DomainIndex } from '../../src/domains.ts';
import { CERTIFICATES, CERTIFIED_VALUES, ICONS, isCertifiedField } from './certified-sites.ts';
import { byCodePoint, documentOf, drawOrderedFacts, put } from './documents.ts';
import { LIST_NAMES, putLists } from './listed-domains.ts';
import { FIRST_VISITS } from './match-oracle.ts';
import type { EmptyStore } from './empty-store.ts';
import { isFound, VERSION_RANGES } from './filter-oracle.ts';
import { compareBy, type Known } from './oracle.ts';
import { linkedEmail } from '@sitegrep/site/test/facts';

const KEY = deriveTokenKey(new Uint8Array(32));
const TECHNOLOGIES = ['jQuery', 'WordPress', 'Node.js', 'a.b', 'Größe'];
const CATEGORIES = [
  ['web_development', 'javascript_libraries'],
  ['content', 'cms'],
  ['a', 'b.c'],
] as const;
const KINDS = ['parked', 'default_page', 'challenge'] as const;
const CODES = ['DE', 'AT', 'de', 'ΣK', '\u212ak'];
const FACTS = {
  text: CODES,
  integer: [0, 1, 500, 1000],
  time: [0, 999, 1_000, 1_700_000_000_000, 1_700_000_000_500, 3_000_000_000_000],
};
const WORDS = ['Shop', 'ΟΔΟΣ', 'İ b', '😀x', 'k', '  ', '100%', 'a*b?\\'];
const NAMES = ['shop', 'Straße', '\u212aelvin', 'a*b', 'x\\y?', 'z%', '\uff61', '😀'];

/** A domain that is drawn from a number; the same number gives the same one. */
/** Hosts in code point order of their reversed names. */
const HOSTS = ['cdn.test', 'a.cdn.test', 'b.a.cdn.test', 'xcdn.test', 'shop8.test'];
const SITES: readonly SiteAnswers[] = [
  {
    files: [
      {
        name: 'llms.txt',
        status: 200,
        isReal: false,
        reason: 'is HTML',
        bytes: 0,
        truncated: false,
        digest: null,
      },
      {
        name: 'robots.txt',
        status: 200,
        isReal: true,
        reason: null,
        bytes: 9,
        truncated: false,
        digest: 'd41d8cd98f00b204e980',
      },
    ],
    agents: { others: 'partly', named: [{ agent: 'GPTBot', verdict: 'blocked' }] },
    certificate: null,
    icon: null,
  },
  {
    files: [
      {
        name: 'llms.txt',
        status: 200,
        isReal: true,
        reason: null,
        bytes: 9,
        truncated: true,
        digest: 'd41d8cd98f00b204e980',
      },
    ],
    agents: { others: 'allowed', named: [] },
    certificate: null,
    icon: null,
  },
];

/** @param random number below a first one, by a second one */
function siteAnswers(random: (below: number, salt: number) => number): SiteAnswers | null {
  const site = SITES[random(SITES.length, 350)];
  if (site === undefined) return null;
  return {
    ...site,
    certificate: CERTIFICATES[random(CERTIFICATES.length, 360)] ?? null,
    icon: ICONS[random(ICONS.length, 370)] ?? null,
  };
}

export function drawnDomain(number: number, version: number): Known {
  const random = (below: number, salt: number): number =>
    (Math.imul(number * 131 + version * 31 + salt * 17 + 7, 2_654_435_761) >>> 8) % below;
  const pick = <T>(values: readonly T[], salt: number): T | null =>
    values[random(values.length + 1, salt)] ?? null;
  const technologies: Record<string, Record<string, string[]>> = {};
  for (const [at, [group, category]] of CATEGORIES.entries()) {
    const names = TECHNOLOGIES.filter((_, index) => random(3, 100 + 10 * at + index) === 0);
    if (names.length > 0) technologies[group] = { ...technologies[group], [category]: names };
  }
  const words = (salt: number): string => [pick(WORDS, salt), pick(WORDS, salt + 1)].join('-');
  const text = (salt: number): string =>
    [
      'common',
      pick(['<b>Rare</b>', 'A-B-7', 'x\u0345y'], salt),
      pick(['jquery.min', 'gtag('], salt + 1),
    ].join(' ');
  const answers = (page: number): Pick<PageFacts, 'hosts' | 'site'> => ({
    hosts: HOSTS.filter((_, index) => random(3, 300 + 10 * page + index) === 0).map((host, index) => ({
      host,
      kinds: ['s', 'sl', 'cifr', 'n'][random(4, 320 + 10 * page + index)] ?? '',
    })),
    site: random(2, 340 + page) === 0 ? null : siteAnswers(random),
  });
  const document = documentOf(`${NAMES[number % NAMES.length]}${number}.test`, [text(1), text(3)], {
    title: pick([words(11), null], 5),
    description: pick([words(13)], 6),
    metaKeywords: [words(15), words(17)].slice(random(3, 7)),
    ...drawOrderedFacts(FACTS, (values, field) => pick(values, 30 + field)),
    technologies,
    impliedTechnologies: TECHNOLOGIES.filter((_, index) => random(3, 200 + index) === 0),
    kind: pick(KINDS, 40),
  });
  const pages = document.pages.map((page, at) => ({ ...page, facts: { ...page.facts, ...answers(at) } }));
  return { document: { ...document, pages }, rank: pick([1000, 1, 500], 21) ?? 0 };
}

/** Values in conditions, by how those of a field compare. */
const values: Readonly<Record<Comparison, fc.Arbitrary<unknown>>> = {
  text: fc.constantFrom(...CODES, 'dE', 'kk', 'XX', ''),
  integer: fc.constantFrom(0, 1, 499, 500, 1000, 1001, -1, 2 ** 40),
  time: fc.constantFrom(
    '1970-01-01 00:00:00 +00:00',
    '1970-01-01 00:00:01 +00:00',
    '2023-11-14 22:13:20 +00:00',
    '2065-01-24 05:20:00 +00:00',
    '9999-12-31 23:59:59 +00:00',
  ),
};
const names = fc
  .tuple(fc.constantFrom(...NAMES), fc.nat(90))
  .map(([name, number]) => `${name}${number}.test`);
/** Names that a domain can have: others are refused where a whole name is asked for. */
const plainNames = fc.nat(11).map((number) => `shop${8 * number}.test`);
const technologyValues = fc.constantFrom(
  ...TECHNOLOGIES,
  ...CATEGORIES.map((path) => path.join('.')),
  'jquery',
  'web_development',
  'content.javascript_libraries',
);
const labels: Readonly<Record<LabelField, fc.Arbitrary<string>>> = {
  email: fc.constantFrom('a@example.test', 'A@Example.test', 'b@example.test', 'example.test'),
  email_domain: fc.constantFrom('example.test', 'EXAMPLE.test', 'test'),
  has: fc.constantFrom('email', 'Phone', 'profile', 'address', 'hosts', 'certificate', 'icon'),
  kind: fc.constantFrom('parked', 'Default_Page', 'challenge', 'soft_404'),
  plugin: fc.constantFrom('form', 'Form', 'for', 'jquery'),
  theme: fc.constantFrom('form', 'look'),
  file: fc.constantFrom('robots.txt', 'LLMS.txt', 'ads.txt'),
  agent: fc.constantFrom('GPTBot=blocked', 'GPTBot=allowed', 'gptbot=Blocked', 'CCBot=partly'),
  tls: fc.constantFrom('TLSv1.3', 'TLSv1.2', 'TLSv1.1'),
  icon: fc.constantFrom('mmh3:-1616143106', 'mmh3:7', `md5:${'A'.repeat(31)}7`, `sha256:${'a'.repeat(63)}0`),
  tech: technologyValues,
  facts_version: fc.constantFrom('1', '2', '3'),
  tech_seen: technologyValues,
};
/** Hosts, some of which the documents name. */
const matches = fc.constantFrom('cdn.test', 'a.cdn.test', '*.cdn.test', '*.test', 'absent.test');
const patterns = fc.oneof(
  fc.constantFrom(
    '%',
    '%%',
    'd%',
    '%e',
    'D_',
    '*',
    '?%',
    '%.TEST',
    'shop%',
    '%o%1%',
    'STRASSE%',
    'straß%',
    'σk',
    'KK',
  ),
  fc.constantFrom('kelvin%', 'a*b%', 'x\\Y?%', 'z%0.test', '%%1%%', '%1', '\uff61%', '😀%'),
);
/** Regular expressions that RE2 and ECMAScript read alike. */
const regexes = fc.constantFrom(
  '[0-9]',
  '^shop\\d+',
  '\\.test$',
  '^(?:z%|a\\*b)',
  '1|7',
  '[A-Z]',
  '^D',
  'E$',
  '^de$',
  'Σ',
  'shop(?:1|8|16)\\.',
  'p{2}',
  '\\bshop',
  '\u{1F600}',
  'absent',
);
/** Conditions on the versions of a field. */
function rangesOf(field: FilterField): readonly string[] {
  const found = Object.entries(VERSION_RANGES).find(([name]) => name === field);
  if (found === undefined) throw new TypeError(`${field} has no versions`);
  return Object.keys(found[1]);
}

/** A condition with each operator that a field has; those on saved searches are in saved-searches.ts. */
const condition = fc.constantFrom(...FILTER_FIELDS.filter((field) => field !== 'saved')).chain((field) =>
  fc.constantFrom(...operatorsOf(field)).chain((operator): fc.Arbitrary<unknown[]> => {
    const { fields, takes } = OPERATORS[operator];
    const value = isOrderField(field)
      ? field === 'domain'
        ? fields === 'all'
          ? plainNames
          : names
        : values[comparisonOf(field)]
      : isMatchField(field)
        ? isCertifiedField(field)
          ? fc.constantFrom<string>(...CERTIFIED_VALUES[field])
          : field === 'first_visited'
            ? fc.constantFrom(...Object.keys(FIRST_VISITS))
            : matches
        : field === 'list'
          ? fc.constantFrom(...LIST_NAMES)
          : labels[field];
    const isRegex = operator === 'regex' || operator === 'not_regex';
    const given =
      fields === 'text'
        ? isRegex
          ? regexes
          : patterns
        : fields === 'versioned'
          ? fc.constantFrom(...rangesOf(field))
          : value;
    return fc.tuple(
      fc.constant(specifiedName(field)),
      fc.constant(operator),
      takes === 'values' ? fc.array(given, { minLength: 1, maxLength: 4 }) : given,
    );
  }),
);
const joined = (operand: fc.Arbitrary<unknown[]>): fc.Arbitrary<unknown[]> =>
  fc
    .tuple(fc.constantFrom('and', 'or'), fc.array(operand, { minLength: 1, maxLength: 2 }))
    .map(([word, operands]) => operands.flatMap((one, index) => (index === 0 ? [one] : [word, one])));
const filters = fc.oneof(
  condition,
  joined(condition),
  joined(joined(condition)),
  joined(fc.oneof(condition, joined(joined(condition)))),
);

export const drawnSearches: fc.Arbitrary<SearchInput> = fc.record(
  {
    search_terms: fc.constantFrom(
      [],
      ['common'],
      ['RARE'],
      ['co'],
      ['common', 'rare'],
      ['jquery min', 'b'],
      ['<b>common!'],
    ),
    mode: fc.constantFrom('strict_entry', 'entry'),
    exclude_terms: fc.constantFrom([], ['gtag('], ['A-B'], ['b-a 7', 'min'], ['absent'], ['xι']),
    keywords: fc.constantFrom(
      [],
      ['shop'],
      ['σ'],
      ['i'],
      ['K', '-'],
      ['😀X-'],
      ['100%'],
      ['A*B?\\-'],
      ['p-ο'],
    ),
    filters,
    order_by: fc.constantFrom(
      ['domain,asc'],
      ['domain_rank,desc'],
      ['country_iso_code,asc', 'last_visited,desc'],
    ),
  },
  { requiredKeys: ['filters', 'order_by'] },
);

export function queryOf(input: SearchInput): Query<'domain'> {
  const parsed = parseQuery({ limit: 10_000, ...input }, KEY);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

export function describeDomainFilters(emptyStore: EmptyStore<DomainIndex>): void {
  describe('criteria of a search besides terms', () => {
    let index: DomainIndex;
    const known = new Map<string, Known>();

    async function write(number: number, version: number): Promise<void> {
      const drawn = drawnDomain(number, version);
      const { domain } = drawn.document;
      known.set(domain, drawn);
      await put(index, drawn.document);
      await index.setRanks([{ domain, rank: drawn.rank }]);
    }

    beforeAll(async () => {
      index = await (await emptyStore())();
      await putLists(index);
      const drawn = Array.from({ length: 90 }, (_, number) => drawnDomain(number, 0));
      for (const one of drawn) known.set(one.document.domain, one);
      await put(index, ...drawn.map(({ document }) => document));
      await index.setRanks(drawn.map(({ document: { domain }, rank }) => ({ domain, rank })));
    });
    afterAll(() => index.close());

    function expected(input: SearchInput): readonly string[] {
      return [...known.values()]
        .filter((one) => isFound(one, input))
        .toSorted(compareBy(queryOf(input).order))
        .map(({ document }) => document.domain);
    }

    async function found(input: SearchInput): Promise<readonly string[]> {
      const { hits, total } = await index.search(queryOf(input));
      expect(total).toBe(hits.length);
      return hits.map(({ domain }) => domain);
    }

    it('gives the answer of a plain check of every domain, page by page, while documents and ranks change', async () => {
      let version = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(drawnSearches, { minLength: 6, maxLength: 6 }),
          fc.nat(89),
          async (searches, number) => {
            for (const input of searches) {
              const domains = expected(input);
              expect([input, await found(input)]).toEqual([input, domains]);
              const query = { ...queryOf(input), limit: 7 };
              const walked: string[] = [];
              for (let from: Query['from'] | null = query.from; from !== null;) {
                const { hits, next, total, offset }: Awaited<ReturnType<DomainIndex['search']>> =
                  await index.search({ ...query, from });
                expect([total, offset]).toEqual([domains.length, walked.length]);
                walked.push(...hits.map(({ domain }) => domain));
                from = next === null ? null : { kind: 'after', cursor: next };
              }
              expect(walked).toEqual(domains);
            }
            await write(number, ++version);
          },
        ),
        { numRuns: 30 },
      );
    });

    it('leaves out domains that hold a term on any page, and in mode entry those that hold all parts of it', async () => {
      await put(
        index,
        documentOf('p1.test', ['only here a-b', 'second page c']),
        documentOf('p2.test', ['only here a']),
      );
      const search_terms = ['only here'];
      expect(await found({ search_terms, exclude_terms: ['C'] })).toEqual(['p2.test']);
      expect(await found({ search_terms, exclude_terms: ['a c'] })).toEqual(['p1.test', 'p2.test']);
      expect(await found({ search_terms, exclude_terms: ['a c'], mode: 'entry' })).toEqual(['p2.test']);
      expect(await found({ search_terms: ['here c!'], mode: 'entry' })).toEqual(['p1.test']);
      expect(await found({ search_terms: ['here c!'] })).toEqual([]);
      await index.delete('p1.test');
      await index.delete('p2.test');
    });

    it('needs no term beside other criteria', async () => {
      const inputs: readonly SearchInput[] = [
        { filters: ['country_iso_code', '=', 'DE'] },
        { exclude_terms: ['gtag('] },
        { exclude_terms: ['b-a 7', 'absent'], mode: 'entry' },
        { keywords: ['shop'] },
        { search_terms: [], keywords: ['σ'], exclude_terms: ['rare'], filters: ['domain_rank', '<', 500] },
      ];
      for (const input of inputs) {
        const domains = expected(input);
        expect(domains.length).toBeGreaterThan(0);
        expect([input, await found(input)]).toEqual([input, domains]);
        const [hit] = (await index.search({ ...queryOf({ ...input, snippets: true }), limit: 1 })).hits;
        expect(hit?.matches).toEqual([]);
      }
    });

    it('finds keywords in one text at a time', async () => {
      const facts = { title: 'Alpha Be', description: 'ta Gamma', metaKeywords: ['Wool', 'Yarn'] };
      await put(index, documentOf('words.test', ['only here'], facts));
      const search_terms = ['only here'];
      for (const keywords of [['ALPHA', 'gamma'], ['woo', 'yarn'], ['a b'], ['w'], ['ya']]) {
        expect([keywords, await found({ search_terms, keywords })]).toEqual([keywords, ['words.test']]);
      }
      for (const keywords of [['beta'], ['woolyarn'], ['wool', 'silk'], ['e\nt'], ['only here']]) {
        expect([keywords, await found({ search_terms, keywords })]).toEqual([keywords, []]);
      }
      await index.delete('words.test');
    });

    it('takes a list of ten thousand domains', async () => {
      const some = [...known.keys()].filter((name) => canonicalDomain(name) === name).toSorted(byCodePoint);
      expect(some.length).toBeGreaterThan(10);
      const others = Array.from({ length: 10_000 - some.length }, (_, number) => `absent${number}.test`);
      const input = { search_terms: ['common'], order_by: ['domain,asc'] };
      expect(await found({ ...input, filters: ['domain', 'in', [...others, ...some]] })).toEqual(some);
      const rest = [...known.keys()].toSorted(byCodePoint).filter((name) => !some.includes(name));
      expect(await found({ ...input, filters: ['domain', 'not_in', [...others, ...some]] })).toEqual(rest);
      // Of few domains the values are looked at, and not the list of all.
      await put(index, documentOf('few.test', ['only here'], { emails: [linkedEmail('few@mail.test')] }));
      const few = { search_terms: ['only here'] };
      const names = Array.from({ length: 9_999 }, (_, number) => `absent${number}.test`);
      expect(await found({ ...few, filters: ['domain', 'in', ['few.test', ...names]] })).toEqual([
        'few.test',
      ]);
      expect(await found({ ...few, filters: ['domain', 'in', names] })).toEqual([]);
      const addresses = names.map((name) => `info@${name}`);
      const wanted = ['emails', 'in', ['few@mail.test', ...addresses]];
      expect(await found({ ...few, filters: wanted })).toEqual(['few.test']);
      expect(await found({ ...few, filters: ['emails', 'not_in', addresses] })).toEqual(['few.test']);
      await index.delete('few.test');
    });

    it('takes a thousand parts of terms', async () => {
      const words = Array.from({ length: 1_000 }, (_, number) => (10_000 + 7 * number).toString(36));
      const search_terms = Array.from({ length: 5 }, (_, at) =>
        words.slice(200 * at, 200 * at + 200).join(' '),
      );
      await put(
        index,
        documentOf('all.test', [words.toReversed().join('\n')]),
        documentOf('most.test', [words.slice(1).join('+')]),
      );
      expect(await found({ search_terms, mode: 'entry' })).toEqual(['all.test']);
      await index.delete('all.test');
      await index.delete('most.test');
    });
  });
}
