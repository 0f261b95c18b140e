import { widestImage } from '../../answers/images.ts';
import { rankVideos, type FoundVideo } from '../../answers/videos.ts';
import { countryIn } from '../../codes/upstreams.ts';
import { channelUrl, videoThumbnailUrl, videoUrl } from '../../codes/google-urls.ts';
import { requireSuccess } from '../../http/status.ts';
import type { Clock, VideoSerpAnswer, VideoSerpRequest } from '../../ports.ts';
import { rootField, type Field } from '../../reading/field.ts';
import { dayOf } from '../../text/dates.ts';
import { clockText } from '../../text/durations.ts';
import type { Instance } from './instance.ts';
import { unlessZero } from './video-info.ts';

/** Of about 20 results each; enough for the deepest request even if some have half of it. */
const MOST_PAGES = 10;

/** A time this near is the moment of the request, which Invidious puts where YouTube tells no time. */
const NOW_MS = 60_000;

export async function search(
  instance: Instance,
  request: VideoSerpRequest,
  { signal, now }: { readonly signal: AbortSignal; readonly now: Clock },
): Promise<VideoSerpAnswer> {
  const found = new Map<string, FoundVideo>();
  for (let page = 1; page <= MOST_PAGES && found.size < request.depth; page++) {
    const items = await askForPage(instance, request, { page, signal });
    const before = found.size;
    for (const item of items) {
      const videoId = item.at('videoId').text();
      // Pages may overlap.
      if (item.at('type').text() !== 'video' || videoId === null || found.has(videoId)) continue;
      found.set(videoId, readVideo(item, videoId, now()));
    }
    if (found.size === before) break;
  }
  return { engine: 'youtube', results: rankVideos([...found.values()], request.depth) };
}

async function askForPage(
  { http, url }: Instance,
  { keyword, location }: VideoSerpRequest,
  { page, signal }: { readonly page: number; readonly signal: AbortSignal },
): Promise<readonly Field[]> {
  const answer = await http.json({
    url: `${url}/api/v1/search`,
    query: {
      // A backslash at the beginning is an order to Invidious, and taken away.
      q: keyword.trimStart().startsWith('\\') ? `\\${keyword.trimStart()}` : keyword,
      // Only with a filter are words such as `date:today` words of the search.
      type: 'video',
      region: countryIn('youtube', location.country ?? '') ?? '',
      page,
    },
    signal,
  });
  return rootField(requireSuccess(answer).body).present().list();
}

function readVideo(item: Field, videoId: string, now: number): FoundVideo {
  const channelId = item.at('authorId').text();
  const seconds = unlessZero(item.at('lengthSeconds').count());
  const published = item.at('published').count();
  const live = item.at('liveNow').boolean();
  const isTold =
    published !== null && live !== true && item.at('isUpcoming').boolean() !== true
      ? Math.abs(now - published * 1_000) > NOW_MS
      : false;
  return {
    title: item.at('title').text(),
    url: videoUrl(videoId),
    channelTitle: item.at('author').text(),
    channelUrl: channelId === null ? null : channelUrl(channelId),
    channelImage: widestImage(item.at('authorThumbnails').list()),
    duration: seconds === null ? null : clockText(seconds),
    views: unlessZero(item.at('viewCount').count()),
    uploadedDate: published !== null && isTold ? dayOf(published * 1_000) : null,
    description: item.at('description').text(),
    thumbnailUrl: videoThumbnailUrl(videoId),
    live,
  };
}
