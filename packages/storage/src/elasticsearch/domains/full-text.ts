// Full text in a cluster.
import type { Client } from '@elastic/elasticsearch';
import {
  type Candidate,
  type Completion,
  countedWords,
  degreesOf,
  HAS_VIDEO,
  isRestricted,
  nearWords,
  planOf,
  ranked,
  readKeyword,
  type TextPlan,
  typedWords,
  unknownWords,
  videoWord,
} from '@sitegrep/fulltext';
import { type FullText, FullTextOff, type TextSearch } from '../../full-text.ts';
import { candidatesFor, COMPLETED_PAGES } from '../../full-text/results.ts';
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
        const pages = await state.matching(completing(words), COMPLETED_PAGES);
        return thread.call('completionsIn', words, limit, await hitsOf(state, pages));
      }),
    videos: (request, signal) =>
      onState(signal, async (state) => {
        const plan = await planFor(state, request);
        if (plan === null) return [];
        const query = { bool: { must: [pagesOfPlan(plan, 'all')], filter: [marked([HAS_VIDEO])] } };
        const hits = await hitsOf(state, await state.matching(query, candidatesFor(request)));
        return thread.call('videosIn', plan, request, hits);
      }),
    video: (id, signal) =>
      onState(signal, async (state) => {
        const pages = await state.matching(marked([videoWord(id)]), COMPLETED_PAGES);
        return thread.call('videoIn', id, await hitsOf(state, pages));
      }),
    close: () => thread.close(),
  };
}

async function planFor(
  state: FullTextState,
  { keyword: text, language }: TextSearch,
): Promise<TextPlan | null> {
  const keyword = readKeyword(text);
  if (keyword.words.length === 0) return null;
  const counts = await state.counts(countedWords(keyword, language));
  const unknown = unknownWords(keyword, language, counts);
  return planOf(keyword, language, counts, await state.nearest(unknown));
}

async function found(
  state: FullTextState,
  plan: TextPlan,
  request: TextSearch,
): Promise<readonly Candidate[]> {
  const lists: (readonly Candidate[])[] = [];
  let results: readonly Candidate[] = [];
  for (const degree of degreesOf(plan)) {
    const list = await state.matching(pagesOfPlan(plan, degree), candidatesFor(request));
    lists.push(degree === 'all' ? await withPointed(state, plan, list) : list);
    results = ranked(lists, request, request.limit);
    if (results.length === request.limit) break;
  }
  return results;
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
