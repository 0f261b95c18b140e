import type { OwnFigures } from './own-crawl.ts';

type Numbers = Readonly<Record<string, number>>;

/** Several crawls of the same sites as one: memory over time is that of the last one. */
export function allTurns(turns: readonly OwnFigures[]): OwnFigures {
  const last = turns.at(-1);
  if (last === undefined) throw new RangeError('no crawl');
  const sum = (of: (turn: OwnFigures) => number): number => turns.reduce((all, turn) => all + of(turn), 0);
  const sums = (of: (turn: OwnFigures) => Numbers): Numbers => {
    const names = new Set(turns.flatMap((turn) => Object.keys(of(turn))));
    return Object.fromEntries([...names].map((name) => [name, sum((turn) => of(turn)[name] ?? 0)]));
  };
  return {
    ...last,
    pages: sum(({ pages }) => pages),
    seconds: sum(({ seconds }) => seconds),
    processorSeconds: sum(({ processorSeconds }) => processorSeconds),
    extractSeconds: sum(({ extractSeconds }) => extractSeconds),
    detectSeconds: sum(({ detectSeconds }) => detectSeconds),
    threads: sums(({ threads }) => threads),
    outcomes: sums(({ outcomes }) => outcomes),
    peakMiB: Math.max(...turns.map(({ peakMiB }) => peakMiB)),
  };
}
