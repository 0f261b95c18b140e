import type { Completion } from '@sitegrep/fulltext';
import type { PageVideo } from '@sitegrep/html';

/**
 * Full text: the words of all pages, for people who search for what pages say rather than for what their source has.
 *
 * An adapter guarantees: the words of a document come and go with it, in one step. What is found is a page as it is stored.
 * The order depends on the pages alone, so that two storages with the same pages give the same results; one that counts deleted
 * pages may order those of nearly equal worth otherwise.
 */
export interface FullText {
  /** @throws FullTextOff */
  search(request: TextSearch, signal?: AbortSignal): Promise<readonly TextResult[]>;
  /** Texts of pages that complete what was typed, the most frequent first. @throws FullTextOff */
  complete(typed: string, limit: number, signal?: AbortSignal): Promise<readonly Completion[]>;
  /** Videos of pages, by their names and descriptions. @throws FullTextOff */
  videos(request: TextSearch, signal?: AbortSignal): Promise<readonly FoundVideo[]>;
  /** A video of YouTube by its id, from the page that says most about it; null if no page has it. @throws FullTextOff */
  video(id: string, signal?: AbortSignal): Promise<FoundVideo | null>;
}

export interface TextSearch {
  readonly keyword: string;
  /** ISO 639-1: its rules of word forms hold for the keyword, and pages in it are preferred. */
  readonly language: string;
  /** ISO 3166-1 alpha-2, upper case: sites of it are preferred; null: none are. */
  readonly country: string | null;
  /** Maximum results, 1–100. */
  readonly limit: number;
  /** Milliseconds since the epoch; pages that were fetched shortly before are preferred a little. */
  readonly now: number;
}

export interface TextResult {
  readonly domain: string;
  readonly url: string;
  readonly title: string | null;
  /** A part of the page that shows the words; null if the page says nothing. */
  readonly snippet: string | null;
  /** Answer that the page gives in a list or a definition; only the first result can have one. */
  readonly featured: string | null;
}

/** A video with the page that has it. */
export interface FoundVideo {
  readonly pageUrl: string;
  readonly video: PageVideo;
  /** Its id if it is on YouTube. */
  readonly youTubeId: string | null;
}

/** The index was made without full text. */
export class FullTextOff extends Error {
  constructor() {
    super('there is no full text: SITEGREP_FULL_TEXT is off');
    this.name = 'FullTextOff';
  }
}
