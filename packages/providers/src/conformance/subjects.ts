/*
 * Every adapter under test, one line each: docs/providers.md says of those that stand here which fields they fill.
 */
import { braveAutocomplete } from '../adapters/brave/autocomplete.fixture.ts';
import { braveWebSerp } from '../adapters/brave/web-serp.fixture.ts';
import { dataForSeoAutocomplete } from '../adapters/dataforseo/autocomplete.fixture.ts';
import { dataForSeoVideoInfo } from '../adapters/dataforseo/video-info.fixture.ts';
import { dataForSeoVideoSerp } from '../adapters/dataforseo/video-serp.fixture.ts';
import { dataForSeoWebSerp } from '../adapters/dataforseo/web-serp.fixture.ts';
import { googleSuggest } from '../adapters/google-suggest/subject.fixture.ts';
import { invidiousVideoInfo } from '../adapters/invidious/video-info.fixture.ts';
import { invidiousVideoSerp } from '../adapters/invidious/video-serp.fixture.ts';
import { localAutocomplete, localWebSerp } from '../adapters/local/subject.fixture.ts';
import { searxngAutocomplete, searxngWebSerp } from '../adapters/searxng/subject.fixture.ts';
import { serpApiAutocomplete } from '../adapters/serpapi/autocomplete.fixture.ts';
import { serpApiVideoInfo } from '../adapters/serpapi/video-info.fixture.ts';
import { serpApiVideoSerp } from '../adapters/serpapi/video-serp.fixture.ts';
import { serpApiWebSerp } from '../adapters/serpapi/web-serp.fixture.ts';
import { serperAutocomplete } from '../adapters/serper/autocomplete.fixture.ts';
import { serperWebSerp } from '../adapters/serper/web-serp.fixture.ts';
import { ytDlpVideoInfo } from '../adapters/yt-dlp/video-info.fixture.ts';
import { ytDlpVideoSerp } from '../adapters/yt-dlp/video-serp.fixture.ts';
import { youtubeDataApiVideoInfo } from '../adapters/youtube-data-api/video-info.fixture.ts';
import { youtubeDataApiVideoSerp } from '../adapters/youtube-data-api/video-serp.fixture.ts';
import type { Operation } from '../ports.ts';
import type { Subject } from './subject.ts';

export const SUBJECTS: { readonly [Name in Operation]: readonly Subject<Name>[] } = {
  'web-serp': [
    braveWebSerp, // one a line
    dataForSeoWebSerp,
    localWebSerp,
    searxngWebSerp,
    serpApiWebSerp,
    serperWebSerp,
  ],
  'web-autocomplete': [
    braveAutocomplete, // one a line
    dataForSeoAutocomplete,
    googleSuggest,
    localAutocomplete,
    searxngAutocomplete,
    serpApiAutocomplete,
    serperAutocomplete,
  ],
  'video-info': [
    dataForSeoVideoInfo, // one a line
    invidiousVideoInfo,
    serpApiVideoInfo,
    youtubeDataApiVideoInfo,
    ytDlpVideoInfo,
  ],
  'video-serp': [
    dataForSeoVideoSerp, // one a line
    invidiousVideoSerp,
    serpApiVideoSerp,
    youtubeDataApiVideoSerp,
    ytDlpVideoSerp,
  ],
};
