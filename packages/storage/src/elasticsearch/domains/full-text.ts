// Full text in a cluster.
import type { Client } from '@elastic/elasticsearch';
import {
  type Candidate,
  type Completion,
  compounds,
  countedParts,
  countedWords,
  degreesOf,
  HAS_VIDEO,
  isRestricted,
  nearWords,
  planOf,
  ranked,
  readKeyword,
  rowsOf,
  scoredRows,
  type TextPlan,
  typedWords,
  unknownWords,
  videoWord,
} from '@sitegrep/fulltext';
import { type FullText, FullTextOff, type TextSearch } from '../../full-text.ts';
import { candidatesFor, COMPLETED, pagesOfADomain } from '../../full-text/results.ts';
import { pagesThread } from './start-pages-thread.ts';
import type { ServedIndex } from '../versioned-index.ts';
import type { SaidHit } from './full-text-pages.ts';
import { completing, marked, pagesOfPlan } from './full-text-query.ts';
import { type FullTextState, fullTextState } from './full-text-state.ts';
import { hasFullText } from './mapping.ts';
import { atPointInTime } from './stored-pages.ts';

export interface ClusterFullText extends FullText {
  close(): Promise<void>;
}

/** Searches that wait for the thread. */
const MAX_QUEUED = 1_000;

export function createFullText(client: Client, index: ServedIndex): ClusterFullText {
  const thread = pagesThread('full text', MAX_QUEUED);

  /** Runs `work` on one state of the index. */
  function onState<T>(
    signal: AbortSignal | undefined,
    work: (state: FullTextState) => Promise<T>,
  ): Promise<T> {
    const { version, alias } = index.form;
    if (!hasFullText(version)) return Promise.reject(new FullTextOff());
    return atPointInTime(client, alias, signal, (point) => work(fullTextState(client, point, signal)));
  }

  return {
    search: (request, signal) =>
      onState(signal, async (state) => {
        const plan = await planFor(state, request);
        if (plan === null) return [];
        const hits = await hitsOf(state, await found(state, plan, request));
        return thread.call('shownResults', plan, request.language, hits);
      }),
    complete: (typed, limit, signal) =>
      onState(signal, async (state): Promise<readonly Completion[]> => {
        const written = typedWords(typed);
        if (written.length === 0) return [];
        const words = await corrected(state, written);
        const pages = await state.matching(completing(words), COMPLETED);
        return thread.call('completionsIn', words, limit, await hitsOf(state, pages));
      }),
    videos: (request, signal) =>
      onState(signal, async (state) => {
        const plan = await planFor(state, request);
        if (plan === null) return [];
        const pages = pagesOfPlan(plan, 'all', await state.scoring(scoredRows(plan, 'all')));
        const query = { bool: { must: [pages], filter: [marked([HAS_VIDEO])] } };
        const hits = await hitsOf(state, await state.matching(query, boundsOf(plan, request)));
        return thread.call('videosIn', plan, request, hits);
      }),
    video: (id, signal) =>
      onState(signal, async (state) => {
        const pages = await state.matching(marked([videoWord(id)]), COMPLETED);
        return thread.call('videoIn', id, await hitsOf(state, pages));
      }),
    close: () => thread.close(),
  };
}

async function planFor(
  state: FullTextState,
  { keyword: text, language }: TextSearch,
): Promise<TextPlan | null> {
  const keyword = readKeyword(text, language);
  if (keyword.words.length + keyword.sites.length === 0) return null;
  const counts = await state.counts(countedWords(keyword, language));
  const long = compounds(keyword.words, counts);
  const parts = long.length === 0 ? counts : await state.counts(countedParts(long));
  const rows = new Map(long.map((word) => [word, rowsOf(word, parts)]));
  const nearest = await state.nearest(unknownWords(keyword, language, counts));
  return planOf(keyword, language, counts, { nearest, rows });
}

async function found(
  state: FullTextState,
  plan: TextPlan,
  request: TextSearch,
): Promise<readonly Candidate[]> {
  const lists: (readonly Candidate[])[] = [];
  let results: readonly Candidate[] = [];
  for (const degree of degreesOf(plan)) {
    const query = pagesOfPlan(plan, degree, await state.scoring(scoredRows(plan, degree)));
    const list = await state.matching(query, boundsOf(plan, request));
    // Pages that are only listed have no score by words.
    const scored = plan.choices.length === 0 ? list.map((one) => ({ ...one, score: 1 })) : list;
    lists.push(degree === 'all' ? await withPointed(state, plan, scored) : scored);
    results = ranked(lists, { ...request, isOfSites: plan.sites.length > 0 }, request.limit);
    if (results.length === request.limit) break;
  }
  return results;
}

function boundsOf(plan: TextPlan, request: TextSearch) {
  return { limit: candidatesFor(request), ofADomain: pagesOfADomain(plan) };
}

/** Candidates with what other sites say of pages. */
async function withPointed(
  state: FullTextState,
  plan: TextPlan,
  list: readonly Candidate[],
): Promise<readonly Candidate[]> {
  if (isRestricted(plan)) return list;
  const pointed = await state.pointed(plan);
  const known = new Map(list.map((one) => [idOf(one), one]));
  for (const one of pointed) known.set(idOf(one), { ...one, score: known.get(idOf(one))?.score ?? 0 });
  return [...known.values()];
}

async function hitsOf(state: FullTextState, pages: readonly Candidate[]): Promise<readonly SaidHit[]> {
  const texts = await state.texts(pages.map(({ domain }) => domain));
  return pages.map(({ domain, number, rank }, index) => ({
    domain,
    number,
    rank,
    texts: texts[index] ?? '',
  }));
}

/** The typed words, with what they may be misspellings of where no page completes them. */
async function corrected(state: FullTextState, written: readonly string[]): Promise<readonly string[]> {
  const last = written.at(-1) ?? '';
  const complete = written.slice(0, -1);
  const { byWord } = await state.counts(complete);
  const unknown = complete.filter((word) => !byWord.has(word));
  const isBeginning = (await state.firstBeginning([last])) !== null;
  const nearest = await state.nearest(isBeginning ? unknown : [...unknown, last]);
  const words = complete.map((word) => nearest.get(word)?.[0] ?? word);
  if (isBeginning) return [...words, last];
  const longer = nearWords(last).filter((near) => near.length >= last.length);
  return [...words, nearest.get(last)?.[0] ?? (await state.firstBeginning(longer)) ?? last];
}

function idOf({ domain, number }: Candidate): string {
  return `${domain} ${number}`;
}
