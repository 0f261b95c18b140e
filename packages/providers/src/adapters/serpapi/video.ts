import { unsupportedLocale } from '../../codes/dialects.ts';
import { type FoundVideo, rankVideos, requireVideoId, saysVideoIsMissing } from '../../answers/videos.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google.ts';
import { ProviderFailure } from '../../failure.ts';
import type {
  VideoInfoAnswer,
  VideoInfoProvider,
  VideoInfoRequest,
  VideoSerpProvider,
  VideoSerpRequest,
} from '../../ports.ts';
import type { Field } from '../../field.ts';
import { displayedCount } from '../../text/counts.ts';
import { calendarDay, relativeDay } from '../../text/dates.ts';
import { clockSeconds, clockText } from '../../text/durations.ts';
import { listIn, NAME, saysNothingFound, search, SERPAPI_DIALECT, type SerpApiOptions } from './api.ts';

export function openVideoInfo(options: SerpApiOptions): VideoInfoProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale(SERPAPI_DIALECT, request),
    async call(request, signal) {
      const { videoId, language, location } = request;
      const answer = await search(options, {
        engine: 'youtube_video',
        parameters: { v: videoId },
        language,
        location,
        signal,
      });
      requireVideo(answer, videoId);
      return { engine: 'youtube', video: readVideo(answer, request, options.now()) };
    },
  };
}

function requireVideo(answer: Field, videoId: string): void {
  requireVideoId(answer.at('search_parameters', 'v'), videoId);
  if (!answer.at('title').isAbsent) return;
  const error = answer.at('error').present().string() ?? '';
  if (saysNothingFound(error) || saysVideoIsMissing(error))
    throw new ProviderFailure('not_found', 'serpapi knows no such video');
  throw new ProviderFailure('unavailable', 'serpapi did not get to see the video', { isPassing: true });
}

function readVideo(
  answer: Field,
  { videoId, language }: VideoInfoRequest,
  now: number,
): VideoInfoAnswer['video'] {
  const channel = answer.at('channel');
  const channelUrl = webUrlOrNull(channel.at('link').text());
  const subscribers = channel.at('subscribers').text();
  const published = answer.at('published_date').text() ?? '';
  const count = (of: Field, name: string): number | null => countIn(of, name, language.code);
  return {
    videoId,
    title: answer.at('title').text(),
    url: videoUrl(videoId),
    thumbnailUrl: thumbnailIn(answer),
    channelId: /\/channel\/(UC[\w-]{22})(?:[/?#]|$)/.exec(channelUrl ?? '')?.[1] ?? null,
    channelName: channel.at('name').text(),
    channelUrl,
    channelLogo: thumbnailIn(channel),
    description: descriptionIn(answer),
    viewsCount: count(answer, 'views'),
    likesCount: count(answer, 'likes'),
    commentsCount: count(answer, 'comment_count'),
    channelSubscribers: {
      displayed: subscribers?.replace(/\s+subscribers?$/i, '') ?? null,
      count: count(channel, 'subscribers'),
    },
    publicationDate: calendarDay(published, language.code) ?? relativeDay(published, language.code, now),
    publishedAt: null,
    keywords: answer.at('keywords').texts(),
    category: answer.at('category').text(),
    isLive: answer.at('live').boolean(),
    isEmbeddable: null,
    durationSeconds: clockSeconds(answer.at('length').text() ?? ''),
    streamingQuality: [],
  };
}

/** A count, from the number (`extracted_views`) or else from the displayed text (`views`). */
function countIn(of: Field, name: string, locale: string): number | null {
  const extracted = of.at(`extracted_${name}`).count();
  return extracted ?? displayedCount(of.at(name).text() ?? '', locale);
}

/** The description: a text, or an object that also lists its links. */
function descriptionIn(answer: Field): string | null {
  const description = answer.at('description');
  return description.form === 'string' ? description.string() : description.at('content').string();
}

/** Approximate videos of a page. A page with fewer is not topped up, since each page is paid for. */
const PAGE_SIZE = 20;

export function openVideoSerp(options: SerpApiOptions): VideoSerpProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale(SERPAPI_DIALECT, request),
    call: async (request, signal) => ({
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
      const video = readListed(item, language.code, options.now());
      // Positions count within a page; those of later pages follow from the list.
      if (!found.has(video.url)) found.set(video.url, page === 0 ? video : { ...video, rankAbsolute: null });
    }
    token = answer.at('serpapi_pagination', 'next_page_token').text();
    // Pages may go on for ever without anything new.
    if (token === null || found.size === before || found.size >= depth) break;
  }
  return [...found.values()];
}

function readListed(item: Field, locale: string, now: number): FoundVideo {
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

/** The address of a video without the parameters by which YouTube follows visitors from a list. */
function withoutTraces(link: string | null): string | null {
  const videoId = URL.parse(link ?? '')?.searchParams.get('v') ?? '';
  return /^[\w-]{11}$/.test(videoId) ? videoUrl(videoId) : link;
}

/** Thumbnail of a video or a channel: an address, or an object with a static and an animated one. */
function thumbnailIn(of: Field): string | null {
  const thumbnail = of.at('thumbnail');
  if (thumbnail.isAbsent || thumbnail.form === 'string') return webUrlOrNull(thumbnail.text());
  return webUrlOrNull(thumbnail.at('static').text() ?? thumbnail.at('rich').present().text());
}
