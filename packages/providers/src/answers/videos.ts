import type { VideoResult } from '../ports.ts';
import { webUrl } from './web-results.ts';

/** A video as an upstream lists it, in the order of the page. */
export interface FoundVideo extends Omit<VideoResult, 'rankGroup' | 'rankAbsolute' | 'title' | 'url'> {
  readonly title: string | null;
  readonly url: string | null;
  /** Null or left out: its place in the list. */
  readonly rankAbsolute?: number | null;
}

/** Gives the first `depth` videos their ranks. One without a URL or a title is dropped: it is nothing to be shown. */
export function rankVideos(found: readonly FoundVideo[], depth: number): readonly VideoResult[] {
  const results: VideoResult[] = [];
  let last = 0;
  for (const [index, { title, url, rankAbsolute, ...facts }] of found.entries()) {
    if (title === null || url === null || webUrl(url) === null) continue;
    if (results.length === depth) break;
    last = Math.max(last + 1, rankAbsolute ?? index + 1);
    results.push({ rankGroup: results.length + 1, rankAbsolute: last, title, url, ...facts });
  }
  return results;
}
