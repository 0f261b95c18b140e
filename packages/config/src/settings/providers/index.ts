import { BRAVE } from './brave.ts';
import { DATAFORSEO } from './dataforseo.ts';
import { GOOGLE_SUGGEST } from './google-suggest.ts';
import { INVIDIOUS } from './invidious.ts';
import { PROVIDER_OPERATIONS } from './operations.ts';
import { SEARXNG } from './searxng.ts';
import { SERPAPI } from './serpapi.ts';
import { SERPER } from './serper.ts';
import { YOUTUBE_DATA_API } from './youtube-data-api.ts';
import { YT_DLP } from './yt-dlp.ts';

/** One line a provider, in alphabetical order. */
export const PROVIDER_SETTINGS = {
  ...PROVIDER_OPERATIONS,
  ...BRAVE,
  ...DATAFORSEO,
  ...GOOGLE_SUGGEST,
  ...INVIDIOUS,
  ...SEARXNG,
  ...SERPAPI,
  ...SERPER,
  ...YOUTUBE_DATA_API,
  ...YT_DLP,
} as const;
