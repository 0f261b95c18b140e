import type { DatabaseSync } from 'node:sqlite';
import { lowerBound, type Owners } from '@sitegrep/segments';
import { damagedIndex } from '../failure.ts';
import { valueAt } from './order/chunk.ts';
import { type State, SUM_MODULUS } from './state.ts';

/** Revisions of the domains that match, or numbers of the pages, ascending. */
export type Matches = Float64Array<ArrayBuffer>;

/** Current revisions of domains by their ids, as of the current transaction: so pages that match become domains. */
export interface Sites {
  /** Brings the map up to the state of the transaction. */
  follow(): void;
  /** Number of the state that it is of; another one may give other answers. */
  readonly version: number;
  /** Revisions of all domains, ascending. */
  all(): Matches;
  /** Revisions of domains, each once, ascending. @param ids in any order */
  revisionsOf(ids: Uint32Array): Matches;
  /** Tells whether there is a domain with an id. */
  has(id: number): boolean;
  /** Id of the domain of a revision. */
  idOf(revision: number): number;
  /** The set of the ids of some domains. */
  ownersOf(revisions: Matches): Owners;
}

/** Rows that are read at a time. */
const BATCH = 50_000;
const MIN_CAPACITY = 1_024;

/** @param state of the current transaction */
export function openSites(db: DatabaseSync, state: () => State): Sites {
  const sql = {
    following: db.prepare('SELECT id, revision FROM domain WHERE revision > ? ORDER BY revision LIMIT ?'),
    gone: db.prepare('SELECT id FROM gone WHERE revision > ?'),
  };
  sql.following.setReturnArrays(true);
  /** Revision of each domain by its id; 0: no domain has the id. */
  let byId = new Float64Array(MIN_CAPACITY);
  /** Revisions of all domains, ascending, and the id of each. */
  let revisions: Matches = new Float64Array();
  let ids = new Uint32Array();
  let lastRevision = 0;
  let commits = -1;

  function follow(): void {
    const now = state();
    if (now.commits === commits) return;
    if (now.lastRevision !== lastRevision) take(now);
    commits = now.commits;
  }

  /** Takes over what was put or deleted since. */
  function take(now: State): void {
    if (now.lastDomain >= byId.length) {
      const grown = new Float64Array(Math.max(MIN_CAPACITY, 2 * now.lastDomain));
      grown.set(byId);
      byId = grown;
    }
    for (const { id } of sql.gone.iterate(lastRevision)) byId[Number(id)] = 0;
    const news: [id: number, revision: number][] = [];
    for (let last = lastRevision; ;) {
      // Rows are arrays, which the types of Node do not know.
      const rows = sql.following.all(last, BATCH) as unknown as readonly [number, number][];
      for (const row of rows) {
        news.push(row);
        byId[row[0]] = row[1];
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < BATCH) break;
      last = end[1];
    }
    join(news);
    check(now);
    lastRevision = now.lastRevision;
  }

  /** Appends what is new to the lists, and leaves out what it replaces. */
  function join(news: readonly (readonly [id: number, revision: number])[]): void {
    const all = new Float64Array(revisions.length + news.length);
    const own = new Uint32Array(all.length);
    let count = 0;
    for (let at = 0; at < revisions.length; at++) {
      const [id, revision] = [valueAt(ids, at), valueAt(revisions, at)];
      if (byId[id] !== revision) continue;
      all[count] = revision;
      own[count++] = id;
    }
    for (const [id, revision] of news) {
      all[count] = revision;
      own[count++] = id;
    }
    revisions = count === all.length ? all : all.slice(0, count);
    ids = own.subarray(0, count);
  }

  /** @throws StorageCorrupt if a domain is missing, or is another than was written */
  function check({ domains, idSum, revisionSum }: State): void {
    let [ofIds, ofRevisions] = [0, 0];
    for (let at = 0; at < revisions.length; at++) {
      ofIds = (ofIds + valueAt(ids, at)) % SUM_MODULUS;
      ofRevisions = (ofRevisions + valueAt(revisions, at)) % SUM_MODULUS;
    }
    if (revisions.length === domains && ofIds === idSum && ofRevisions === revisionSum) return;
    forget();
    throw damagedIndex(db, 'the ids and revisions in table domain are not those that were written');
  }

  function forget(): void {
    byId = new Float64Array(MIN_CAPACITY);
    [revisions, ids, lastRevision, commits] = [new Float64Array(), new Uint32Array(), 0, -1];
  }

  return {
    follow,
    get version() {
      return commits;
    },
    all() {
      follow();
      return revisions;
    },
    revisionsOf(owners) {
      follow();
      const found = new Float64Array(Math.min(owners.length, revisions.length));
      const seen = new Uint8Array(byId.length);
      let [count, last, isAscending] = [0, 0, true];
      for (let at = 0; at < owners.length; at++) {
        const id = valueAt(owners, at);
        if (seen[id] === 1) continue;
        seen[id] = 1;
        const revision = byId[id] ?? 0;
        if (revision === 0)
          throw damagedIndex(db, `the segments name domain ${id}, which table domain lacks`);
        isAscending &&= revision > last;
        last = revision;
        found[count++] = revision;
      }
      const matches = count === found.length ? found : found.slice(0, count);
      return isAscending ? matches : matches.sort();
    },
    has(id) {
      follow();
      return (byId[id] ?? 0) !== 0;
    },
    idOf(revision) {
      follow();
      const at = lowerBound(revisions, revision);
      if (revisions[at] !== revision) throw damagedIndex(db, `no domain has the revision ${revision}`);
      return valueAt(ids, at);
    },
    ownersOf(some) {
      follow();
      const set = new Uint8Array(byId.length);
      let at = 0;
      for (let index = 0; index < some.length; index++) {
        const revision = valueAt(some, index);
        at = lowerBound(revisions, revision, at);
        if (revisions[at] !== revision) throw damagedIndex(db, `no domain has the revision ${revision}`);
        set[valueAt(ids, at)] = 1;
      }
      return { has: (owner) => set[owner] === 1 };
    },
  };
}

/** Tells whether a revision or a page is among some. */
export function includes(matches: Matches, revision: number): boolean {
  return indexIn(matches, revision) !== -1;
}

/** The index of a revision, by binary search; -1: it is not there. */
export function indexIn(matches: Matches, revision: number): number {
  let low = 0;
  let high = matches.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = valueAt(matches, middle);
    if (found === revision) return middle;
    if (found < revision) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
