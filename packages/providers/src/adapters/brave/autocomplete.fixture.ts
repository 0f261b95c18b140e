import { AUTOCOMPLETE, language, location, PLACE } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { failures, SECRET } from './failures.fixture.ts';
import { openBrave } from './index.ts';

const answerOf = {
  engine: 'brave',
  engineDomain: 'search.brave.com',
  checkUrl: 'https://search.brave.com/search?q=river+ott',
} as const;

export const braveAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'brave',
  secret: SECRET,
  open: ({ origin, http }) =>
    openBrave({ http, url: origin, key: 'brave-search-key', suggestKey: SECRET })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: {
      json: {
        type: 'suggest',
        query: { original: 'river ott' },
        results: [
          { query: 'river otters &amp; lakes', is_entity: false },
          {
            query: 'river otter inn',
            is_entity: true,
            title: 'River Otter Inn',
            description: 'Hotel',
            img: 'https://images.example/inn.png',
          },
        ],
      },
    },
    expected: {
      ...answerOf,
      suggestions: [
        {
          text: 'river otters & lakes',
          searchUrl: 'https://search.brave.com/search?q=river+otters+%26+lakes',
          thumbnailUrl: null,
          highlighted: [],
        },
        {
          text: 'river otter inn',
          searchUrl: 'https://search.brave.com/search?q=river+otter+inn',
          thumbnailUrl: 'https://images.example/inn.png',
          highlighted: [],
        },
      ],
    },
    asked: [
      {
        method: 'GET',
        path: '/suggest/search',
        headers: { 'x-subscription-token': SECRET },
        query: { q: 'river ott', country: 'US', lang: 'en', count: '10', rich: 'true' },
      },
    ],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { json: { type: 'suggest', query: { original: 'river ott' }, results: [] } },
    expected: { ...answerOf, suggestions: [] },
  },
  others: {
    'another language and country': {
      request: { ...AUTOCOMPLETE, language: language('pt-BR'), location: location(2076) },
      reply: { json: { results: [] } },
      expected: { ...answerOf, suggestions: [] },
      asked: [{ query: { q: 'river ott', country: 'BR', lang: 'pt-br', count: '10', rich: 'true' } }],
    },
  },
  failures: [
    ...failures,
    {
      what: 'a suggestion that is a text',
      reply: { json: { results: ['river otter'] } },
      kind: 'bad_answer',
      field: 'results[0]',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: PLACE } },
    { field: 'language_code', request: { ...AUTOCOMPLETE, language: language('zu') } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'img' } },
    { field: 'keyword', request: { ...AUTOCOMPLETE, keyword: 'o'.repeat(401) } },
  ],
};
