import { PROVIDER_NAMES, type ProviderName } from '../src/catalog.ts';
import type { Operation } from '../src/operations.ts';
import { braveUnderTest } from './adapters/brave.ts';
import { dataforseoUnderTest } from './adapters/dataforseo/index.ts';
import { googleSuggestUnderTest } from './adapters/google-suggest.ts';
import { invidiousUnderTest } from './adapters/invidious.ts';
import { localUnderTest } from './adapters/local.ts';
import { searxngUnderTest } from './adapters/searxng.ts';
import { serpapiUnderTest } from './adapters/serpapi/index.ts';
import { serperUnderTest } from './adapters/serper.ts';
import { youtubeDataApiUnderTest } from './adapters/youtube-data-api/index.ts';
import { ytDlpUnderTest } from './adapters/yt-dlp/index.ts';
import type { ProviderUnderTest, Subject } from './conformance/subject.ts';

/** Every provider under test, in alphabetical order; docs/providers.md states which fields each of them fills. */
export const PROVIDERS_UNDER_TEST: { readonly [Name in ProviderName]: ProviderUnderTest<Name> } = {
  brave: braveUnderTest,
  dataforseo: dataforseoUnderTest,
  'google-suggest': googleSuggestUnderTest,
  invidious: invidiousUnderTest,
  local: localUnderTest,
  searxng: searxngUnderTest,
  serpapi: serpapiUnderTest,
  serper: serperUnderTest,
  'youtube-data-api': youtubeDataApiUnderTest,
  'yt-dlp': ytDlpUnderTest,
};

/** Subjects of one operation, one for each provider that serves it. */
export function subjectsOf<Name extends Operation>(operation: Name): readonly Subject<Name>[] {
  return PROVIDER_NAMES.flatMap((provider) => {
    const subjects: { readonly [Served in Operation]?: Subject<Served> } =
      PROVIDERS_UNDER_TEST[provider].subjects;
    return subjects[operation] ?? [];
  });
}
