import { unsupportedLocale } from '../../answers/locale.ts';
import { webUrlOrNull } from '../../answers/web-results.ts';
import { videoUrl } from '../../codes/google-urls.ts';
import { badAnswer, ProviderFailure } from '../../failure.ts';
import type { StreamingQuality, VideoInfoAnswer, VideoInfoRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { calendarDay, dayOf } from '../../text/dates.ts';
import { localeParameters, type Endpoint } from './endpoint.ts';
import { foundNothing } from './status-codes.ts';
import { durationOf } from './video-duration.ts';

export const videoInfo: Endpoint<VideoInfoRequest, VideoInfoAnswer> = {
  path: 'youtube/video_info/live/advanced',
  unsupported: (request) => unsupportedLocale('dataforseo', request),
  task: ({ videoId, ...locale }) => ({ video_id: videoId, ...localeParameters(locale) }),
  read(task, { videoId }) {
    const item = foundNothing(task) ? null : task.at('result', 0).present().at('items', 0);
    if (item === null || item.isAbsent)
      throw new ProviderFailure('not_found', 'dataforseo knows no such video');
    const text = (name: string): string | null => item.at(name).text();
    const url = (name: string): string | null => webUrlOrNull(text(name));
    const told = item.at('video_id');
    if ((told.string() ?? videoId) !== videoId) throw badAnswer(told.path, 'is of another video');
    const publishedAt = item.at('timestamp').time();
    return {
      engine: 'youtube',
      video: {
        videoId,
        title: text('title'),
        url: videoUrl(videoId),
        thumbnailUrl: url('thumbnail_url'),
        channelId: text('channel_id'),
        channelName: text('channel_name'),
        channelUrl: url('channel_url'),
        channelLogo: url('channel_logo'),
        description: item.at('description').string(),
        viewsCount: item.at('views_count').count(),
        likesCount: item.at('likes_count').count(),
        commentsCount: item.at('comments_count').count(),
        channelSubscribers: {
          displayed: item.at('channel_subscribers_count', 'displayed_count').text(),
          count: item.at('channel_subscribers_count', 'count').count(),
        },
        publicationDate:
          publishedAt === null ? calendarDay(text('publication_date') ?? '', 'en') : dayOf(publishedAt),
        publishedAt,
        keywords: item
          .at('keywords')
          .list()
          .flatMap((word) => word.text() ?? []),
        category: text('category'),
        isLive: item.at('is_live').boolean(),
        isEmbeddable: item.at('is_embeddable').boolean(),
        durationSeconds: durationOf(item),
        streamingQuality: item.at('streaming_quality').list().map(readQuality),
      },
    };
  },
};

function readQuality(quality: Field): StreamingQuality {
  return {
    label: quality.at('label').text(),
    width: quality.at('width').count(),
    height: quality.at('height').count(),
    bitrate: quality.at('bitrate').count(),
    mimeType: quality.at('mime_type').text(),
    fps: quality.at('fps').count(),
  };
}
