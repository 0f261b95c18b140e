import { widestImage } from '../../answers/images.ts';
import { channelUrl, videoUrl } from '../../codes/google-urls.ts';
import { languageIn } from '../../codes/upstreams.ts';
import { badAnswer, ProviderFailure } from '../../failure.ts';
import { together } from '../../http/together.ts';
import type { VideoInfoAnswer, VideoInfoRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { dayOf } from '../../text/dates.ts';
import { isoSeconds } from '../../text/durations.ts';
import type { Api } from './api.ts';

export async function askForVideo(
  api: Api,
  { videoId, language }: VideoInfoRequest,
  signal: AbortSignal,
): Promise<VideoInfoAnswer> {
  const hl = languageIn('youtube', language) ?? language.base;
  const part = 'snippet,contentDetails,statistics,status';
  const [video] = (await api.list('videos', { part, id: videoId, hl }, signal)).at('items').list();
  if (video === undefined)
    throw new ProviderFailure('not_found', 'YouTube knows no such video that is for the public');
  if ((video.at('id').string() ?? videoId) !== videoId)
    throw badAnswer('items[0].id', 'is that of another video');
  const channelId = video.at('snippet', 'channelId').text();
  const categoryId = video.at('snippet', 'categoryId').text();
  const [channel, category] = await together(signal, (both) => [
    onlyItem(channelId, async (id) => api.list('channels', { part: 'snippet,statistics', id }, both)),
    onlyItem(categoryId, async (id) => api.list('videoCategories', { part: 'snippet', id, hl }, both)),
  ]);
  return { engine: 'youtube', video: readVideo(video, { videoId, channel, category }) };
}

/** The item with the id; null if there is none, or no id. */
async function onlyItem(id: string | null, ask: (id: string) => Promise<Field>): Promise<Field | null> {
  return id === null ? null : (await ask(id)).at('items', 0);
}

interface Parts {
  readonly videoId: string;
  readonly channel: Field | null;
  readonly category: Field | null;
}

function readVideo(video: Field, { videoId, channel, category }: Parts): VideoInfoAnswer['video'] {
  const snippet = video.at('snippet');
  const statistics = video.at('statistics');
  const channelId = snippet.at('channelId').text();
  const publishedAt = snippet.at('publishedAt').time();
  return {
    videoId,
    title: snippet.at('localized', 'title').text() ?? snippet.at('title').text(),
    url: videoUrl(videoId),
    thumbnailUrl: imageOf(snippet),
    channelId,
    channelName: snippet.at('channelTitle').text(),
    channelUrl: channelId === null ? null : channelUrl(channelId),
    channelLogo: channel === null ? null : imageOf(channel.at('snippet')),
    description: paragraphs(snippet.at('localized', 'description')) ?? paragraphs(snippet.at('description')),
    viewsCount: statistics.at('viewCount').digits(),
    likesCount: statistics.at('likeCount').digits(),
    commentsCount: statistics.at('commentCount').digits(),
    channelSubscribers: { displayed: null, count: channel === null ? null : subscribersOf(channel) },
    publicationDate: publishedAt === null ? null : dayOf(publishedAt),
    publishedAt,
    keywords: snippet
      .at('tags')
      .list()
      .flatMap((tag) => tag.text() ?? []),
    category: category === null ? null : category.at('snippet', 'title').text(),
    isLive: isLive(snippet),
    isEmbeddable: video.at('status', 'embeddable').boolean(),
    durationSeconds: durationOf(video),
    // For the owner of the video only.
    streamingQuality: [],
  };
}

function paragraphs(field: Field): string | null {
  return field.string()?.trim() || null;
}

/** By which an image is listed in several sizes. */
const SIZES = ['maxres', 'standard', 'high', 'medium', 'default'];

export function imageOf(snippet: Field): string | null {
  return widestImage(SIZES.map((size) => snippet.at('thumbnails', size)));
}

export function isLive(snippet: Field): boolean | null {
  const state = snippet.at('liveBroadcastContent').string();
  return state === null ? null : state === 'live';
}

/** Seconds; null for a broadcast that goes on, whose duration is 0. */
export function durationOf(video: Field): number | null {
  const duration = video.at('contentDetails', 'duration').string();
  return duration === null ? null : isoSeconds(duration) || null;
}

function subscribersOf(channel: Field): number | null {
  const count = channel.at('statistics', 'subscriberCount').digits();
  return channel.at('statistics', 'hiddenSubscriberCount').boolean() === true ? null : count;
}
