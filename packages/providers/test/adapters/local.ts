/* The index here is a fake upstream that gives the sites as JSON, so that the suites of the ports run over this adapter, too. */
import { requireSuccess } from '../../src/http/status.ts';
import { AUTOCOMPLETE, CITY, WEB_SERP } from '../conformance/requests.ts';
import type { Bench, ProviderUnderTest, Subject } from '../conformance/subject.ts';
import { rootField } from '../../src/field.ts';
import { openLocal } from '../../src/adapters/local/index.ts';
import type { LocalIndex } from '../../src/adapters/local/local-index.ts';

const indexAt = ({ http, origin }: Bench): LocalIndex => ({
  async find(terms, maxSites, signal) {
    const query = { terms: terms.join(' '), maxSites };
    const answer = requireSuccess(await http.json({ url: `${origin}/find`, query, signal }));
    return rootField(answer.body)
      .at('sites')
      .present()
      .list()
      .map((site) => ({
        domain: site.at('domain').present().string() ?? '',
        rank: site.at('rank').integer() ?? 0,
        title: site.at('title').text(),
        description: site.at('description').text(),
        keywords: site
          .at('keywords')
          .list()
          .flatMap((word) => word.text() ?? []),
        language: site.at('language').text(),
      }));
  },
});

const HIGH = {
  domain: 'lakes.example',
  rank: 900,
  title: 'Lakes and rivers',
  description: 'Where otters swim',
  keywords: ['River otters', 'lakes'],
  language: 'en',
};
const BEST = {
  domain: 'river-otters.example',
  rank: 10,
  title: 'River otters & lakes | The otter pages',
  description: null,
  keywords: ['river otters', 'river otter facts'],
  language: 'en',
};
/** Its source contains the words, but its facts do not. */
const ELSEWHERE = {
  domain: 'shop.example',
  rank: 1_000,
  title: 'A shop',
  description: 'Lakes',
  keywords: [],
  language: null,
};
const SITES = [ELSEWHERE, HIGH, BEST];

const localWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'local',
  open: (bench) => openLocal({ index: indexAt(bench) })['web-serp'],
  good: {
    request: WEB_SERP,
    reply: { json: { sites: SITES } },
    expected: {
      engine: 'local',
      engineDomain: 'local',
      locationName: null,
      results: [
        {
          type: 'organic',
          rankGroup: 1,
          rankAbsolute: 1,
          domain: 'river-otters.example',
          title: 'River otters & lakes | The otter pages',
          description: null,
          url: 'https://river-otters.example/',
          breadcrumb: 'https://river-otters.example',
        },
        {
          type: 'organic',
          rankGroup: 2,
          rankAbsolute: 2,
          domain: 'lakes.example',
          title: 'Lakes and rivers',
          description: 'Where otters swim',
          url: 'https://lakes.example/',
          breadcrumb: 'https://lakes.example',
        },
      ],
    },
    requests: [{ path: '/find', query: { terms: 'river otters lakes', maxSites: '1000' } }],
  },
  empty: {
    request: WEB_SERP,
    reply: { json: { sites: [ELSEWHERE] } },
    expected: { engine: 'local', engineDomain: 'local', locationName: null, results: [] },
  },
  failures: [],
  unsupported: [{ field: 'location_code', request: { ...WEB_SERP, location: CITY } }],
};

const localAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'local',
  open: (bench) => openLocal({ index: indexAt(bench) })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: { json: { sites: SITES } },
    expected: {
      engine: 'local',
      engineDomain: 'local',
      checkUrl: null,
      suggestions: [
        { text: 'river otters', searchUrl: null, thumbnailUrl: null, highlighted: ['ers'] },
        { text: 'river otter facts', searchUrl: null, thumbnailUrl: null, highlighted: ['er facts'] },
        { text: 'river otters & lakes', searchUrl: null, thumbnailUrl: null, highlighted: ['ers & lakes'] },
      ],
    },
    requests: [{ path: '/find', query: { terms: 'river ott', maxSites: '1000' } }],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { json: { sites: [ELSEWHERE] } },
    expected: { engine: 'local', engineDomain: 'local', checkUrl: null, suggestions: [] },
  },
  others: {
    'what stands in the middle, behind what begins so': {
      request: { ...AUTOCOMPLETE, keyword: ' Otter' },
      reply: { json: { sites: [BEST] } },
      expected: {
        engine: 'local',
        engineDomain: 'local',
        checkUrl: null,
        suggestions: ['river otters', 'the otter pages', 'river otter facts', 'river otters & lakes'].map(
          (text) => ({
            text,
            searchUrl: null,
            thumbnailUrl: null,
            highlighted: text
              .split('otter')
              .map((part) => part.trim())
              .filter((part) => part !== ''),
          }),
        ),
      },
    },
  },
  failures: [],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: CITY } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'youtube' } },
  ],
};

export const localUnderTest: ProviderUnderTest<'local'> = {
  environment: () => ({}),
  subjects: { 'web-serp': localWebSerp, 'web-autocomplete': localAutocomplete },
};
