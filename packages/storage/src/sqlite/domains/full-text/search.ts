// Full text on one state of the database, in a reader thread.
import type { DatabaseSync } from 'node:sqlite';
import {
  addressKey,
  type Candidate,
  type Completion,
  completionsOf,
  countedWords,
  degreesOf,
  HAS_VIDEO,
  type Keyword,
  nearWords,
  type PageHead,
  planOf,
  ranked,
  readKeyword,
  type StoredText,
  type TextPlan,
  typedWords,
  unknownWords,
  videoWord,
  type WordCounts,
  youTubeId,
} from '@sitegrep/fulltext';
import { RecentlyUsed } from '@sitegrep/segments';
import { canonicalDomain } from '@sitegrep/site';
import type { FoundVideo, TextResult, TextSearch } from '../../../full-text.ts';
import { candidatesFor, resultMaker } from '../../../full-text/results.ts';
import { bestStated, matchingVideos } from '../../../full-text/videos.ts';
import { type DomainRow, MAX_PAGES, type RowReader } from '../rows.ts';
import type { State } from '../state.ts';
import { anyOf, completing, matchOf, quoted } from './expression.ts';
import { textRows } from './rows.ts';
import { WEIGHTS } from './schema.ts';

export interface FullTextParts {
  readonly db: DatabaseSync;
  readonly rows: RowReader;
  readonly state: () => State;
  /** The row of a domain; null: it is not stored. */
  readonly find: (domain: string) => DomainRow | null;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

export interface FullTextSearch {
  search(request: TextSearch): readonly TextResult[];
  complete(typed: string, limit: number): readonly Completion[];
  videos(request: TextSearch): readonly FoundVideo[];
  video(id: string): FoundVideo | null;
}

interface PageCandidate extends Candidate {
  readonly id: number;
  readonly row: DomainRow;
  readonly head: PageHead;
}

/** Pages whose texts are looked at for completions. */
const COMPLETED_PAGES = 200;
/** Pages from which on the count of a word is kept, until the number of all pages has changed by this share. */
const FREQUENT = 500;
const KEPT_CHANGE = 0.05;
const KEPT_BYTES = 1 << 20;
/** Words that an unknown one may be a slip of. */
const MAX_NEAREST = 3;
/** Pointers that are followed, and pages that they lead to. */
const MAX_POINTERS = 2_000;
const MAX_POINTED = 20;

export function openFullText({ db, rows, state, find, checkpoint }: FullTextParts): FullTextSearch {
  const stored = textRows(db);
  const sql = {
    match: db.prepare(
      `SELECT rowid AS id, -rank AS score FROM word WHERE word MATCH ? AND rank MATCH 'bm25(${WEIGHTS})' ORDER BY rank LIMIT ?`,
    ),
    count: db.prepare('SELECT doc AS pages FROM word_count WHERE term = ?'),
    begins: db.prepare('SELECT term FROM word_count WHERE term >= ? AND term < ? LIMIT 1'),
    pointers: db.prepare('SELECT rowid AS id FROM pointer_word WHERE pointer_word MATCH ? LIMIT ?'),
  };

  /** Counts of frequent words, which take long: each is read from a list as long as it says. */
  const frequent = new RecentlyUsed<{ readonly pages: number; readonly of: number }>(
    KEPT_BYTES,
    (word) => 2 * word.length + 100,
  );

  function countsOf(words: readonly string[]): WordCounts {
    const { pages: all } = state();
    const byWord = new Map<string, number>();
    for (const word of words) {
      const known = frequent.get(word);
      if (known !== undefined && Math.abs(known.of - all) <= known.of * KEPT_CHANGE) {
        byWord.set(word, known.pages);
        continue;
      }
      const pages = sql.count.get(word)?.['pages'];
      if (typeof pages !== 'number') continue;
      byWord.set(word, pages);
      if (pages >= FREQUENT) frequent.set(word, { pages, of: all });
    }
    return { pages: all, byWord };
  }

  /** Words of pages that differ from one by a slip, the most frequent first. */
  function nearestTo(word: string): readonly string[] {
    checkpoint();
    const found = nearWords(word).flatMap((near) => {
      const pages = sql.count.get(near)?.['pages'];
      return typeof pages === 'number' ? [{ near, pages }] : [];
    });
    return found
      .sort((a, b) => b.pages - a.pages || (a.near < b.near ? -1 : 1))
      .slice(0, MAX_NEAREST)
      .map(({ near }) => near);
  }

  function planFor(keyword: Keyword, language: string): TextPlan | null {
    const counts = countsOf(countedWords(keyword, language));
    const nearest = new Map(
      unknownWords(keyword, language, counts).flatMap((word) => {
        const near = nearestTo(word);
        return near.length === 0 ? [] : [[word, near] as const];
      }),
    );
    return planOf(keyword, language, counts, nearest);
  }

  function candidate(id: number, score: number, pointers: number): PageCandidate {
    const row = rows.domain('id', id - (id % MAX_PAGES));
    const head = stored.head(id, row.revision);
    const { language, fetchedAt, digest } = head;
    return {
      id,
      row,
      head,
      score,
      pointers,
      language,
      fetchedAt,
      digest,
      domain: row.domain,
      number: id - row.id,
      rank: row.domain_rank,
      country: row.country_iso_code,
    };
  }

  /** Pages that match an expression, the best first. */
  function matching(expression: string, limit: number): PageCandidate[] {
    checkpoint();
    return sql.match
      .all(expression, limit)
      .map(({ id, score }) => candidate(stored.page(Number(id)), Number(score), 0));
  }

  /** How many sites point at pages with all choices of a plan, by address; the most first. */
  function pointed({ choices }: TextPlan): readonly (readonly [address: string, sites: number])[] {
    const expression = choices.map((choice) => anyOf({ ...choice, forms: [] })).join(' AND ');
    const sites = new Map<string, Set<number>>();
    for (const { id } of sql.pointers.all(expression, MAX_POINTERS)) {
      const { domain, target } = stored.pointer(Number(id));
      const from = sites.get(target) ?? new Set();
      sites.set(target, from.add(domain));
    }
    return [...sites]
      .map(([address, from]) => [address, from.size] as const)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, MAX_POINTED);
  }

