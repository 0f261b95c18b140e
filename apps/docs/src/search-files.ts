/*
 * What the search of the documentation loads: the index of MiniSearch over all sections, and their texts by number, of which the
 * words around a match are shown. Both are loaded when the search is used first.
 */
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './browser/search-options.js';
import type { DocumentationPage } from './frame.ts';

/** Section as the search shows it: page, its title, anchor, heading, text. */
type FoundSection = readonly [page: string, title: string, anchor: string, heading: string, text: string];

export function searchFiles(pages: readonly DocumentationPage[]): readonly (readonly [string, string])[] {
  const sections = pages.flatMap(({ name, title, sections: parts }) =>
    parts.map(({ id, heading, text }): FoundSection => [name, title, id, heading, text]),
  );
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(sections.map(([, page, , heading, text], id) => ({ id, page, heading, text })));
  return [
    ['search.json', JSON.stringify(index)],
    ['sections.json', JSON.stringify(sections)],
  ];
}
