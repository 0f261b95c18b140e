import { AUTOCOMPLETE, language, location, PLACE } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { failures, SECRET } from './failures.fixture.ts';
import { openSerper } from './index.ts';

const searchParameters = { q: 'river ott', gl: 'us', hl: 'en', type: 'autocomplete' };

const answerOf = { engine: 'google', engineDomain: null, checkUrl: null } as const;

const plain = { searchUrl: null, thumbnailUrl: null, highlighted: [] };

export const serperAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'serper',
  secret: SECRET,
  open: ({ origin, http }) => openSerper({ http, url: `${origin}/`, key: SECRET })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: {
      json: {
        searchParameters,
        suggestions: [{ value: 'river otters & lakes' }, { value: 'river  otter' }, { value: 'river otter' }],
        credits: 1,
      },
    },
    expected: {
      ...answerOf,
      suggestions: [
        { ...plain, text: 'river otters & lakes' },
        { ...plain, text: 'river otter' },
      ],
    },
    asked: [
      {
        method: 'POST',
        path: '/autocomplete',
        headers: { 'x-api-key': SECRET },
        json: { q: 'river ott', gl: 'us', hl: 'en' },
      },
    ],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { json: { searchParameters, suggestions: [], credits: 1 } },
    expected: { ...answerOf, suggestions: [] },
  },
  others: {
    'another language and country, and no list': {
      request: {
        ...AUTOCOMPLETE,
        client: 'firefox',
        language: language('pt-BR'),
        location: location(2076),
      },
      reply: { json: { searchParameters } },
      expected: { ...answerOf, suggestions: [] },
      asked: [{ json: { q: 'river ott', gl: 'br', hl: 'pt-BR' } }],
    },
  },
  failures: [
    ...failures,
    {
      what: 'a suggestion that is a number',
      reply: { json: { suggestions: [{ value: 7 }] } },
      kind: 'bad_answer',
      field: 'suggestions[0].value',
    },
    {
      what: 'an object without anything',
      reply: { json: {} },
      kind: 'bad_answer',
      field: 'searchParameters',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: PLACE } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'youtube' } },
  ],
};
