// What a client asks, one request after the other, and how each answer is judged.
import type { Search } from '../../support/search-at.ts';
import type { Corpus, KnownTerm } from './corpus.ts';
import { boundsOfRound, countOf, faultOf, type Bounds, type Rounds } from './judge.ts';
import { ANY_ROUND, roundMark } from './marks.ts';
import { seededRandom } from '../harness/random.ts';

/** One term; two terms, which hardly come again; the documents of a round; a page of a walk by token. */
type Kind = 'term' | 'terms' | 'round' | 'walk';

export interface Answered {
  readonly kind: Kind;
  /** Milliseconds from asking to the answer, read as JSON. */
  readonly ms: number;
  /** Fault of the answer; null if it is right. */
  readonly fault: string | null;
}

export interface QuestionOptions {
  readonly search: Search;
  readonly corpus: Corpus;
  readonly rounds: Rounds;
  /** Rounds that are asked for: 0 to this. */
  readonly lastRound: number;
  readonly seed: number;
}

/** Asks the next request. */
export type Client = () => Promise<Answered>;

interface Question {
  readonly terms: readonly string[];
  /** Once it is answered. */
  readonly bounds: (doneBefore: Int16Array) => Bounds;
}

const SEARCH_LIMIT = 10;
/** A walk over all domains has so many pages. */
const WALK_PAGES = 10;

/** Requests of a searching client, one after the other. */
const CYCLE = ['terms', 'term', 'terms', 'round'] as const;

/** A client that searches: the first page of ever another answer. */
export function searchingClient(options: QuestionOptions): Client {
  const random = seededRandom(options.seed);
  const ask = asker(options);
  const { terms } = options.corpus;
  const any = (): KnownTerm => pick(terms, random);
  let answered = 0;
  return () => {
    const kind = CYCLE[answered++ % CYCLE.length] ?? 'term';
    switch (kind) {
      case 'term':
        return ask(kind, ofTerms([any()]), FIRST_PAGE);
      case 'terms':
        return ask(kind, ofTerms([any(), any()]), FIRST_PAGE);
      case 'round':
        return ask(kind, ofRound(options, random), FIRST_PAGE);
    }
  };
}

/** A client that walks: from the first page of an answer of several to its last, then the next one. */
export function walkingClient(options: QuestionOptions): Client {
  const random = seededRandom(options.seed);
  const ask = asker(options);
  const limit = Math.ceil(options.corpus.domains.length / WALK_PAGES);
  const long = options.corpus.terms.filter(({ found }) => countOf(found) > limit);
  let walks = 0;
  let question: Question | null = null;
  let page: Page = { ...FIRST_PAGE, limit };
  return async () => {
    question ??= walks++ % 4 === 3 ? ofRound(options, random) : ofTerms([pick(long, random)]);
    const answered = await ask('walk', question, page);
    page = answered.next;
    if (page.token === '') question = null;
    return answered;
  };
}

interface Page {
  readonly limit: number;
  readonly token: string;
  /** Number of the last domain before it. */
  readonly after: number;
}

const FIRST_PAGE: Page = { limit: SEARCH_LIMIT, token: '', after: -1 };

function asker({
  search,
  corpus,
  rounds,
}: QuestionOptions): (
  kind: Kind,
  question: Question,
  page: Page,
) => Promise<Answered & { readonly next: Page }> {
  const numbers = new Map(corpus.domains.map((domain, number) => [domain, number]));
  return async (kind, { terms, bounds }, { limit, token, after }) => {
    const body = {
      search_terms: terms,
      order_by: ['domain,asc'],
      limit,
      ...(token === '' ? {} : { offset_token: token }),
    };
    const doneBefore = rounds.done.slice();
    const startedAt = performance.now();
    const answer = await search(body);
    const ms = performance.now() - startedAt;
    const answered = {
      total: answer.total_count,
      numbers: answer.items.map(({ domain }) => numbers.get(domain) ?? Number.NaN),
      limit,
      after,
      isLast: answer.offset_token === '',
    };
    const fault = faultOf(answered, bounds(doneBefore));
    const next = {
      limit,
      token: answer.offset_token,
      after: answer.offset_token === '' ? -1 : (answered.numbers.at(-1) ?? after),
    };
    return { kind, ms, fault: fault === null ? null : `${JSON.stringify(terms)}: ${fault}`, next };
  };
}

/** Holders of all the terms, whatever is replaced. */
function ofTerms(terms: readonly KnownTerm[]): Question {
  const [first, ...others] = terms.map(({ found }) => found);
  const found = (first ?? new Uint8Array()).map((flag, number) =>
    others.every((other) => other[number] === 1) ? flag : 0,
  );
  return { terms: terms.map(({ term }) => term), bounds: () => ({ certain: found, possible: found }) };
}

/** Documents of some round; or of any, which are all, always. */
function ofRound(
  { rounds, corpus, lastRound }: QuestionOptions,
  random: (bound: number) => number,
): Question {
  const round = random(lastRound + 2);
  if (round <= lastRound) {
    return {
      terms: [roundMark(round)],
      bounds: (doneBefore) => boundsOfRound(round, doneBefore, rounds.begun),
    };
  }
  const all = new Uint8Array(corpus.domains.length).fill(1);
  return { terms: [ANY_ROUND], bounds: () => ({ certain: all, possible: all }) };
}

function pick<T>(items: readonly T[], random: (bound: number) => number): T {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('there is nothing to ask for: no term stands on enough sites');
  return item;
}
