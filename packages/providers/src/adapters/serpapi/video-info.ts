import { unsupportedLocale } from '../../answers/locale.ts';
import { saysVideoIsMissing } from '../../answers/missing-videos.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google-urls.ts';
import { badAnswer, ProviderFailure } from '../../failure.ts';
import type { VideoInfoAnswer, VideoInfoProvider, VideoInfoRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { displayedCount } from '../../text/counts.ts';
import { calendarDay, relativeDay } from '../../text/dates.ts';
import { clockSeconds } from '../../text/durations.ts';
import { NAME, saysNothingFound, search, type SerpApiOptions } from './request.ts';
import { thumbnailIn } from './thumbnail.ts';

export function openVideoInfo(options: SerpApiOptions): VideoInfoProvider {
  return {
    name: NAME,
    unsupported: (request) => unsupportedLocale('serpapi', request),
    async ask(request, signal) {
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
  const told = answer.at('search_parameters', 'v');
  if ((told.string() ?? videoId) !== videoId) throw badAnswer(told.path, 'is of another video');
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
    keywords: answer
      .at('keywords')
      .list()
      .flatMap((word) => word.text() ?? []),
    category: answer.at('category').text(),
    isLive: answer.at('live').boolean(),
    isEmbeddable: null,
    durationSeconds: clockSeconds(answer.at('length').text() ?? ''),
    streamingQuality: [],
  };
}

/** As a number (`extracted_views`), else out of what is displayed (`views`). */
function countIn(of: Field, name: string, locale: string): number | null {
  const extracted = of.at(`extracted_${name}`).count();
  return extracted ?? displayedCount(of.at(name).text() ?? '', locale);
}

/** A text, or an object that tells its links besides. */
function descriptionIn(answer: Field): string | null {
  const description = answer.at('description');
  return description.form === 'string' ? description.string() : description.at('content').string();
}
