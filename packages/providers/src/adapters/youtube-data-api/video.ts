import { type FoundVideo, rankVideos, requireVideoId, widestImage } from '../../answers/videos.ts';
import { channelUrl, videoUrl } from '../../codes/google.ts';
import { countryIn, languageIn, YOUTUBE, YOUTUBE_VIDEOS } from '../../codes/dialects.ts';
import { ProviderFailure } from '../../failure.ts';
import { together } from '../../http/client.ts';
import type { VideoInfoAnswer, VideoInfoRequest, VideoSerpAnswer, VideoSerpRequest } from '../../ports.ts';
import type { Field } from '../../field.ts';
import { dayOf } from '../../text/dates.ts';
import { clockText, isoSeconds } from '../../text/durations.ts';
import { plainTextOrNull } from '../../text/plain-text.ts';
import { type Api, PAGE_SIZE } from './api.ts';

export async function fetchVideo(
  api: Api,
  { videoId, language }: VideoInfoRequest,
  signal: AbortSignal,
): Promise<VideoInfoAnswer> {
  const hl = languageIn(YOUTUBE, language) ?? language.base;
  const part = 'snippet,contentDetails,statistics,status';
  const [video] = (await api.list('videos', { part, id: videoId, hl }, signal)).at('items').list();
  if (video === undefined) throw new ProviderFailure('not_found', 'YouTube knows no such public video');
  requireVideoId(video.at('id'), videoId);
  const channelId = video.at('snippet', 'channelId').text();
  const categoryId = video.at('snippet', 'categoryId').text();
  const [channel, category] = await together(signal, (both) => [
    onlyItem(channelId, async (id) => api.list('channels', { part: 'snippet,statistics', id }, both)),
    onlyItem(categoryId, async (id) => api.list('videoCategories', { part: 'snippet', id, hl }, both)),
  ]);
  return { engine: 'youtube', video: readVideo(video, { videoId, channel, category }) };
}

/** The item with the id; null if there is none, or no id. */
async function onlyItem(id: string | null, call: (id: string) => Promise<Field>): Promise<Field | null> {
  return id === null ? null : (await call(id)).at('items', 0);
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
    keywords: snippet.at('tags').texts(),
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

/** Names of the sizes of an image. */
const SIZES = ['maxres', 'standard', 'high', 'medium', 'default'];

function imageOf(snippet: Field): string | null {
  return widestImage(SIZES.map((size) => snippet.at('thumbnails', size)));
}

function isLive(snippet: Field): boolean | null {
  const state = snippet.at('liveBroadcastContent').string();
  return state === null ? null : state === 'live';
}

/** Seconds; null for a broadcast that goes on, whose duration is 0. */
function durationOf(video: Field): number | null {
  const duration = video.at('contentDetails', 'duration').string();
  return duration === null ? null : isoSeconds(duration) || null;
}

function subscribersOf(channel: Field): number | null {
  const count = channel.at('statistics', 'subscriberCount').digits();
  return channel.at('statistics', 'hiddenSubscriberCount').boolean() === true ? null : count;
}

export async function search(
  api: Api,
  request: VideoSerpRequest,
  signal: AbortSignal,
): Promise<VideoSerpAnswer> {
  const found = await findVideos(api, request, signal);
  const channelIds = new Set(Array.from(found.values(), channelOf).filter((id) => id !== null));
  const [videos, channels] = await together(signal, (both) => [
    itemsById(api, 'videos', { query: { part: 'contentDetails,statistics' }, ids: [...found.keys()] }, both),
    itemsById(
      api,
      'channels',
      { query: { part: 'snippet', maxResults: PAGE_SIZE }, ids: [...channelIds] },
      both,
    ),
  ]);
  const results = Array.from(found, ([id, item]) =>
    readListed(id, { item, video: videos.get(id), channel: channels.get(channelOf(item) ?? '') }),
  );
  return { engine: 'youtube', results: rankVideos(results, request.depth) };
}

/** Search results by the id of the video. */
async function findVideos(
  api: Api,
  { keyword, language, location, depth }: VideoSerpRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Field>> {
  const found = new Map<string, Field>();
  let pageToken: string | null = null;
  // A search is expensive, so no more are made than full pages would need.
  for (let left = Math.ceil(depth / PAGE_SIZE); left > 0; left--) {
    const page: Field = await api.list(
      'search',
      {
        part: 'snippet',
        type: 'video',
        q: keyword,
        regionCode: countryIn(YOUTUBE_VIDEOS, location.country ?? '') ?? '',
        relevanceLanguage: languageIn(YOUTUBE_VIDEOS, language) ?? language.base,
        maxResults: Math.min(PAGE_SIZE, depth),
        ...(pageToken === null ? {} : { pageToken }),
      },
      signal,
    );
    for (const item of page.at('items').list()) {
      const id = item.at('id', 'videoId').text();
      // Pages may overlap.
      if (id !== null && !found.has(id)) found.set(id, item);
    }
    pageToken = page.at('nextPageToken').text();
    if (pageToken === null) break;
  }
  return found;
}

async function itemsById(
  api: Api,
  resource: 'videos' | 'channels',
  {
    query,
    ids,
  }: { readonly query: Readonly<Record<string, string | number>>; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Field>> {
  const chunks = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_chunk, index) =>
    ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  );
  const lists = await Promise.all(
    chunks.map(async (chunk) => api.list(resource, { ...query, id: chunk.join(',') }, signal)),
  );
  return new Map(
    lists.flatMap((list) =>
      list
        .at('items')
        .list()
        .flatMap((item) => {
          const id = item.at('id').text();
          return id === null ? [] : [[id, item] as const];
        }),
    ),
  );
}

function channelOf(item: Field): string | null {
  return item.at('snippet', 'channelId').text();
}

/** The items of one video in the three lists; it may be missing from two of them by now. */
interface ListedParts {
  readonly item: Field;
  readonly video: Field | undefined;
  readonly channel: Field | undefined;
}

function readListed(videoId: string, { item, video, channel }: ListedParts): FoundVideo {
  const snippet = item.at('snippet');
  const channelId = channelOf(item);
  const seconds = video === undefined ? null : durationOf(video);
  const publishedAt = snippet.at('publishedAt').time();
  return {
    // Searches give texts as HTML.
    title: plainTextOrNull(snippet.at('title').string()),
    url: videoUrl(videoId),
    channelTitle: plainTextOrNull(snippet.at('channelTitle').string()),
    channelUrl: channelId === null ? null : channelUrl(channelId),
    channelImage: channel === undefined ? null : imageOf(channel.at('snippet')),
    duration: seconds === null ? null : clockText(seconds),
    views: video === undefined ? null : video.at('statistics', 'viewCount').digits(),
    uploadedDate: publishedAt === null ? null : dayOf(publishedAt),
    description: plainTextOrNull(snippet.at('description').string()),
    thumbnailUrl: imageOf(snippet),
    live: isLive(snippet),
  };
}
