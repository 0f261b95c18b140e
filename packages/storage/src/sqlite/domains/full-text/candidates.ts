import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { addressKey, type Candidate, isRestricted, type PageHead, type TextPlan } from '@sitegrep/fulltext';
import { MAX_POINTED, type ShownPage } from '../../../full-text/results.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import type { State } from '../state.ts';
import { anyOf } from './expression.ts';
import { meansChecker, requireMeans } from './means.ts';
import { textRows } from './rows.ts';
import { WEIGHTS } from './schema.ts';

export interface FullTextParts {
  readonly db: DatabaseSync;
  readonly rows: RowReader;
  readonly state: () => State;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

export interface PageCandidate extends Candidate {
  readonly id: number;
  readonly row: DomainRow;
  readonly head: PageHead;
}

/** Which of the pages that match are found. */
export interface Bounds {
  /** Expression of pages that are not; null: all are. */
  readonly excluded: string | null;
  /** Maximum pages. */
  readonly limit: number;
  /** Those of one domain. */
  readonly ofADomain: number;
}

/** Finds pages. */
export interface Candidates {
  /** Pages that match an expression, the best first. */
  readonly matching: (expression: string, bounds: Bounds) => PageCandidate[];
  /** Pages that match an expression, all with the same score. */
  readonly listed: (expression: string, bounds: Bounds) => PageCandidate[];
  /** Adds what other sites say of pages to a list of candidates. */
  readonly addPointed: (plan: TextPlan, list: PageCandidate[]) => void;
  readonly shown: (page: PageCandidate) => ShownPage;
}

/** Pointers that are followed. */
const MAX_POINTERS = 2_000;

export function openCandidates({ db, rows, state, checkpoint }: FullTextParts): Candidates {
  const means = meansChecker(db);
  const stored = textRows(db);
  const sql = {
    match: db.prepare(
      `SELECT rowid AS id, -rank AS score FROM word WHERE word MATCH ? AND rank MATCH 'bm25(${WEIGHTS})' ORDER BY rank`,
    ),
    matches: db.prepare('SELECT 1 FROM word WHERE word MATCH ? AND rowid = ?'),
    list: db.prepare('SELECT rowid AS id, 1 AS score FROM word WHERE word MATCH ? ORDER BY rowid'),
    pointers: db.prepare(
      'SELECT rowid AS id FROM pointer_word WHERE pointer_word MATCH ? ORDER BY rowid LIMIT ?',
    ),
  };

  function candidate(id: number, score: number, pointers: number): PageCandidate {
    const { domain, head } = stored.head(id);
    const row = rows.domain('id', domain);
    const { language, fetchedAt, digest, weight } = head;
    return {
      id,
      row,
      head,
      score,
      pointers,
      language,
      fetchedAt,
      digest,
      weight,
      domain: row.domain,
      address: addressKey(head.url),
      number: id,
      rank: row.rank,
      country: row.country,
    };
  }

  /** How many sites point at pages with all choices of a plan, by address; the most first. */
  function pointed({ choices }: TextPlan): readonly (readonly [address: string, sites: number])[] {
    const expression = choices.map((choice) => anyOf({ ...choice, forms: [] })).join(' AND ');
    const sites = new Map<string, Set<number>>();
    const ids = sql.pointers.all(expression, MAX_POINTERS).map(({ id }) => Number(id));
    for (const { domain, target } of stored.pointers(ids)) {
      const from = sites.get(target) ?? new Set();
      sites.set(target, from.add(domain));
    }
    return [...sites]
      .map(([address, from]) => [address, from.size] as const)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, MAX_POINTED);
  }

  /** FTS5 takes no notice of a row whose number is bound as a floating-point one, as Node binds numbers. */
  function isMatch(expression: string, number: number): boolean {
    return sql.matches.get(expression, BigInt(number)) !== undefined;
  }

  function candidates(statement: StatementSync, expression: string, bounds: Bounds): PageCandidate[] {
    checkpoint();
    requireMeans(db, means(), state());
    const found: PageCandidate[] = [];
    const ofDomain = new Map<number, number>();
    for (const { id, score } of statement.iterate(expression)) {
      if (bounds.excluded !== null && isMatch(bounds.excluded, Number(id))) continue;
      const page = candidate(Number(id), Number(score), 0);
      const before = ofDomain.get(page.row.id) ?? 0;
      if (before === bounds.ofADomain) continue;
      ofDomain.set(page.row.id, before + 1);
      found.push(page);
      if (found.length === bounds.limit) break;
    }
    return found;
  }

  return {
    matching: (expression, bounds) => candidates(sql.match, expression, bounds),
    listed: (expression, bounds) => candidates(sql.list, expression, bounds),
    addPointed(plan, list) {
      if (isRestricted(plan)) return;
      for (const [address, sites] of pointed(plan)) {
        for (const id of stored.pagesAt(address)) {
          const known = list.findIndex((one) => one.id === id);
          const page = candidate(id, list[known]?.score ?? 0, sites);
          // Another address may have the same hash.
          if (page.address === address) list.splice(known === -1 ? list.length : known, 1, page);
        }
      }
    },
    shown: ({ id, domain, head }) => ({ domain, head, text: stored.text(id) }),
  };
}
