// What happened last at the domains and pages of an answer, in one read.
import type { FoundDomain, FoundPage } from '@sitegrep/contract';
import type { Query } from '@sitegrep/search';
import { formatTimestamp, shownLabels } from '@sitegrep/site';
import {
  type DomainIndex,
  type Latest,
  namesOfItems,
  NOTHING_LATEST,
  type RenderedItems,
} from '@sitegrep/storage';
import { badRequest } from './failure.ts';

/** Maximum items that have it: a change may have thousands of labels. */
const MAX_LATEST_ITEMS = 100;

/** @throws Failure bad_request if items of the level have nothing of the kind, or there may be too many */
export function requireLatest({ level, limit }: Pick<Query, 'level' | 'limit'>): void {
  if (level !== 'domain' && level !== 'page') {
    throw badRequest({
      field: 'latest',
      problem: `is given with level ${level}`,
      remedy: 'leave it out, or use level domain or page',
    });
  }
  if (limit > MAX_LATEST_ITEMS) {
    throw badRequest({
      field: 'latest',
      problem: `is given with limit ${limit}`,
      remedy: `use a limit of at most ${MAX_LATEST_ITEMS}`,
    });
  }
}

/** Properties that an item has besides. */
export type LatestOfItem = Pick<FoundDomain, 'changed'> & Pick<FoundPage, 'versions_count'>;

/** Reads what happened last at items of domains or pages. */
export async function latestOf(
  domains: Pick<DomainIndex, 'latest'>,
  items: RenderedItems,
): Promise<readonly LatestOfItem[]> {
  const wishes = namesOfItems(items);
  const latest = await domains.latest(wishes);
  const told = new Set<string>();
  return wishes.map(({ domain, url }, index) => {
    const { change, earlierVersions } = latest[index] ?? NOTHING_LATEST;
    const isTold = told.has(domain);
    told.add(domain);
    return {
      // A change may have thousands of labels: it is not repeated with each page of its domain.
      ...(!isTold && { changed: shownChange(change) }),
      ...(url !== null && { versions_count: earlierVersions + 1 }),
    };
  });
}

function shownChange(change: Latest['change']): Exclude<LatestOfItem['changed'], undefined> {
  if (change === null) return null;
  return {
    at: formatTimestamp(change.at * 1_000),
    previous_at: formatTimestamp(change.previousAt * 1_000),
    added: shownLabels(change.added),
    removed: shownLabels(change.removed),
  };
}
