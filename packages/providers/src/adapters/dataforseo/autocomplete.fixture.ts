import { AUTOCOMPLETE, location, PLACE } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { askedWith, done, FAILURES, nothingFound, openAt, PASSWORD } from './upstream.fixture.ts';

const result = (items: readonly unknown[] | null): readonly unknown[] => [
  {
    keyword: 'river ott',
    type: 'autocomplete',
    se_domain: 'google.com',
    location_code: 2840,
    language_code: 'en',
    check_url: 'https://google.com/search?q=river+ott&hl=en&gl=US&uule=w+CAIQIFISCQ',
    datetime: '2026-11-22 11:59:58 +00:00',
    spell: null,
    refinement_chips: null,
    item_types: ['autocomplete'],
    se_results_count: 0,
    items_count: items?.length ?? 0,
    items,
  },
];

const item = (suggestion: string, more: object = {}): object => ({
  type: 'autocomplete',
  rank_group: 1,
  rank_absolute: 1,
  relevance: null,
  suggestion,
  suggestion_type: null,
  search_query_url: null,
  thumbnail_url: null,
  highlighted: null,
  ...more,
});

const answerOf = {
  engine: 'google',
  engineDomain: 'google.com',
  checkUrl: 'https://google.com/search?q=river+ott&hl=en&gl=US&uule=w+CAIQIFISCQ',
} as const;
const nothing = { engine: 'google', engineDomain: null, checkUrl: null, suggestions: [] } as const;

export const dataForSeoAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'dataforseo',
  secret: PASSWORD,
  open: (bench) => openAt(bench)['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: done(
      result([
        item('river ott', { search_query_url: 'https://www.google.com/search?q=river+ott' }),
        item('river otters & lakes', {
          relevance: 601,
          suggestion_type: 'query',
          search_query_url: 'https://www.google.com/search?q=river+otters+%26+lakes',
          thumbnail_url: 'https://images.example/otter.png?s=10',
          highlighted: ['ers', '& lakes'],
        }),
        item('river otters & lakes'),
      ]),
      { se: 'google', se_type: 'autocomplete', client: 'gws-wiz-serp', device: 'desktop', os: 'windows' },
    ),
    expected: {
      ...answerOf,
      suggestions: [
        {
          text: 'river ott',
          searchUrl: 'https://www.google.com/search?q=river+ott',
          thumbnailUrl: null,
          highlighted: [],
        },
        {
          text: 'river otters & lakes',
          searchUrl: 'https://www.google.com/search?q=river+otters+%26+lakes',
          thumbnailUrl: 'https://images.example/otter.png?s=10',
          highlighted: ['ers', '& lakes'],
        },
      ],
    },
    asked: askedWith('google/autocomplete/live/advanced', {
      keyword: 'river ott',
      location_code: 2840,
      language_code: 'en',
      client: 'gws-wiz-serp',
    }),
  },
  empty: { request: AUTOCOMPLETE, reply: nothingFound(), expected: nothing },
  others: {
    'no suggestions': {
      request: AUTOCOMPLETE,
      reply: done(result(null)),
      expected: { ...answerOf, suggestions: [] },
    },
    'a city, and a keyword with signs that it would decode': {
      request: { ...AUTOCOMPLETE, keyword: '50% + c', client: 'youtube', location: PLACE },
      reply: nothingFound(),
      expected: nothing,
      asked: askedWith('google/autocomplete/live/advanced', {
        keyword: '50%25 %2B c',
        location_code: 1_006_886,
        language_code: 'en',
        client: 'youtube',
      }),
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'a client that it does not take',
      reply: {
        json: {
          status_code: 20_000,
          tasks: [{ status_code: 40_501, status_message: "Invalid Field: 'client'.", result: null }],
        },
      },
      kind: 'unsupported',
      field: 'client',
    },
    {
      what: 'a text where parts should be',
      reply: done(result([item('river otter', { highlighted: 'er' })])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].highlighted',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...AUTOCOMPLETE, location: location(2643) } }],
};
