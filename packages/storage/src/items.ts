// Items of answers as JSON in UTF-8: hits as clients get them, rendered where they are found, so that an answer is made of bytes.
import type { Level } from '@sitegrep/search';
import {
  formatTimestamp,
  type KnownDomain,
  ownName,
  type RecordField,
  SEARCH_RESULT_FIELDS,
  shownFields,
  specifiedName,
} from '@sitegrep/site';
import type { Hits, PageHit, ReadOfHit, SearchPage } from './domains.ts';

/** The fields of items that are domains. Those of pages are always the same. */
export interface ItemShape {
  /** Names that fields have: those of the table of fields, or those that a specification fixes. */
  readonly names: keyof typeof NAMINGS;
  /** Fields besides those that every item has. */
  readonly fields: readonly RecordField[];
}

const NAMINGS = { own: ownName, specified: specifiedName };

/** A part of what a search finds, with its hits as items. */
export interface ItemPage<L extends Level = Level> extends Omit<SearchPage<L>, 'hits'> {
  readonly items: RenderedItems;
}

export interface RenderedItems {
  /** The items with all of their fields, and a comma between two of them. */
  readonly utf8: Uint8Array;
  /** Position of the closing brace of each item: what else an item has goes before it. */
  readonly ends: readonly number[];
  /** Parts of each hit that were read out of its sources; empty if the query asks for none. */
  readonly read: readonly ReadOfHit[];
}

const ENCODER = new TextEncoder();

/** Renders a domain as an item. */
export function domainJson(known: KnownDomain, { names, fields }: ItemShape): Uint8Array {
  const nameOf = NAMINGS[names];
  const item = {
    type: 'domain_technology_item',
    ...shownFields(SEARCH_RESULT_FIELDS, nameOf, known),
    ...shownFields(fields, nameOf, known),
  };
  return ENCODER.encode(JSON.stringify(item));
}

type PageFields = Omit<PageHit, 'sortValues' | keyof ReadOfHit>;

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
export function pageJson(page: PageFields): Uint8Array {
  return ENCODER.encode(JSON.stringify(shownPage(page)));
}

const COMMA = 0x2c;

/** @param items each by itself */
export function joinedItems(items: readonly Uint8Array[], read: readonly ReadOfHit[]): RenderedItems {
  const bytes = items.reduce((sum, { length }) => sum + length, 0) + Math.max(0, items.length - 1);
  const utf8 = new Uint8Array(bytes);
  let position = 0;
  const ends = items.map((item) => {
    if (position > 0) utf8[position++] = COMMA;
    utf8.set(item, position);
    position += item.length;
    return position - 1;
  });
  return { utf8, ends, read };
}

const RENDERERS: { readonly [L in Level]: (hit: Hits[L], shape: ItemShape) => Uint8Array } = {
  domain: domainJson,
  page: pageJson,
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
