import type { ProviderName } from './providers.ts';
import type { SettingName } from './settings.ts';

/** Settings without which a provider can't be asked. One provider a line, in alphabetical order. */
export const PROVIDER_NEEDS: Readonly<Record<ProviderName, readonly SettingName[]>> = {
  brave: ['braveKey'],
  dataforseo: ['dataforseoLogin', 'dataforseoPassword'],
  'google-suggest': [],
  invidious: ['invidiousUrl'],
  local: [],
  searxng: ['searxngUrl'],
  serpapi: ['serpapiKey'],
  serper: ['serperKey'],
  'youtube-data-api': ['youtubeDataApiKey'],
  'yt-dlp': [],
};
