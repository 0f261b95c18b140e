// The stored domains that are in lists. Of a list they are looked up once; then only what was put since is.
import { intersection, union } from '@sitegrep/segments';
import { LRUCache } from 'lru-cache';
import type { DatabaseSync } from 'node:sqlite';
import { damaged } from '../../failure.ts';
import { listOf } from '../order/key.ts';
import { valueAt } from '../order/chunk.ts';
import { ENTRIES_A_ROW, type Lists } from '../order/lists.ts';
import type { RowReader } from '../rows.ts';
import type { Matches, Sites } from '../sites.ts';
import type { State } from '../state.ts';
import type { ListReader, ListRow } from './list-rows.ts';

export interface ListMembers {
  /** Revisions of the stored domains that are in one of some lists. Lists that do not exist have none. */
  of(ids: readonly string[]): Matches;
}

interface MemberParts {
  readonly db: DatabaseSync;
  readonly rows: RowReader;
  readonly lists: Lists;
  readonly sites: Sites;
  readonly reader: ListReader;
  readonly state: () => State;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** The stored domains of a list as of a state. */
interface Known {
  readonly revisions: Matches;
  readonly commits: number;
  readonly lastRevision: number;
}

/** Memory for the stored domains of lists, in bytes. */
const MEMBER_BYTES = 32 << 20;

/** Approximate size of an entry besides its revisions, in bytes. */
const ENTRY_BYTES = 1_000;

export function openListMembers(parts: MemberParts): ListMembers {
  const { db, rows, lists, sites, reader, state, checkpoint } = parts;
  const cache = new LRUCache<number, Known>({
    maxSize: MEMBER_BYTES,
    sizeCalculation: ({ revisions }) => revisions.byteLength + ENTRY_BYTES,
  });

  function members(row: ListRow): Matches {
    const { commits, lastRevision } = state();
    const known = cache.get(row.number);
    if (known?.commits === commits) return known.revisions;
    const revisions = known === undefined ? amongAll(row) : followed(row, known);
    cache.set(row.number, { revisions, commits, lastRevision });
    return revisions;
  }

  /** The domains that were known and are still stored, and those of the ones that were put since. */
  function followed(row: ListRow, { revisions, lastRevision }: Known): Matches {
    const all = sites.all();
    const news = all.subarray(firstAbove(all, lastRevision));
    if (ENTRIES_A_ROW * news.length > all.length) return amongAll(row);
    const test = memberTest(row);
    const put = Array.from(news, (revision) => [rows.domain('revision', revision).domain, revision] as const);
    put.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const found = put.filter(([domain]) => test(domain)).map(([, revision]) => revision);
    return union(intersection(revisions, all), Float64Array.from(found).sort());
  }

  /** Passes along all stored domains and the names of the list, both of which are sorted. */
  function amongAll(row: ListRow): Matches {
    const test = memberTest(row);
    const found: number[] = [];
    const visit = lists.ascending(listOf('domain'), Buffer.alloc(0), null, (chunk, index) => {
      if (test(chunk.key(index).toString('latin1'))) found.push(valueAt(chunk.revisions, index));
      return false;
    });
    visit.next();
    return Float64Array.from(found).sort();
  }

  /** Tells whether the list has a name. Names must come in ascending order. */
  function memberTest(row: ListRow): (name: string) => boolean {
    const firsts = reader.firsts(row);
    /** Index of the chunk that may have the next name, and its names as far as they were read. */
    let chunk = -1;
    let names: readonly string[] | null = null;
    let at = 0;
    return (name) => {
      for (let next = firsts[chunk + 1]; next !== undefined && next <= name; next = firsts[chunk + 1]) {
        chunk++;
        names = null;
        at = 0;
      }
      if (chunk === -1) return false;
      if (names === null) {
        checkpoint();
        names = reader.chunk(row, chunk);
        if (names[0] !== firsts[chunk])
          throw damaged(
            db,
            `chunk ${chunk} of the list ${row.id} begins with another name than its row says`,
          );
      }
      for (let own = names[at]; own !== undefined && own < name; own = names[at]) at++;
      return names[at] === name;
    };
  }

  return {
    of(ids) {
      let found: Matches = new Float64Array();
      for (const id of ids) {
        const row = reader.get(id);
        if (row !== null) found = union(found, members(row));
      }
      return found;
    },
  };
}

/** Index of the first revision above one, in ascending revisions. */
function firstAbove(revisions: Matches, revision: number): number {
  let [low, high] = [0, revisions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(revisions, middle) <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}
