// Questions about the past over HTTP, each for the first time: histories of domains, and searches for changes with the totals that a
// count of the written records gives.
import { type ChangeRecord, kindedLabel } from '@sitegrep/site';
import type { RunningServer } from '../../support/server-process.ts';
import { summary, type Summary, timesOf } from '../harness/figures.ts';
import { type AddedIn, monthOf } from './made-changes.ts';

/** Milliseconds of answers, and the questions whose total was not the one that was counted. */
export interface Answered {
  readonly times: Readonly<Record<string, Summary>>;
  readonly wrong: readonly string[];
}

/** Changes that an answer shows. */
const LIMIT = 100;

/** Counts written records for additions that are to be searched for. */
export class AdditionCounts {
  readonly additions: readonly AddedIn[];
  readonly #counts = new Map<string, number>();

  constructor(additions: readonly AddedIn[]) {
    this.additions = additions;
    for (const addition of additions) this.#counts.set(keyOf(addition), 0);
  }

  add({ at, added }: ChangeRecord): void {
    for (const label of added) {
      if (!label.startsWith(TECH)) continue;
      const key = keyOf({ technology: label.slice(TECH.length), month: monthOf(at) });
      const count = this.#counts.get(key);
      if (count !== undefined) this.#counts.set(key, count + 1);
    }
  }

  of(addition: AddedIn): number {
    return this.#counts.get(keyOf(addition)) ?? 0;
  }
}

const TECH = kindedLabel('tech', '');

function keyOf({ technology, month }: AddedIn): string {
  return `${technology} ${month}`;
}

export async function askForChanges(server: RunningServer, counts: AdditionCounts): Promise<Answered> {
  const wrong: string[] = [];
  const ask = async (body: object, total: number | null): Promise<void> => {
    const found = await searched(server, body);
    if (total !== null && found !== total) wrong.push(`${JSON.stringify(body)} found ${found}, not ${total}`);
  };
  const conditionOf = ({ technology, month }: AddedIn): string =>
    `added:tech:${JSON.stringify(technology)} at:${month}`;
  const level = 'change';
  // The first search of a process reads what all others need.
  await ask({ q: 'at:<1d', level, limit: 1 }, null);
  const times: Record<string, readonly number[]> = {
    'changes by technology and month': await timesOf(counts.additions, (addition) =>
      ask({ q: conditionOf(addition), level, limit: LIMIT }, counts.of(addition)),
    ),
    'the same again': await timesOf(counts.additions, (addition) =>
      ask({ q: conditionOf(addition), level, limit: LIMIT }, counts.of(addition)),
    ),
    'changes by technology': await timesOf(counts.additions, ({ technology }) =>
      ask({ q: `removed:tech:${JSON.stringify(technology)}`, level, limit: LIMIT }, null),
    ),
    'changes of a month': await timesOf(months(counts.additions), (month) =>
      ask({ q: `at:${month}`, level, limit: LIMIT }, null),
    ),
    'domains by change': await timesOf(counts.additions, (addition) =>
      ask({ q: `change:( ${conditionOf(addition)} )`, limit: LIMIT }, null),
    ),
  };
  times['trends by month, of a technology'] = await timesOf(technologies(counts.additions), (technology) =>
    answerOf(server, '/trends', {
      queries: [{ q: `tech:${JSON.stringify(technology)}` }],
      by: 'month',
      from: `${months(counts.additions)[0] ?? ''}-01`,
    }),
  );
  return {
    times: Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, summary(ms)])),
    wrong,
  };
}

function months(additions: readonly AddedIn[]): readonly string[] {
  return [...new Set(additions.map(({ month }) => month))].toSorted();
}

function technologies(additions: readonly AddedIn[]): readonly string[] {
  return [...new Set(additions.map(({ technology }) => technology))];
}

/** Gets the histories of domains. @returns milliseconds of all but the first one, which waits for the start of threads */
export async function askForHistories(server: RunningServer, domains: readonly string[]): Promise<Summary> {
  const [first, ...others] = await timesOf(domains, async (domain) => {
    const answer = await server.ask(`/domains/${domain}/history`);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${domain} → ${answer.status}: ${text.slice(0, 500)}`);
  });
  return summary(others.length === 0 && first !== undefined ? [first] : others);
}

/** @returns the total */
async function searched(server: RunningServer, body: object): Promise<number> {
  const text = await answerOf(server, '/search', body);
  return (JSON.parse(text) as { readonly data: { readonly total_count: number } }).data.total_count;
}

/** @throws if it is not answered 200 */
async function answerOf(server: RunningServer, path: string, body: object): Promise<string> {
  const answer = await server.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200)
    throw new Error(`${path} ${JSON.stringify(body)} → ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}
