import { AUTOCOMPLETE, language, location, CITY } from '../conformance/requests.ts';
import type { ProviderUnderTest, Subject } from '../conformance/subject.ts';
import { openGoogleSuggest } from '../../src/adapters/google-suggest/index.ts';

const GUARD = ")]}'\n";
const TYPE = 'application/json; charset=UTF-8';

const answerOf = {
  engine: 'google',
  engineDomain: 'google.com',
  checkUrl: 'https://www.google.com/search?q=river+ott&hl=en&gl=US',
} as const;

const plain = { searchUrl: null, thumbnailUrl: null, highlighted: [] };

const googleSuggest: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'google-suggest',
  open: ({ origin, http }) =>
    openGoogleSuggest({ http, url: `${origin}/complete/search` })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: {
      type: TYPE,
      text: GUARD,
      json: [
        [
          ['river ott<b>ers &amp; lakes</b>', 0, [512, 433]],
          ['river ott', 0, [512]],
          [
            'River Otter Inn',
            46,
            [512, 199],
            { zh: 'River Otter Inn', zi: 'Hotel', zs: 'https://images.example/inn.png?s=10' },
          ],
          ['river ott<b>ers &amp; lakes</b>', 0, [131]],
          ['river <b>map</b> ott<b>er</b>', 0, []],
        ],
        { q: 'kQ3z' },
      ],
    },
    expected: {
      ...answerOf,
      suggestions: [
        { ...plain, text: 'river otters & lakes', highlighted: ['ers & lakes'] },
        { ...plain, text: 'river ott' },
        { ...plain, text: 'River Otter Inn', thumbnailUrl: 'https://images.example/inn.png?s=10' },
        { ...plain, text: 'river map otter', highlighted: ['map', 'er'] },
      ],
    },
    requests: [
      {
        method: 'GET',
        path: '/complete/search',
        query: {
          client: 'gws-wiz-serp',
          q: 'river ott',
          hl: 'en',
          gl: 'us',
          xssi: 't',
          ie: 'utf8',
          oe: 'utf8',
        },
      },
    ],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { type: TYPE, text: GUARD, json: [[], { q: 'kQ3z' }] },
    expected: { ...answerOf, suggestions: [] },
  },
  others: {
    'the list of a browser': {
      request: { ...AUTOCOMPLETE, client: 'chrome' },
      reply: {
        type: 'text/javascript; charset=UTF-8',
        json: [
          'river ott',
          ['river otters', 'https://otters.example'],
          ['', 'Otters'],
          [],
          { 'google:suggestrelevance': [601, 600] },
        ],
      },
      expected: {
        ...answerOf,
        suggestions: [
          { ...plain, text: 'river otters' },
          { ...plain, text: 'https://otters.example' },
        ],
      },
    },
    'a call with rows as its argument': {
      request: { ...AUTOCOMPLETE, client: 'youtube' },
      reply: {
        type: 'text/javascript; charset=UTF-8',
        text: 'window.google.ac.h(["river ott",[["river otters",0,[512]]],{"k":1}])',
      },
      expected: { ...answerOf, suggestions: [{ ...plain, text: 'river otters' }] },
    },
    'another charset, country and language': {
      request: { ...AUTOCOMPLETE, language: language('he'), location: location(2826) },
      reply: { type: 'application/json; charset=ISO-8859-9', json: ['river ott', ['river otters']] },
      expected: {
        engine: 'google',
        engineDomain: 'google.co.uk',
        checkUrl: 'https://www.google.co.uk/search?q=river+ott&hl=iw&gl=GB',
        suggestions: [{ ...plain, text: 'river otters' }],
      },
    },
  },
  failures: [
    {
      what: 'a page to prove that one is human',
      reply: { status: 429, type: 'text/html', text: '<p>Our systems have detected unusual traffic' },
      kind: 'rate_limited',
    },
    { what: 'an object', reply: { type: TYPE, json: {} }, kind: 'bad_answer', field: 'the answer' },
    {
      what: 'a number for a row',
      reply: { type: TYPE, text: GUARD, json: [['river', 7]] },
      kind: 'bad_answer',
      field: 'the answer[0][1]',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: CITY } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'toolbar' } },
  ],
  faults: { 'a redirect': 'rate_limited', 'status 403': 'rate_limited' },
};

export const googleSuggestUnderTest: ProviderUnderTest<'google-suggest'> = {
  environment: (origin) => ({ SITEGREP_GOOGLE_SUGGEST_URL: `${origin}/complete/search` }),
  subjects: { 'web-autocomplete': googleSuggest },
};
