import type { StoredPage, StoredSite } from './pages.ts';

/** A store of the sources of pages, with the calls that a storage makes. */
export interface SourceStore extends AsyncDisposable {
  /** Stores new sites; durable when it resolves. */
  put(sites: readonly StoredSite[]): Promise<void>;
  /** Replaces some pages of a site that is stored. */
  replace(site: StoredSite, pages: readonly StoredPage[]): Promise<void>;
  /** Sources of pages by number, unpacked. @returns their bytes */
  read(ids: readonly number[]): Promise<number>;
  /** Does what makes up for replaced pages, until there is nothing to do. */
  compact(): Promise<void>;
  /** Removes sites, so that no byte of their pages is left. */
  takeDown(sites: readonly StoredSite[]): Promise<void>;
  /** Backs up. @returns bytes to be copied since the last call: as the store does it, and at least, by a tool that finds what changed */
  backUp(): Promise<{ readonly bytes: number; readonly leastBytes: number }>;
  /** Bytes that it takes on disks. */
  bytes(): Promise<number>;
  /** Files to take out of the page cache; empty if that can't be done. */
  files(): readonly string[];
}
