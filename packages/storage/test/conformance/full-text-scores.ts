import {
  addressKey,
  choicesOf,
  compounds,
  countedParts,
  countedWords,
  degreesOf,
  FIELD_WEIGHTS,
  FORMS_WEIGHT,
  nearestWords,
  nearWords,
  type PageHead,
  planOf,
  ranked,
  readKeyword,
  rowsOf,
  rowsOfChoice,
  type ScoredRow,
  scoredRows,
  siteWords,
  sourceWords,
  type TextPlan,
  unknownWords,
  WORD_FIELDS,
  wordMaker,
  type WordCounts,
} from '@sitegrep/fulltext';
import * as fc from 'fast-check';
import type { DomainDocument } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { candidatesFor } from '../../src/full-text/results.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';

const NOW = 1_700_000_000_000;
const FIRST = 10;

/** Words of drawn pages, the frequent ones first. */
const VOCABULARY =
  `the,of,best,river,new,house,garden,music,travel,city,Technik,Kultur,Straße,Köln,Koeln,e-mail,email,C++,recipes,
recipe,universities,university,coffee,house boat,houseboat,Kulturtechnik,½ cup,京都大学,図書館,京都の図書館,новости,книга,café,otters,
kingfisher,wombat`.split(/,\s*/);
const DOMAINS = 240;

/** Each kind of keyword. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'one word': VOCABULARY,
  'two words': ['best coffee', 'river travel', 'new house', 'otters kingfisher', 'of the', 'Köln music'],
  'several words': [
    'music city garden',
    'the best of wombat',
    'the best music of the city',
    'house boat river',
  ],
  phrases: ['"river new"', '"best of"', '"house boat" coffee', '"the best" "of the"', '"kultur technik"'],
  excluded: [
    'river -the',
    'best music -"of the"',
    'Kulturtechnik -Köln',
    'garden -site:s3.test',
    'coffee -recipe',
  ],
  sites: [
    'river site:s1.test',
    'site:s2.test',
    'house site:test -the',
    'site:s4.test -river',
    'of site:s5.test',
  ],
  spellings: [
    'Koln',
    'Strasse',
    'kultur technik',
    'kulturtechnik köln',
    'e mail',
    'emails',
    'cafe',
    'c++ code',
  ],
  misspellings: ['kingfsher', 'wombbat', 'univercity coffee', 'otter rivr'],
  'scripts without blanks': ['京都', '館', '大学 図書館', '書', '京都大学 river'],
};

/** Pages whose scores are all different, in sites of up to three. */
function drawnDocuments(): readonly DomainDocument[] {
  const word = fc.double({ min: 0, max: 0.999, noNaN: true }).map((share) => {
    return VOCABULARY[Math.floor(share ** 2 * VOCABULARY.length)] ?? '';
  });
  const words = (maxLength: number) => fc.array(word, { maxLength }).map((list) => list.join(' '));
  const page = fc.record({
    title: words(4),
    description: words(8),
    heading: words(4),
    text: words(50),
    language: fc.constantFrom('en', 'de', null),
  });
  const sites = fc.sample(fc.array(page, { minLength: 1, maxLength: 3 }), { numRuns: DOMAINS, seed: 56 });
  return sites.map((pages, site) => {
    const sources = pages.map(({ heading, text }, number) => {
      return `<!doctype html><body><h2>${heading}</h2><p>${text} s${site}p${number}</p></body>`;
    });
    const document = documentOf(`s${site}.test`, sources);
    return {
      ...document,
      pages: document.pages.map((record, number) => {
        const { title = '', description = '', language = null } = pages[number] ?? {};
        return { ...record, facts: { ...record.facts, title, description, contentLanguage: language } };
      }),
    };
  });
}

export function describeFullTextScores(emptyStore: EmptyStore<DomainIndex>): void {
  describe('full text: the first ten are those of a loop over all pages', () => {
    const documents = drawnDocuments();
    const ranks = new Map(documents.map(({ domain }, site) => [domain, (site * 37) % 1_000]));
    const search = loopOver(documents, ranks);
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
      await put(index, ...documents);
      await index.setRanks(Array.from(ranks, ([domain, rank]) => ({ domain, rank })));
    });
    afterAll(() => index.close());

    it.each(Object.entries(KEYWORDS))('%s', async (_, keywords) => {
      for (const keyword of keywords) {
        for (const language of ['en', 'de']) {
          const request = { keyword, language, country: null, limit: FIRST, now: NOW };
          const found = await index.fullText.search(request);
          expect({ keyword, language, urls: found.map(({ url }) => url) }).toEqual({
            keyword,
            language,
            urls: search(keyword, language),
          });
        }
      }
    });
  });
}

/** A page with its words in order, by field. */
interface LoopPage {
  readonly domain: string;
  readonly number: number;
  readonly head: PageHead;
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly length: number;
}

