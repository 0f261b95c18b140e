import { languageOf, type Language } from '../codes/languages.ts';
import { locationOf, type Location } from '../codes/locations.ts';
import type { AutocompleteRequest, VideoInfoRequest, VideoSerpRequest, WebSerpRequest } from '../ports.ts';

/** For requests of tests. @throws Error if there is no such language */
export function language(code: string): Language {
  const found = languageOf(code);
  if (found === null) throw new Error(`${code} is no language`);
  return found;
}

/** For requests of tests. @throws Error if there is no such location */
export function location(code: number): Location {
  const found = locationOf(code);
  if (found === null) throw new Error(`${code} is no location`);
  return found;
}

const locale = { language: language('en'), location: location(2840) };

export const WEB_SERP: WebSerpRequest = {
  ...locale,
  keyword: 'river otters & lakes',
  device: 'desktop',
  os: 'windows',
  depth: 10,
};

export const AUTOCOMPLETE: AutocompleteRequest = {
  ...locale,
  keyword: 'river ott',
  client: 'gws-wiz-serp',
  device: 'desktop',
  os: 'windows',
};

export const VIDEO_INFO: VideoInfoRequest = { ...locale, videoId: 'oTTer-_4711' };

export const VIDEO_SERP: VideoSerpRequest = {
  ...locale,
  keyword: 'river otters & lakes',
  device: 'desktop',
  depth: 20,
};

/** A city; only some providers know such. */
export const PLACE = location(1_006_886);
