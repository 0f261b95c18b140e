import { AUTOCOMPLETE, language, location, PLACE } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { askedWith, done, FAILURES, KEY, NOTHING_FOUND, openAt, refused } from './upstream.fixture.ts';

const answerOf = { engine: 'google', engineDomain: null, checkUrl: null } as const;

const plain = { searchUrl: null, thumbnailUrl: null, highlighted: [] };

export const serpApiAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'serpapi',
  secret: KEY,
  open: (bench) => openAt(bench)['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: done({
      search_parameters: { engine: 'google_autocomplete', q: 'river ott' },
      suggestions: [
        {
          value: 'river otters & lakes',
          relevance: 601,
          type: 'QUERY',
          serpapi_link: 'https://serpapi.example/search.json?q=river+otters',
        },
        { value: 'river  otter', relevance: 600, type: 'QUERY' },
        { value: 'river otter', relevance: 554, type: 'QUERY' },
      ],
      verbatim_relevance: 1_300,
    }),
    expected: {
      ...answerOf,
      suggestions: [
        { ...plain, text: 'river otters & lakes' },
        { ...plain, text: 'river otter' },
      ],
    },
    asked: [
      askedWith({
        engine: 'google_autocomplete',
        q: 'river ott',
        client: 'gws-wiz-serp',
        hl: 'en',
        gl: 'us',
      }),
    ],
  },
  empty: { request: AUTOCOMPLETE, reply: NOTHING_FOUND, expected: { ...answerOf, suggestions: [] } },
  others: {
    'another client, country and language': {
      request: { ...AUTOCOMPLETE, client: 'youtube', language: language('he'), location: location(2376) },
      reply: done({ suggestions: [] }),
      expected: { ...answerOf, suggestions: [] },
      asked: [
        askedWith({ engine: 'google_autocomplete', q: 'river ott', client: 'youtube', hl: 'iw', gl: 'il' }),
      ],
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'a client that it does not have',
      reply: refused(400, 'Unsupported `img` client.'),
      kind: 'unsupported',
      field: 'client',
    },
    {
      what: 'a suggestion that is a number',
      reply: done({ suggestions: [{ value: 7 }] }),
      kind: 'bad_answer',
      field: 'suggestions[0].value',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...AUTOCOMPLETE, location: PLACE } }],
};
