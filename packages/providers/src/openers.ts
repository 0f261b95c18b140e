import { openBrave } from './adapters/brave/index.ts';
import { openDataForSeo } from './adapters/dataforseo/index.ts';
import { openGoogleSuggest } from './adapters/google-suggest/index.ts';
import { openInvidious } from './adapters/invidious/index.ts';
import { openLocal } from './adapters/local/index.ts';
import { openSearxng } from './adapters/searxng/index.ts';
import { openSerpApi } from './adapters/serpapi/index.ts';
import { openSerper } from './adapters/serper/index.ts';
import { openYoutubeDataApi } from './adapters/youtube-data-api/index.ts';
import { openYtDlp } from './adapters/yt-dlp/index.ts';
import type { ProviderName } from './catalog.ts';
import type { AdapterParts, OfferOf, OptionsOf } from './ports.ts';

/** Adapter of each provider, in alphabetical order. */
const OPENERS: {
  readonly [Name in ProviderName]: (options: OptionsOf<Name, keyof AdapterParts>) => OfferOf<Name>;
} = {
  brave: openBrave,
  dataforseo: openDataForSeo,
  'google-suggest': openGoogleSuggest,
  invidious: openInvidious,
  local: openLocal,
  searxng: openSearxng,
  serpapi: openSerpApi,
  serper: openSerper,
  'youtube-data-api': openYoutubeDataApi,
  'yt-dlp': openYtDlp,
};

/** Opens the providers of one adapter. They share `options.http` and close nothing. */
export function openProvider<Name extends ProviderName>(
  name: Name,
  options: OptionsOf<Name, keyof AdapterParts>,
): OfferOf<Name> {
  return OPENERS[name](options);
}
