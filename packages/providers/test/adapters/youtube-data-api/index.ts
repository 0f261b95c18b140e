import type { ProviderUnderTest } from '../../conformance/subject.ts';
import { youtubeDataApiVideoInfo } from './video-info.ts';
import { youtubeDataApiVideoSerp } from './video-serp.ts';

export const youtubeDataApiUnderTest: ProviderUnderTest<'youtube-data-api'> = {
  environment: (origin, secret) => ({
    SITEGREP_YOUTUBE_DATA_API_URL: `${origin}/youtube/v3/`,
    SITEGREP_YOUTUBE_DATA_API_KEY: secret,
  }),
  subjects: { 'video-info': youtubeDataApiVideoInfo, 'video-serp': youtubeDataApiVideoSerp },
};
