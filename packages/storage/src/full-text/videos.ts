import type { PageVideo } from '@sitegrep/html';
import { type TextPlan, wordMatcher, wordsOf, youTubeId } from '@sitegrep/fulltext';
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
      found.push({
        pageUrl: url,
        video: video.name === null ? { ...video, name: title } : video,
        youTubeId: youTubeId(video),
      });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** A video of YouTube from the page that says most about it; null: no page has it. */
export function bestStated(id: string, pages: readonly VideoPage[]): FoundVideo | null {
  let best: FoundVideo | null = null;
  for (const { url, videos } of pages) {
    for (const video of videos) {
      if (youTubeId(video) !== id) continue;
      if (best === null || statedValues(video) > statedValues(best.video))
        best = { pageUrl: url, video, youTubeId: id };
    }
  }
  return best;
}

function statedValues(video: PageVideo): number {
  return Object.values(video).filter((value) => value !== null).length;
}
