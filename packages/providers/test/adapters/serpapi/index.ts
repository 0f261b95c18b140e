import type { ProviderUnderTest } from '../../conformance/subject.ts';
import { serpApiVideoInfo, serpApiVideoSerp } from './video.ts';
import { serpApiAutocomplete, serpApiWebSerp } from './web.ts';

export const serpapiUnderTest: ProviderUnderTest<'serpapi'> = {
  environment: (origin, secret) => ({ SITEGREP_SERPAPI_URL: origin, SITEGREP_SERPAPI_KEY: secret }),
  subjects: {
    'web-serp': serpApiWebSerp,
    'web-autocomplete': serpApiAutocomplete,
    'video-info': serpApiVideoInfo,
    'video-serp': serpApiVideoSerp,
  },
};
