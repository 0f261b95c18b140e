// Items of answers as JSON: hits as clients get them, rendered where they are found.
import type { Level } from '@sitegrep/search';
import {
  formatTimestamp,
  type KnownDomain,
  ownName,
  SEARCH_RESULT_FIELDS,
  shownFields,
  shownLabels,
  specifiedName,
} from '@sitegrep/site';
import type { ReadOfHit } from '@sitegrep/texts';
import type {
  ChangeHit,
  Hits,
  ItemPage,
  ItemShape,
  PageHit,
  RenderedItems,
  SearchPage,
  VersionHit,
} from './domains.ts';
import type { LatestWish } from './latest.ts';

const NAMINGS = { own: ownName, specified: specifiedName } as const;

/** Renders a domain as an item. */
export function domainJson(known: KnownDomain, { names, fields }: ItemShape): string {
  const nameOf = NAMINGS[names];
  const item = {
    type: 'domain_technology_item',
    ...shownFields(SEARCH_RESULT_FIELDS, nameOf, known),
    ...shownFields(fields, nameOf, known),
  };
  return JSON.stringify(item);
}

type PageFields = Omit<PageHit, 'sortValues' | keyof ReadOfHit>;

type VersionFields = Omit<VersionHit, 'sortValues' | keyof ReadOfHit>;

type ChangeFields = Omit<ChangeHit, 'sortValues' | keyof ReadOfHit>;

/** A page as answers have it. */
export function shownPage({ domain, url, title, rank, fetchedAt, charset, truncated }: PageFields) {
  return {
    type: 'page_item',
    domain,
    url,
    title,
    rank,
    fetched_at: formatTimestamp(fetchedAt),
    charset,
    truncated,
  } as const;
}

/** Renders a page as an item. */
export function pageJson(page: PageFields): string {
  return JSON.stringify(shownPage(page));
}

/** A version of a page as answers have it. */
export function shownVersion(version: VersionFields) {
  const { domain, url, id, title, rank, firstSeen, lastSeen, goneAt, charset, truncated } = version;
  return {
    type: 'version_item',
    domain,
    url,
    id: String(id),
    title,
    rank,
    first_seen: formatTimestamp(firstSeen),
    last_seen: lastSeen === null ? null : formatTimestamp(lastSeen),
    gone_at: goneAt === null ? null : formatTimestamp(goneAt),
    charset,
    truncated,
  } as const;
}

/** Renders a version of a page as an item. */
export function versionJson(version: VersionFields): string {
  return JSON.stringify(shownVersion(version));
}

/** @param items each by itself */
export function joinedItems(items: readonly string[], read: readonly ReadOfHit[]): RenderedItems {
  let position = -1;
  const ends = items.map((item) => {
    position += item.length + 1;
    return position - 1;
  });
  return { json: items.join(','), ends, read };
}

/** Head of the item of a domain or a page: the renderers of this file begin with these names, in which JSON escapes quotes. */
const HEAD =
  /\{"type":"(domain_technology|page)_item","domain":("(?:[^"\\]|\\.)*")(?:,"url":("(?:[^"\\]|\\.)*"))?/y;

/** Names of the domains or pages of items. Only the head of each is read: a domain with many fields is long. */
export function namesOfItems({ json, ends }: Pick<RenderedItems, 'json' | 'ends'>): readonly LatestWish[] {
  let start = 0;
  return ends.map((end) => {
    HEAD.lastIndex = start;
    const [, type, domain, url] = HEAD.exec(json) ?? [];
    if (domain === undefined || (type === 'page' && url === undefined))
      throw new Error('an item does not begin with the names of a domain or page');
    // After the closing brace and the comma.
    start = end + 2;
    return { domain: textOf(domain), url: type === 'page' && url !== undefined ? textOf(url) : null };
  });
}

/** The text that a string of JSON writes. */
function textOf(json: string): string {
  return String(JSON.parse(json));
}

/** A change as answers have it. */
export function shownChange({ domain, rank, at, previousAt, recorded, by, added, removed }: ChangeFields) {
  return {
    type: 'change_item',
    domain,
    rank,
    at: formatTimestamp(at * 1_000),
    previous_at: formatTimestamp(previousAt * 1_000),
    recorded,
    by,
    added: shownLabels(added),
    removed: shownLabels(removed),
  } as const;
}

/** Renders a change as an item. */
export function changeJson(change: ChangeFields): string {
  return JSON.stringify(shownChange(change));
}

const RENDERERS: { readonly [L in Level]: (hit: Hits[L], shape: ItemShape) => string } = {
  domain: domainJson,
  page: pageJson,
  version: versionJson,
  change: changeJson,
};

/** Renders the hits of a part of what a search finds. */
export function itemPage<L extends Level>(
  level: L,
  { hits, ...page }: SearchPage<L>,
  shape: ItemShape,
): ItemPage<L> {
  const render = RENDERERS[level];
  const items = hits.map((hit) => render(hit, shape));
  const readsSources = hits.some(
    ({ matches, extracted }) => matches !== undefined || extracted !== undefined,
  );
  const read = readsSources
    ? hits.map(({ matches, extracted }) => ({ ...(matches && { matches }), ...(extracted && { extracted }) }))
    : [];
  return { ...page, items: joinedItems(items, read) };
}