/** Searches by looking at every page. */
function loopOver(
  documents: readonly DomainDocument[],
  ranks: ReadonlyMap<string, number>,
): (keyword: string, language: string) => readonly string[] {
  const makeWords = wordMaker();
  const pages = documents.flatMap(({ domain, pages: records }) => {
    const made = records.map((record) => sourceWords(makeWords, record, record.source));
    const site = siteWords(domain, records, made);
    return site.pages.map((words, number) => loopPage(domain, number, words));
  });
  const mean = pages.reduce((sum, { length }) => sum + length, 0) / pages.length;

  const pagesWith = new Map<string, number>();
  for (const { fields } of pages)
    for (const word of new Set([...fields.values()].flat()))
      pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);

  function countOf(words: readonly string[]): WordCounts {
    const counts = words.map((word) => [word, pagesWith.get(word) ?? 0] as const);
    return { pages: pages.length, byWord: new Map(counts.filter(([, count]) => count > 0)) };
  }

  function planFor(text: string, language: string): TextPlan | null {
    const keyword = readKeyword(text, language);
    const counts = countOf(countedWords(keyword, language));
    const long = compounds(keyword.words, counts);
    const parts = countOf(countedParts(long));
    const nearest = unknownWords(keyword, language, counts).map(
      (word) => [word, nearestWords(word, countOf(nearWords(word)).byWord)] as const,
    );
    return planOf(keyword, language, counts, {
      nearest: new Map(nearest.filter(([, near]) => near.length > 0)),
      rows: new Map(long.map((word) => [word, rowsOf(word, parts)])),
    });
  }

  function scorer(rows: readonly ScoredRow[]): (page: LoopPage) => number {
    const rarities = rows.map((row) => {
      const having = pages.filter((page) => occurrencesIn(page, row) > 0).length;
      return Math.max(1e-6, Math.log((pages.length - having + 0.5) / (having + 0.5)));
    });
    return (page) => {
      let score = 0;
      for (const [index, row] of rows.entries()) {
        const found = occurrencesIn(page, row);
        score +=
          ((rarities[index] ?? 0) * found * 2.2) / (found + 1.2 * (0.25 + (0.75 * page.length) / mean));
      }
      return score;
    };
  }

  return (text, language) => {
    const plan = planFor(text, language);
    if (plan === null) return [];
    const lists = degreesOf(plan).map((degree) => {
      const scoreOf = scorer(scoredRows(plan, degree));
      const choices = choicesOf(plan, degree);
      const needed = degree === 'all' ? choices.length : degree === 'any' ? 1 : choices.length - 1;
      const matching = pages.filter((page) => {
        const having = choices.filter((choice) =>
          rowsOfChoice(choice).some((row) => occurrencesIn(page, row) > 0),
        );
        return having.length >= needed && isWanted(plan, page);
      });
      const candidates = matching.map((page) => ({
        ...page.head,
        domain: page.domain,
        address: addressKey(page.head.url),
        number: page.number,
        score: choices.length === 0 ? 1 : scoreOf(page),
        pointers: 0,
        rank: ranks.get(page.domain) ?? 0,
        country: null,
      }));
      return candidates.sort((a, b) => b.score - a.score).slice(0, candidatesFor({ limit: FIRST }));
    });
    const preference = { language, country: null, now: NOW, isOfSites: plan.sites.length > 0 };
    return ranked(lists, preference, FIRST).map(({ url }) => url);
  };
}

function loopPage(
  domain: string,
  number: number,
  { head, fields, forms }: ReturnType<typeof siteWords>['pages'][number],
): LoopPage {
  const listed = [...WORD_FIELDS.map((field) => [field, fields[field]] as const), ['forms', forms] as const];
  const words = new Map(
    listed.map(([field, bytes]) => [
      field,
      bytes.length === 0 ? [] : Buffer.from(bytes).toString().split(' '),
    ]),
  );
  return { domain, number, head, fields: words, length: [...words.values()].flat().length };
}

/** Whether a page has what a plan asks for besides its choices. */
function isWanted(plan: TextPlan, page: LoopPage): boolean {
  const has = (words: readonly string[]): boolean =>
    occurrencesIn(page, { words, isBeginning: false, isMark: false }) > 0;
  const isOf = (site: string): boolean => page.fields.get('forms')?.includes(site) === true;
  return (
    plan.phrases.every(has) &&
    !plan.excluded.some(has) &&
    (plan.sites.length === 0 || plan.sites.some(isOf)) &&
    !plan.excludedSites.some(isOf)
  );
}

/** Number of times that a page has a row, each times the weight of the field. */
function occurrencesIn({ fields }: LoopPage, { words: row, isBeginning, isMark }: ScoredRow): number {
  const isHere = (word: string | undefined, sought: string): boolean =>
    isBeginning ? word?.startsWith(sought) === true : word === sought;
  const countIn = (words: readonly string[]): number =>
    words.filter((_, at) => row.every((sought, index) => isHere(words[at + index], sought))).length;
  if (isMark) return FORMS_WEIGHT * countIn(fields.get('forms') ?? []);
  return WORD_FIELDS.reduce((sum, field) => sum + FIELD_WEIGHTS[field] * countIn(fields.get(field) ?? []), 0);
}
