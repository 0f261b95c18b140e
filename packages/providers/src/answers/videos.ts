import { badAnswer } from '../failure.ts';
import type { VideoResult } from '../ports.ts';
import type { Field } from '../field.ts';
import { webUrl, webUrlOrNull } from './web-results.ts';

/** A video as an upstream lists it, in the order of the page. */
export interface FoundVideo extends Omit<VideoResult, 'rankGroup' | 'rankAbsolute' | 'title' | 'url'> {
  readonly title: string | null;
  readonly url: string | null;
  /** Null or left out: its position in the list. */
  readonly rankAbsolute?: number | null;
}

/** Gives the first `depth` videos their ranks. One without a URL or a title is dropped. */
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

/**
 * The address of the widest of the images that an upstream lists with `url` and, mostly, `width`; of equally wide ones
 * the first. One without a width counts as less than any other.
 *
 * @returns null if none leads to the web
 * @throws ProviderFailure bad_answer
 */
export function widestImage(images: readonly Field[]): string | null {
  let widest: string | null = null;
  let maxWidth = -1;
  for (const image of images) {
    const text = image.at('url').string();
    const url = webUrlOrNull(text?.startsWith('//') === true ? `https:${text}` : text);
    const width = image.at('width').count() ?? 0;
    if (url === null || width <= maxWidth) continue;
    [widest, maxWidth] = [url, width];
  }
  return widest;
}

/** @throws ProviderFailure bad_answer if the id in an answer is that of another video; it may be absent */
export function requireVideoId(stated: Field, videoId: string): void {
  if ((stated.string() ?? videoId) !== videoId) throw badAnswer(stated.path, 'is that of another video');
}

/** YouTube's English words for a temporary refusal of this caller, not of the video. */
const REFUSED = /try again later|rate-limited|not a bot|captcha/i;

/** YouTube's English words for a video that does not exist or is not public. */
const MISSING =
  /\bprivate video\b|\bvideo is private\b|granted you access|has been removed|has been terminated|does not exist|\bdoesn['’]t exist\b|\bvideo (?:is |is no longer |no longer )?(?:unavailable|available|not available)\b|\bvideo isn['’]t available\b|\bnot a valid video\b/i;

/** Words for a video that is visible to others: by country, age or membership. */
const HIDDEN_FROM_US = /\bcountry\b|confirm your age|\bmembers\b|\bage-restricted\b|inappropriate for some/i;

/**
 * Whether a reason that YouTube gives for not playing a video means that it is not public. What reads YouTube's pages
 * repeats these reasons, and has no code for them.
 */
export function saysVideoIsMissing(reason: string): boolean {
  return !REFUSED.test(reason) && !HIDDEN_FROM_US.test(reason) && MISSING.test(reason);
}
