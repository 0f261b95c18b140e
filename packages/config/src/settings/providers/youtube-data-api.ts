import { optional } from '../../kind.ts';
import { upstreamUrl } from '../../upstream-url.ts';
import { apiKey } from '../../words.ts';

export const YOUTUBE_DATA_API = {
  youtubeDataApiUrl: {
    variable: 'SITEGREP_YOUTUBE_DATA_API_URL',
    group: 'Providers',
    kind: upstreamUrl(),
    default: 'https://www.googleapis.com/youtube/v3',
    doc: 'Where the provider `youtube-data-api` asks.',
  },
  youtubeDataApiKey: {
    variable: 'SITEGREP_YOUTUBE_DATA_API_KEY',
    group: 'Providers',
    kind: optional(apiKey()),
    default: '',
    doc: 'API key of a Google Cloud project in which the YouTube Data API is enabled; `youtube-data-api` needs it.',
  },
} as const;