  /** The page of an address; null if it is not stored. */
  function pageAt(address: string): number | null {
    const domain = canonicalDomain(`http://${address}`);
    const row = domain === null ? null : find(domain);
    if (row === null) return null;
    const slot = rows
      .summary(row)
      .checks.findIndex((_, index) => addressKey(stored.head(row.id + index, row.revision).url) === address);
    return slot === -1 ? null : row.id + slot;
  }

  function found(request: TextSearch, plan: TextPlan): readonly PageCandidate[] {
    const { language, country, now, limit } = request;
    const lists: PageCandidate[][] = [];
    let results: readonly PageCandidate[] = [];
    for (const degree of degreesOf(plan)) {
      const list = matching(matchOf(plan, degree), candidatesFor(request));
      if (degree === 'all') addPointed(plan, list);
      lists.push(list);
      results = ranked(lists, { language, country, now }, limit);
      if (results.length === limit) break;
    }
    return results;
  }

  /** Adds what other sites say of pages to a list of candidates. */
  function addPointed(plan: TextPlan, list: PageCandidate[]): void {
    // What links say of a page can't tell whether it fulfils these.
    if (plan.phrases.length + plan.excluded.length + plan.sites.length + plan.excludedSites.length > 0)
      return;
    for (const [address, sites] of pointed(plan)) {
      const id = pageAt(address);
      if (id === null) continue;
      const known = list.findIndex((one) => one.id === id);
      if (known === -1) list.push(candidate(id, 0, sites));
      else list.splice(known, 1, candidate(id, list[known]?.score ?? 0, sites));
    }
  }

  function textOf({ id, row }: PageCandidate): StoredText {
    return stored.text(id, row.revision);
  }

  return {
    search(request) {
      const keyword = readKeyword(request.keyword);
      const plan = planFor(keyword, request.language);
      if (plan === null) return [];
      const resultOf = resultMaker(plan, request.language);
      return found(request, plan).map((page, index) => {
        checkpoint();
        return resultOf({ domain: page.domain, head: page.head, text: textOf(page) }, index);
      });
    },
    complete(typed, limit) {
      const written = typedWords(typed);
      if (written.length === 0) return [];
      const words = written.map((word, index) =>
        isKnown(word, index === written.length - 1) ? word : corrected(word, index === written.length - 1),
      );
      const pages = matching(completing(words), COMPLETED_PAGES).map((page) => {
        const { row, head } = page;
        const { blocks, linkTexts } = textOf(page);
        const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
        return { domain: row.domain, rank: row.domain_rank, title: head.title, headings, linkTexts };
      });
      return completionsOf(words, pages, limit);
    },
    videos(request) {
      const keyword = readKeyword(request.keyword);
      const plan = planFor(keyword, request.language);
      if (plan === null) return [];
      const pages = matching(`${matchOf(plan, 'all')} AND ${quoted(HAS_VIDEO)}`, candidatesFor(request));
      return matchingVideos(
        plan,
        request,
        pages.map((page) => ({ url: page.head.url, title: page.head.title, videos: textOf(page).videos })),
      );
    },
    video(id) {
      const pages = matching(quoted(videoWord(id)), COMPLETED_PAGES);
      const all = pages.flatMap((page) =>
        textOf(page).videos.map((video) => ({ pageUrl: page.head.url, video })),
      );
      return bestStated(all.filter(({ video }) => youTubeId(video) === id));
    },
  };

  /** Whether pages have a word, or words that begin with it. */
  function isKnown(word: string, isBeginning: boolean): boolean {
    return isBeginning
      ? sql.begins.get(word, `${word}\u{10ffff}`) !== undefined
      : sql.count.get(word) !== undefined;
  }

  function corrected(word: string, isBeginning: boolean): string {
    if (!isBeginning) return nearestTo(word)[0] ?? word;
    return (
      nearestTo(word)[0] ??
      nearWords(word).find((near) => near.length >= word.length && isKnown(near, true)) ??
      word
    );
  }
}
