/*
 * Requests whose cost is measured as an index grows: one for each way in which a search finds its answer. Each asks for a word, from
 * the most frequent of the made vocabulary to a rare one, or for a term of pages; no request is made twice.
 */
import type { RunningServer } from '../../support/server-process.ts';
import { summary, type Summary, timesOf } from '../harness/figures.ts';
import { madeWord } from '../harness/made-sites.ts';
import { FACETS, TERMS } from '../harness/terms.ts';

/** Milliseconds of answers, each asked for the first time, and how many requests were refused as too broad. */
export interface Answers extends Summary {
  readonly refused: number;
}

const WORDS = 50;
const RAREST_WORD = 150_000;
/** Facets over all sites are asked for by fewer requests. */
const FACET_ROUNDS = 5;

/** Bodies of searches, from a word that is a quoted text of the query language. */
const KINDS = {
  'a text': (word) => ({ q: word }),
  'a text, level page': (word) => ({ q: word, level: 'page' }),
  'two texts, one left out': (word) => ({ q: `${word} class -"woocommerce"` }),
  'two texts on one page': (word) => ({ q: `same:page ( ${word} "gtm.start" )` }),
  'a text in titles': (word) => ({ q: `title:${word}` }),
  'a text in inline scripts': (word) => ({ q: `script:${word}` }),
  'a text that people see': (word) => ({ q: `text:${word}` }),
  'a rare text with its case': (word) => ({ q: `case:yes ${word.replace(/"$/, '-net.example"')}` }),
  'a text, 10 snippets': (word) => ({ q: word, limit: 11, snippets: {} }),
  'a text, by rank': (word) => ({ q: word, limit: 12, order_by: ['rank,desc'] }),
  'a text, three facets': (word) => ({ q: word, facets: FACETS.slice(0, 3) }),
  'technology and country': (word) => ({ q: `tech:WordPress country:DE -${word}` }),
} satisfies Record<string, (word: string) => object>;

/** Times of all kinds of requests. */
export async function timeRequests(server: RunningServer): Promise<Readonly<Record<string, Answers>>> {
  const times: Record<string, Answers> = {};
  // Each number of items is another search, so none is answered with what another one counted.
  const rounds = Array.from({ length: FACET_ROUNDS }, (_, round) => ({
    q: '',
    limit: round + 1,
    facets: FACETS,
  }));
  times['ten facets of all'] = await answersTo(server, rounds);
  for (const [kind, [name, bodyOf]] of Object.entries(KINDS).entries()) {
    // Each kind has words of its own, so that none finds what another one has loaded.
    const words = Array.from({ length: WORDS }, (_, at) =>
      madeWord(Math.round(RAREST_WORD ** (at / (WORDS - 1))) - 1 + kind),
    );
    const bodies = [...TERMS, ...words].map((word) => ({ limit: 10, ...bodyOf(JSON.stringify(word)) }));
    times[name] = await answersTo(server, bodies);
  }
  return times;
}

async function answersTo(server: RunningServer, bodies: readonly object[]): Promise<Answers> {
  let refused = 0;
  const times = await timesOf(bodies, async (body) => {
    if (!(await askSearch(server, body))) refused++;
  });
  return { ...summary(times), refused };
}

/**
 * Searches.
 *
 * @returns false if it was refused as too broad
 * @throws if it failed otherwise
 */
export async function askSearch(server: RunningServer, body: object): Promise<boolean> {
  const answer = await server.ask('/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200 && answer.status !== 422)
    throw new Error(`${JSON.stringify(body)} → ${answer.status}: ${text.slice(0, 500)}`);
  return answer.status === 200;
}
