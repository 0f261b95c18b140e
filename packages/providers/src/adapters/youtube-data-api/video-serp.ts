import { rankVideos, type FoundVideo } from '../../answers/videos.ts';
import { channelUrl, videoUrl } from '../../codes/google-urls.ts';
import { countryIn, languageIn } from '../../codes/upstreams.ts';
import { together } from '../../http/together.ts';
import type { VideoSerpAnswer, VideoSerpRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import { dayOf } from '../../text/dates.ts';
import { clockText } from '../../text/durations.ts';
import { plainTextOrNull } from '../../text/plain-text.ts';
import { PAGE_SIZE, type Api } from './api.ts';
import { durationOf, imageOf, isLive } from './video-info.ts';

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
    readVideo(id, { item, video: videos.get(id), channel: channels.get(channelOf(item) ?? '') }),
  );
  return { engine: 'youtube', results: rankVideos(results, request.depth) };
}

/** What the search lists, by the video's id. */
async function findVideos(
  api: Api,
  { keyword, language, location, depth }: VideoSerpRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Field>> {
  const found = new Map<string, Field>();
  let pageToken: string | null = null;
  // A search is dear, so no more of them than are needed if each gives all that it may.
  for (let left = Math.ceil(depth / PAGE_SIZE); left > 0; left--) {
    const page: Field = await api.list(
      'search',
      {
        part: 'snippet',
        type: 'video',
        q: keyword,
        regionCode: countryIn('youtube-videos', location.country ?? '') ?? '',
        relevanceLanguage: languageIn('youtube-videos', language) ?? language.base,
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

/** What the three lists say of one video; it may be gone from two of them by now. */
interface Parts {
  readonly item: Field;
  readonly video: Field | undefined;
  readonly channel: Field | undefined;
}

function readVideo(videoId: string, { item, video, channel }: Parts): FoundVideo {
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
