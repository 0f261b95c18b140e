import { type Language, languageOf, type Location, locationOf } from '../../src/codes/locales.ts';
import type {
  AutocompleteRequest,
  VideoInfoRequest,
  VideoSerpRequest,
  WebResult,
  WebSerpRequest,
} from '../../src/ports.ts';

/** A language for requests of tests. @throws Error if there is no such language */
export function language(code: string): Language {
  const found = languageOf(code);
  if (found === null) throw new Error(`${code} is not a language`);
  return found;
}

/** A location for requests of tests. @throws Error if there is no such location */
export function location(code: number): Location {
  const found = locationOf(code);
  if (found === null) throw new Error(`${code} is not a location`);
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
export const CITY = location(1_006_886);

interface Part {
  readonly title: string;
  readonly url: string;
}

/** Pages on one site, for answers that are longer than a page of results. @param from the first one's number, from 1 */
export function parts(from: number, count: number): readonly Part[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Part ${from + index}`,
    url: `https://otters.example/parts/${from + index}`,
  }));
}

/** Results that an adapter must make of parts 1 to `count`, which have no description. */
export function listedParts(count: number): readonly WebResult[] {
  return parts(1, count).map(({ url, title }, index) => ({
    type: 'organic',
    rankGroup: index + 1,
    rankAbsolute: index + 1,
    domain: 'otters.example',
    title,
    description: null,
    url,
    breadcrumb: `https://otters.example › parts › ${index + 1}`,
  }));
}
