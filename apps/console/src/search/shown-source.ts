// The source that stands beside the results: as it stands in the address, and as a result leads to it.
import type { FoundMatch } from '@sitegrep/client';
import { isOfSource } from '@sitegrep/search/scopes';
import type { Item } from '../api/search.ts';
import { timeInAddress } from '../format.ts';

export interface ShownSource {
  readonly site: string;
  /** Absent: the first page. */
  readonly url?: string;
  /** Number of the character that is looked at; absent: the first match. */
  readonly offset?: string;
  readonly part?: string;
  /** Time since which the version stands that is looked at; absent: the page as it stands. */
  readonly at?: string;
}

type Given = { readonly [Name in keyof ShownSource]?: string };

/** The source that an address names; null: none. */
export function shownIn({ site, url, offset, part, at }: Given): ShownSource | null {
  if (site === undefined) return null;
  return {
    site,
    ...(url !== undefined && { url }),
    ...(offset !== undefined && { offset }),
    ...(part !== undefined && { part }),
    ...(at !== undefined && { at }),
  };
}

/** The source of a result, at a match of it; null: it has none. @param match absent: its first one */
export function sourceOf(
  item: Item,
  match?: Pick<FoundMatch, 'url' | 'scope' | 'offset'>,
): ShownSource | null {
  if (item.type === 'change_item') return null;
  const at = match ?? item.matches?.[0];
  const url = item.type === 'domain_technology_item' ? at?.url : item.url;
  const isShown = at !== undefined && (isOfSource(at.scope) || at.scope === 'rendered');
  return {
    site: item.domain,
    ...(url !== undefined && { url }),
    ...(isShown && { offset: String(at.offset) }),
    ...(at?.scope === 'rendered' && { part: 'rendered' }),
    ...(item.type === 'version_item' && { at: timeInAddress(item.first_seen) }),
  };
}

/** Tells whether a source is one of a result. */
export function isOf({ site, url, at }: ShownSource, item: Item): boolean {
  if (item.domain !== site) return false;
  if (item.type === 'page_item') return item.url === url;
  return item.type !== 'version_item' || (item.url === url && timeInAddress(item.first_seen) === at);
}
