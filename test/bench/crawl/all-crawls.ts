import type { OwnFigures } from './own-crawl.ts';

type Numbers = Readonly<Record<string, number>>;

/** Several crawls of the same sites as one: memory over time is that of the last one. */
export function allCrawls(crawls: readonly OwnFigures[]): OwnFigures {
  const last = crawls.at(-1);
  if (last === undefined) throw new RangeError('no crawl');
  const sum = (of: (crawl: OwnFigures) => number): number =>
    crawls.reduce((all, crawl) => all + of(crawl), 0);
  const sums = (of: (crawl: OwnFigures) => Numbers): Numbers => {
    const names = new Set(crawls.flatMap((crawl) => Object.keys(of(crawl))));
    return Object.fromEntries([...names].map((name) => [name, sum((crawl) => of(crawl)[name] ?? 0)]));
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
    peakMiB: Math.max(...crawls.map(({ peakMiB }) => peakMiB)),
  };
}
