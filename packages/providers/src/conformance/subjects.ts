/*
 * Every adapter under test, one line each: docs/providers.md says of those that stand here which fields they fill.
 */
import { googleSuggest } from '../adapters/google-suggest/subject.fixture.ts';
import { invidiousVideoInfo, invidiousVideoSerp } from '../adapters/invidious/subject.fixture.ts';
import { serperAutocomplete } from '../adapters/serper/autocomplete.fixture.ts';
import { serperWebSerp } from '../adapters/serper/web-serp.fixture.ts';
import type { Operation } from '../ports.ts';
import type { Subject } from './subject.ts';

export const SUBJECTS: { readonly [Name in Operation]: readonly Subject<Name>[] } = {
  'web-serp': [
    serperWebSerp, // one a line
  ],
  'web-autocomplete': [
    googleSuggest, // one a line
    serperAutocomplete,
  ],
  'video-info': [
    invidiousVideoInfo, // one a line
  ],
  'video-serp': [
    invidiousVideoSerp, // one a line
  ],
};
