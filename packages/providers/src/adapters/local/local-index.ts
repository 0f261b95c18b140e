import { ProviderFailure } from '../../failure.ts';
import { stopped } from '../../http/transport-failure.ts';

/** The full text of crawled pages. */
export interface LocalIndex {
  search(request: LocalSearch, signal: AbortSignal): Promise<readonly LocalPage[]>;
  /** Texts that complete what was typed, the most frequent first. */
  complete(typed: string, limit: number, signal: AbortSignal): Promise<readonly LocalCompletion[]>;
  videos(request: LocalSearch, signal: AbortSignal): Promise<readonly LocalVideo[]>;
  /** A video of YouTube by its id; null if no page has it. */
  video(id: string, signal: AbortSignal): Promise<LocalVideo | null>;
}

export interface LocalSearch {
  readonly keyword: string;
  /** ISO 639-1. */
  readonly language: string;
  /** ISO 3166-1 alpha-2, upper case; null: none is preferred. */
  readonly country: string | null;
  readonly limit: number;
}

interface LocalPage {
  readonly url: string;
  readonly title: string | null;
  /** A part of the page that shows the words. */
  readonly snippet: string | null;
  /** Answer that the page gives in a list or a definition; null if it gives none. */
  readonly featured: string | null;
}

interface LocalCompletion {
  readonly text: string;
  /** Parts that were not typed. */
  readonly added: readonly string[];
}

/** A video as a page states it. */
export interface LocalVideo {
  readonly pageUrl: string;
  /** Its id if it is on YouTube. */
  readonly youTubeId: string | null;
  readonly video: {
    readonly name: string | null;
    readonly description: string | null;
    readonly thumbnailUrl: string | null;
    /** ISO 8601. */
    readonly uploadDate: string | null;
    /** ISO 8601, or a number of seconds. */
    readonly duration: string | null;
    readonly embedUrl: string | null;
    readonly contentUrl: string | null;
    readonly url: string | null;
    readonly views: number | null;
    readonly channel: string | null;
    readonly channelUrl: string | null;
    readonly isLive: boolean | null;
  };
}

/**
 * Runs a call of the index.
 *
 * @throws ProviderFailure
 */
export async function answerOf<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  if (signal.aborted) throw stopped(signal, 'the index');
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted) throw stopped(signal, 'the index');
    if (error instanceof Error && error.name === 'FullTextOff')
      throw new ProviderFailure('no_full_text', error.message, { cause: error });
    throw new ProviderFailure('unavailable', "the index can't be searched", { cause: error });
  }
}
