import { unsupportedLocale } from '../../answers/locale.ts';
import { rankVideos, type FoundVideo } from '../../answers/videos.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google-urls.ts';
import type { VideoSerpAnswer, VideoSerpRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { dayOf, relativeDay } from '../../text/dates.ts';
import { clockText } from '../../text/durations.ts';
import { keywordParameter, localeParameters, wholePages, type Endpoint } from './endpoint.ts';
import { durationOf } from './video-duration.ts';

/** Blocks that are paid for together; most hold one video, some a channel or a playlist. */
const PAGE = 20;

export const videoSerp: Endpoint<VideoSerpRequest, VideoSerpAnswer> = {
  path: 'youtube/organic/live/advanced',
  unsupported: (request) => unsupportedLocale('dataforseo', request),
  task: ({ keyword, device, depth, ...locale }) => ({
    ...keywordParameter(keyword),
    ...localeParameters(locale),
    device,
    block_depth: wholePages(depth, PAGE),
  }),
  read(task, { depth, language }, now) {
    const items = task
      .at('result', 0, 'items')
      .list()
      .filter((item) => item.at('type').string() === 'youtube_video')
      .map((item) => readVideo(item, language.code, now));
    return { engine: 'youtube', results: rankVideos(items, depth) };
  },
};

function readVideo(item: Field, locale: string, now: number): FoundVideo {
  const text = (name: string): string | null => item.at(name).text();
  const url = (name: string): string | null => webUrlOrNull(text(name));
  const videoId = text('video_id');
  const seconds = durationOf(item);
  return {
    title: text('title'),
    // The address that is given carries what YouTube traces visitors by.
    url: videoId === null ? text('url') : videoUrl(videoId),
    channelTitle: text('channel_name'),
    channelUrl: url('channel_url'),
    channelImage: url('channel_logo'),
    duration: seconds === null ? null : clockText(seconds),
    views: item.at('views_count').count(),
    uploadedDate: uploadedDay(item, locale, now),
    description: text('description'),
    thumbnailUrl: url('thumbnail_url'),
    live: item.at('is_live').boolean(),
    rankAbsolute: item.at('rank_absolute').count(),
  };
}

/** The upstream works a time out of what YouTube displays (`3 days ago`); where it could not, we try. */
function uploadedDay(item: Field, locale: string, now: number): string | null {
  const time = item.at('timestamp').time();
  const displayed = item.at('publication_date').text();
  if (time !== null) return dayOf(time);
  return displayed === null ? null : relativeDay(displayed, locale, now);
}
