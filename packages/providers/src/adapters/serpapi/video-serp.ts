import { unsupportedLocale } from '../../answers/locale.ts';
import { rankVideos, type FoundVideo } from '../../answers/videos.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google-urls.ts';
import type { VideoSerpProvider, VideoSerpRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { relativeDay } from '../../text/dates.ts';
import { clockSeconds, clockText } from '../../text/durations.ts';
import { listIn, NAME, search, type SerpApiOptions } from './request.ts';
import { thumbnailIn } from './thumbnail.ts';

/** About as many videos has a page; a second one to fill up what a first one lacks would cost as much again. */
const PAGE_SIZE = 20;

export function openVideoSerp(options: SerpApiOptions): VideoSerpProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale('serpapi', request),
    ask: async (request, signal) => ({
      engine: 'youtube',
      results: rankVideos(await collectVideos(options, request, signal), request.depth),
    }),
  };
}

async function collectVideos(
  options: SerpApiOptions,
  { keyword, depth, language, location }: VideoSerpRequest,
  signal: AbortSignal,
): Promise<readonly FoundVideo[]> {
  const found = new Map<string | null, FoundVideo>();
  let token: string | null = null;
  for (let page = 0; page < Math.ceil(depth / PAGE_SIZE); page++) {
    const answer: Field = await search(options, {
      engine: 'youtube',
      parameters: { search_query: keyword, ...(token === null ? {} : { sp: token }) },
      language,
      location,
      signal,
    });
    const before = found.size;
    for (const item of listIn(answer, 'video_results')) {
      const video = readVideo(item, language.code, options.now());
      // Places are told within a page; those of later pages follow from the list.
      if (!found.has(video.url)) found.set(video.url, page === 0 ? video : { ...video, rankAbsolute: null });
    }
    token = answer.at('serpapi_pagination', 'next_page_token').text();
    // Pages may go on for ever without anything new.
    if (token === null || found.size === before || found.size >= depth) break;
  }
  return [...found.values()];
}

function readVideo(item: Field, locale: string, now: number): FoundVideo {
  const channel = item.at('channel');
  const seconds = clockSeconds(item.at('length').text() ?? '');
  return {
    title: item.at('title').text(),
    url: withoutTraces(item.at('link').text()),
    channelTitle: channel.at('name').text(),
    channelUrl: webUrlOrNull(channel.at('link').text()),
    channelImage: thumbnailIn(channel),
    duration: seconds === null ? null : clockText(seconds),
    views: item.at('views').count(),
    uploadedDate: relativeDay(item.at('published_date').text() ?? '', locale, now),
    description: item.at('description').text(),
    thumbnailUrl: thumbnailIn(item),
    live: null,
    rankAbsolute: item.at('position_on_page').count(),
  };
}

/** YouTube's addresses in a list carry what it traces visitors by. */
function withoutTraces(link: string | null): string | null {
  const videoId = URL.parse(link ?? '')?.searchParams.get('v') ?? '';
  return /^[\w-]{11}$/.test(videoId) ? videoUrl(videoId) : link;
}
