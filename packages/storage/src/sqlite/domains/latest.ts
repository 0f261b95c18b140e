// Reads in a reader thread of what happened last at domains and pages.
import { type Latest, type LatestChange, type LatestWish, NOTHING_LATEST } from '../../latest.ts';
import type { ChangeRows, StoredChange } from './changes/change-rows.ts';
import type { DomainRow } from './rows.ts';
import type { VersionRows } from './versions/version-rows.ts';

interface LatestRows {
  readonly changes: Pick<ChangeRows, 'lastVisit'>;
  readonly versions: Pick<VersionRows, 'past'>;
}

/** A stored domain with its last change. */
interface Known {
  readonly id: number;
  readonly change: LatestChange | null;
}

/** @param find finds the row of a domain; null if there is none */
export function latestReader(
  { changes, versions }: LatestRows,
  find: (domain: string) => DomainRow | null,
): (wishes: readonly LatestWish[]) => readonly Latest[] {
  return (wishes) => {
    // Pages of one domain follow each other.
    const known = new Map<string, Known | null>();
    return wishes.map(({ domain, url }) => {
      const before = known.get(domain);
      const one = before === undefined ? read(domain) : before;
      known.set(domain, one);
      if (one === null) return NOTHING_LATEST;
      const { id, change } = one;
      return {
        change,
        earlierVersions: url === null ? 0 : (versions.past(id, url)?.versions.length ?? 0),
      };
    });
  };

  function read(domain: string): Known | null {
    const row = find(domain);
    return row === null ? null : { id: row.id, change: shown(changes.lastVisit(row.id)) };
  }
}

function shown(change: StoredChange | null): LatestChange | null {
  if (change === null) return null;
  const { at, previousAt, added, removed } = change;
  return { at, previousAt, added, removed };
}
