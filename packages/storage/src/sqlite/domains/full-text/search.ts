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
  isRestricted,
  type Keyword,
  nearWords,
  type PageHead,
  planOf,
  ranked,
  readKeyword,
  type TextPlan,
  typedWords,
  unknownWords,
  videoWord,
  type WordCounts,
} from '@sitegrep/fulltext';
import { RecentlyUsed } from '@sitegrep/segments';
import type { FoundVideo, TextResult, TextSearch } from '../../../full-text.ts';
import {
  candidatesFor,
  COMPLETED_PAGES,
  completedPage,
  MAX_NEAREST,
  MAX_POINTED,
  resultMaker,
  type ShownPage,
} from '../../../full-text/results.ts';
import { bestStated, matchingVideos, type VideoPage } from '../../../full-text/videos.ts';
import { type DomainRow, MAX_PAGES, type RowReader } from '../rows.ts';
import type { State } from '../state.ts';
import { anyOf, completing, matchOf, quoted } from './expression.ts';
import { textRows } from './rows.ts';
import { WEIGHTS } from './schema.ts';

export interface FullTextParts {
  readonly db: DatabaseSync;
  readonly rows: RowReader;
  readonly state: () => State;
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

/** Pages from which on the count of a word is kept, until the number of all pages has changed by this share. */
const FREQUENT = 500;
const KEPT_CHANGE = 0.05;
const KEPT_BYTES = 1 << 20;
/** Pointers that are followed. */
const MAX_POINTERS = 2_000;

export function openFullText({ db, rows, state, checkpoint }: FullTextParts): FullTextSearch {
  const stored = textRows(db);
  const sql = {
    match: db.prepare(
      `SELECT rowid AS id, -rank AS score FROM word WHERE word MATCH ? AND rank MATCH 'bm25(${WEIGHTS})' ORDER BY rank LIMIT ?`,
    ),
    count: db.prepare('SELECT doc AS pages FROM word_count WHERE term = ?'),
    begins: db.prepare('SELECT term FROM word_count WHERE term >= ? AND term < ? LIMIT 1'),
    pointers: db.prepare(
      'SELECT rowid AS id FROM pointer_word WHERE pointer_word MATCH ? ORDER BY rowid LIMIT ?',
    ),
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

  /** Words of pages that differ from one by a misspelling, the most frequent first. */
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
    const ids = sql.pointers.all(expression, MAX_POINTERS).map(({ id }) => Number(id));
    for (const { domain, target } of stored.pointers(ids)) {
      const from = sites.get(target) ?? new Set();
      sites.set(target, from.add(domain));
    }
    return [...sites]
      .map(([address, from]) => [address, from.size] as const)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, MAX_POINTED);
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
    if (isRestricted(plan)) return;
    for (const [address, sites] of pointed(plan)) {
      for (const id of stored.pagesAt(address)) {
        const known = list.findIndex((one) => one.id === id);
        const page = candidate(id, list[known]?.score ?? 0, sites);
        // Another address may have the same hash.
        if (addressKey(page.head.url) === address) list.splice(known === -1 ? list.length : known, 1, page);
      }
    }
  }

  function shown({ id, row, domain, head }: PageCandidate): ShownPage {
    return { domain, head, text: stored.text(id, row.revision) };
  }

  function videosOf(page: PageCandidate): VideoPage {
    const { head, text } = shown(page);
    return { url: head.url, title: head.title, videos: text.videos };
  }

  return {
    search(request) {
      const keyword = readKeyword(request.keyword);
      const plan = planFor(keyword, request.language);
      if (plan === null) return [];
      const resultOf = resultMaker(plan, request.language);
      return found(request, plan).map((page, index) => {
        checkpoint();
        return resultOf(shown(page), index);
      });
    },
    complete(typed, limit) {
      const written = typedWords(typed);
      if (written.length === 0) return [];
      const words = written.map((word, index) =>
        isKnown(word, index === written.length - 1) ? word : corrected(word, index === written.length - 1),
      );
      const pages = matching(completing(words), COMPLETED_PAGES).map((page) =>
        completedPage(shown(page), page.rank),
      );
      return completionsOf(words, pages, limit);
    },
    videos(request) {
      const keyword = readKeyword(request.keyword);
      const plan = planFor(keyword, request.language);
      if (plan === null) return [];
      const pages = matching(`${matchOf(plan, 'all')} AND ${quoted(HAS_VIDEO)}`, candidatesFor(request));
      return matchingVideos(plan, request, pages.map(videosOf));
    },
    video(id) {
      return bestStated(id, matching(quoted(videoWord(id)), COMPLETED_PAGES).map(videosOf));
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
