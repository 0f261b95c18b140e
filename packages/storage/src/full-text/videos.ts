import type { PageVideo } from '@sitegrep/extract';
import { type TextPlan, wordMatcher, wordsOf } from '@sitegrep/fulltext';
import type { FoundVideo, TextSearch } from '../full-text.ts';

/** A page that may have videos, with its own title. */
export interface VideoPage {
  readonly url: string;
  readonly title: string | null;
  readonly videos: readonly PageVideo[];
}

/**
 * The videos of pages whose name and description have all words of a plan, each once, in the order of the pages. The title of a page
 * with one video counts as that of the video.
 */
export function matchingVideos(
  plan: TextPlan,
  { language, limit }: TextSearch,
  pages: readonly VideoPage[],
): readonly FoundVideo[] {
  const choiceOf = wordMatcher(plan, language);
  const seen = new Set<string>();
  const found: FoundVideo[] = [];
  for (const { url, title, videos } of pages) {
    for (const video of videos) {
      const texts = [video.name, video.description, video.channel, videos.length === 1 ? title : null];
      const choices = new Set(wordsOf(texts.join(' ')).map(choiceOf));
      choices.delete(-1);
      const key = video.embedUrl ?? video.contentUrl ?? `${url} ${video.name}`;
      if (choices.size < plan.choices.length || seen.has(key)) continue;
      seen.add(key);
      found.push({ pageUrl: url, video: video.name === null ? { ...video, name: title } : video });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** The page that says most about a video, of several that have it; null: there are none. */
export function bestStated(found: readonly FoundVideo[]): FoundVideo | null {
  return found.reduce<FoundVideo | null>(
    (best, one) => (best === null || statedValues(one.video) > statedValues(best.video) ? one : best),
    null,
  );
}

function statedValues(video: PageVideo): number {
  return Object.values(video).filter((value) => value !== null).length;
}
