import type { ProviderUnderTest } from '../../conformance/subject.ts';
import { dataForSeoVideoInfo, dataForSeoVideoSerp } from './video.ts';
import { dataForSeoAutocomplete, dataForSeoWebSerp } from './web.ts';

export const dataforseoUnderTest: ProviderUnderTest<'dataforseo'> = {
  environment: (origin, secret) => ({
    SITEGREP_DATAFORSEO_URL: origin,
    SITEGREP_DATAFORSEO_LOGIN: 'holt@otters.example',
    SITEGREP_DATAFORSEO_PASSWORD: secret,
  }),
  subjects: {
    'web-serp': dataForSeoWebSerp,
    'web-autocomplete': dataForSeoAutocomplete,
    'video-info': dataForSeoVideoInfo,
    'video-serp': dataForSeoVideoSerp,
  },
};
