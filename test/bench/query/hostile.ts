import { mkdirSync } from 'node:fs';
import type { TokenKey } from '@sitegrep/search';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { QueryTooBroad, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { quantile, rounded } from '../harness/figures.ts';
import { queryOf as query } from './corpus.ts';

/** Characters of each hostile page. */
const PAGE = 4 << 20;
/** Time that a search has for sources, in milliseconds. */
const BUDGET_MS = 5_000;
/** Text that the others search for. */
const TERM = 'ordinary';

/** Patterns that make a backtracking engine slow, each with the letters of a page that it is slow on. */
const HOSTILE: readonly (readonly [pattern: string, letters: string])[] = [
  ['(a|a)*b', 'a'],
  ['(x+x+)+y', 'x'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(.*a){12}q', 'a'],
  ['a[^b]*c', 'a'],
  [Array.from({ length: 500 }, (_, at) => `ab${at}c`).join('|'), 'ab1'],
];

export interface HostileFigure {
  readonly pattern: string;
  readonly ms: number;
  readonly ended: 'answered' | 'too broad';
  /** Times of searches for a term that others made meanwhile. */
  readonly others: { readonly count: number; readonly p99_ms: number };
}

/** Searches by slow patterns over a page of 4 million characters each, while others search for a term. */
export async function measureHostile(dataDir: string, key: TokenKey): Promise<readonly HostileFigure[]> {
  mkdirSync(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 2 });
  try {
    const index = storage.domains;
    const sources = [
      ...HOSTILE.map(([, letters]) => letters.repeat(PAGE / letters.length)),
      `an ${TERM} page`,
    ];
    for (const [number, source] of sources.entries()) {
      const domain = `hostile${number}.test`;
      const page = { url: `https://${domain}/`, fetchedAt: 0, charset: 'utf-8', truncated: false, source };
      // Every page has what the patterns need, so that each is a candidate of each.
      const pages = [{ ...page, source: `${source} bcqy A`, facts: NO_PAGE_FACTS }];
      await index.put([wholeSite({ domain, facts: NO_SITE_FACTS, pages })]);
    }
    // Both reader threads have started when the first figure is taken.
    await Promise.all(['a', 'b'].map((text) => index.search(query({ q: `re:"${text}+ bcqy"` }, key))));
    await index.search(query({ q: TERM }, key));
    const figures: HostileFigure[] = [];
    for (const [pattern] of HOSTILE) {
      const slow = query({ q: `re:"${pattern}"` }, key);
      const startedAt = performance.now();
      const running = index.search(slow, { budgetMs: BUDGET_MS }).then(
        () => 'answered' as const,
        (error: unknown) => {
          if (error instanceof QueryTooBroad) return 'too broad' as const;
          throw error;
        },
      );
      const state: { ended: 'answered' | 'too broad' | null } = { ended: null };
      const watched = running.then((how) => (state.ended = how));
      const others: number[] = [];
      while (state.ended === null) {
        const otherAt = performance.now();
        await index.search(query({ q: TERM }, key));
        others.push(performance.now() - otherAt);
      }
      const ended = await watched;
      figures.push({
        pattern: pattern.slice(0, 40),
        ms: Math.round(performance.now() - startedAt),
        ended,
        others: { count: others.length, p99_ms: rounded(quantile(others, 0.99)) },
      });
    }
    return figures;
  } finally {
    await storage.close();
  }
}
