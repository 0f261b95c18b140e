// The texts of the pages of a document, and of its versions, as they are stored.
import type { PageSource } from '@sitegrep/texts';
import { unpackedPages } from '../unpack-pages.ts';
import { readerOf, unpackPasts } from './pasts.ts';
import { contentOf } from './stored-content.ts';

/** Stored fields, Base64. */
export interface StoredTexts {
  readonly pages: string;
  /** Null: there is none, or versions are not looked at. */
  readonly pasts: string | null;
}

export const NO_TEXTS: StoredTexts = { pages: '', pasts: null };

/** The pages of a document, and then its versions, in the order of their numbers. @throws StorageCorrupt */
export function unpackedTexts({ pages, pasts }: StoredTexts): readonly PageSource[] {
  const standing = unpackedPages(pages);
  if (pasts === null) return standing;
  const byUrl = new Map(standing.map((page) => [page.url, page]));
  const versions = [...unpackPasts(pasts)].flatMap(([url, stored]) => {
    const page = byUrl.get(url);
    const read = readerOf(url, stored, () => (page === undefined ? null : contentOf(page)));
    return stored.past.versions.map((version): PageSource => {
      const { source, rendered } = read(version);
      return {
        url,
        source: source.toString(),
        rendered: rendered === null ? undefined : { source: rendered.toString() },
        facts: NO_FACTS,
      };
    });
  });
  return [...standing, ...versions];
}

/** Facts of versions: none are kept. */
const NO_FACTS = { dns: [] };
