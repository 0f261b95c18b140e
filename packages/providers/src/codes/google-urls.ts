import type { Language } from './languages.ts';
import type { Location } from './locations.ts';
import { countryIn, googleDomain, languageIn } from './upstreams.ts';

/** The page on which a person would see what was asked for. */
export function googleSearchUrl(
  keyword: string,
  { language, location, domain }: { language: Language; location: Location; domain?: string | null },
): string {
  const url = new URL(`https://www.${domain ?? googleDomain(location.country)}/search`);
  url.searchParams.set('q', keyword);
  const hl = languageIn('google', language);
  if (hl !== null) url.searchParams.set('hl', hl);
  if (location.country !== null)
    url.searchParams.set('gl', (countryIn('google', location.country) ?? '').toUpperCase());
  return url.href;
}

/** The search that a suggestion leads to. */
export function googleQueryUrl(suggestion: string, domain: string): string {
  const url = new URL(`https://www.${domain}/search`);
  url.searchParams.set('q', suggestion);
  return url.href;
}

/** @param videoId 11 characters */
export function videoUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`;
}

/** A picture of any video that is for the public. @param videoId 11 characters */
export function videoThumbnailUrl(videoId: string): string {
  return `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
}

export function channelUrl(channelId: string): string {
  return `https://www.youtube.com/channel/${channelId}`;
}
