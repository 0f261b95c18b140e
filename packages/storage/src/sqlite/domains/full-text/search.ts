// Full text on one state of the database, in a reader thread.
import {
  type Completion,
  completionsOf,
  compounds,
  countedParts,
  countedWords,
  degreesOf,
  HAS_VIDEO,
  planOf,
  ranked,
  readKeyword,
  rowsOf,
  type TextPlan,
  typedWords,
  unknownWords,
  videoWord,
} from '@sitegrep/fulltext';
import type { FoundVideo, TextResult, TextSearch } from '../../../full-text.ts';
import {
  candidatesFor,
  COMPLETED,
  completedPage,
  pagesOfADomain,
  resultMaker,
} from '../../../full-text/results.ts';
import { bestStated, matchingVideos, type VideoPage } from '../../../full-text/videos.ts';
import { type Bounds, type FullTextParts, openCandidates, type PageCandidate } from './candidates.ts';
import { completing, excludedBy, matchOf, quoted } from './expression.ts';
import { openWords } from './words.ts';

const ALL_COMPLETED = { excluded: null, ...COMPLETED } as const;

export interface FullTextSearch {
  search(request: TextSearch): readonly TextResult[];
  complete(typed: string, limit: number): readonly Completion[];
  videos(request: TextSearch): readonly FoundVideo[];
  video(id: string): FoundVideo | null;
}

export function openFullText({ db, rows, state, checkpoint }: FullTextParts): FullTextSearch {
  const words = openWords(db, state, checkpoint);
  const { matching, listed, addPointed, shown } = openCandidates({ db, rows, state, checkpoint });

  function planFor({ keyword: text, language }: TextSearch): TextPlan | null {
    const keyword = readKeyword(text, language);
    const counts = words.counts(countedWords(keyword, language));
    const long = compounds(keyword.words, counts);
    const parts = words.counts(countedParts(long));
    const rows = new Map(long.map((word) => [word, rowsOf(word, parts)]));
    const nearest = new Map(
      unknownWords(keyword, language, counts).flatMap((word) => {
        const near = words.nearest(word);
        return near.length === 0 ? [] : [[word, near] as const];
      }),
    );
    return planOf(keyword, language, counts, { nearest, rows });
  }

  function found(request: TextSearch, plan: TextPlan): readonly PageCandidate[] {
    const { language, country, now, limit } = request;
    const lists: PageCandidate[][] = [];
    let results: readonly PageCandidate[] = [];
    const bounds = boundsOf(plan, request);
    for (const degree of degreesOf(plan)) {
      const expression = matchOf(plan, degree);
      const list = plan.choices.length === 0 ? listed(expression, bounds) : matching(expression, bounds);
      if (degree === 'all') addPointed(plan, list);
      lists.push(list);
      results = ranked(lists, { language, country, now, isOfSites: plan.sites.length > 0 }, limit);
      if (results.length === limit) break;
    }
    return results;
  }

  function videosOf(page: PageCandidate): VideoPage {
    const { head, text } = shown(page);
    return { url: head.url, title: head.title, videos: text.videos };
  }

  return {
    search(request) {
      const plan = planFor(request);
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
      const completed = written.map((word, index) => words.corrected(word, index === written.length - 1));
      const pages = matching(completing(completed), ALL_COMPLETED).map((page) =>
        completedPage(shown(page), page.rank),
      );
      return completionsOf(completed, pages, limit);
    },
    videos(request) {
      const plan = planFor(request);
      if (plan === null) return [];
      const pages = matching(`${matchOf(plan, 'all')} AND ${quoted(HAS_VIDEO)}`, boundsOf(plan, request));
      return matchingVideos(plan, request, pages.map(videosOf));
    },
    video(id) {
      return bestStated(id, matching(quoted(videoWord(id)), ALL_COMPLETED).map(videosOf));
    },
  };
}

function boundsOf(plan: TextPlan, request: TextSearch): Bounds {
  return {
    excluded: excludedBy(plan),
    limit: candidatesFor(request),
    ofADomain: pagesOfADomain(plan),
  };
}
