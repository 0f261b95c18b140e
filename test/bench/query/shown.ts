import { quotedPattern, type QueryInput, type TokenKey } from '@sitegrep/search';
import type { DomainIndex } from '@sitegrep/storage';
import { median, rounded } from '../harness/figures.ts';
import { queryOf } from './corpus.ts';

const ROUNDS = 10;
/** Repetitions of each search, whose mean counts. */
const REPETITIONS = 5;

/** Patterns with a group, each with 61 to 96 matches among 2,945 home pages. */
const GROUPED: readonly string[] = [
  String.raw`content="Drupal (\d+)`,
  String.raw`statcounter\.com/counter/([^"']+)`,
  String.raw`(AIza[0-9A-Za-z_-]{35})`,
  String.raw`recaptcha/api\.js\?render=([\w-]+)`,
  String.raw`disqus_shortname\s*=\s*['"]([\w-]+)`,
  String.raw`use\.typekit\.net/([a-z0-9]{7})`,
];

/** Parts of an answer that are read out of the sources of matches. */
const PARTS = {
  alone: {},
  with_facet: { facets: [{ field: 'capture' }] },
  with_snippets: { snippets: {} },
  with_both: { facets: [{ field: 'capture' }], snippets: {} },
} satisfies Readonly<Record<string, QueryInput>>;

type Part = keyof typeof PARTS;
const NAMES: readonly Part[] = ['alone', 'with_facet', 'with_snippets', 'with_both'];

type Figures = Readonly<Record<Part, number>>;

/** Processor time of the process, all threads, in milliseconds: of searches of which nothing is kept, and of repetitions. */
interface ShownFigures {
  readonly patterns: number;
  readonly matches: number;
  readonly first_ms: Figures;
  readonly again_ms: Figures;
  readonly first_times_alone: number;
  readonly again_times_alone: number;
}

/** Measures patterns with and without what is read of their matches: a facet of captures, and snippets. */
export async function measureShown(index: DomainIndex, key: TokenKey): Promise<ShownFigures> {
  let [made, matches] = [0, 0];
  const [first, again] = [noTimes(), noTimes()];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, pattern] of GROUPED.entries()) {
      for (const name of NAMES) {
        // Each search has a pattern of its own with the same matches: what is kept is kept by pattern.
        const own = pattern.replace(/\((.*)\)/, `($1|~${made++})`);
        const query = queryOf({ q: `re:${quotedPattern(own)}`, ...PARTS[name] }, key);
        const { ms, total } = await processorTime(index, query, 1);
        const repeated = await processorTime(index, query, REPETITIONS);
        // The first round warms up.
        if (round === 0) {
          if (name === 'alone') matches += total;
          continue;
        }
        (first[name][at] ??= []).push(ms);
        (again[name][at] ??= []).push(repeated.ms);
      }
    }
  }
  const [firstMs, againMs] = [sums(first), sums(again)];
  return {
    patterns: GROUPED.length,
    matches,
    first_ms: firstMs,
    again_ms: againMs,
    first_times_alone: rounded(firstMs.with_both / firstMs.alone),
    again_times_alone: rounded(againMs.with_both / againMs.alone),
  };
}

async function processorTime(
  index: DomainIndex,
  query: ReturnType<typeof queryOf>,
  times: number,
): Promise<{ readonly ms: number; readonly total: number }> {
  const before = process.cpuUsage();
  let total = 0;
  for (let time = 0; time < times; time++) ({ total } = await index.search(query));
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000 / times, total };
}

function noTimes(): Record<Part, number[][]> {
  return { alone: [], with_facet: [], with_snippets: [], with_both: [] };
}

/** Sums of the medians of each pattern. */
function sums(times: Readonly<Record<Part, readonly (readonly number[])[]>>): Figures {
  const sum = (name: Part): number =>
    rounded(times[name].reduce((all, ofPattern) => all + median(ofPattern), 0));
  return {
    alone: sum('alone'),
    with_facet: sum('with_facet'),
    with_snippets: sum('with_snippets'),
    with_both: sum('with_both'),
  };
}
