import { describe, expect, test } from 'vitest';
import { judgeCountry } from './country-judge.ts';
import type { CountryEvidence, CountrySource } from './facts.ts';
import { foldSite } from './fold.ts';
import type { PageRecord } from './page.ts';
import { pageAt } from '../test/page-at.ts';
import { countryVotesOf } from './summary/country-votes.ts';

/** `address:DE phone:AT` */
function evidence(text: string): CountryEvidence[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [source = '', country = ''] = word.split(':');
      return { source: source as CountrySource, value: `of ${country}`, country };
    });
}

/** One page a text, home page first. */
function pagesOf(texts: readonly string[]): PageRecord[] {
  return texts.map((text, at) =>
    pageAt(`https://a.test/${at === 0 ? '' : at}`, {}, { countryEvidence: evidence(text) }),
  );
}

function judge(domain: string, texts: readonly string[]) {
  const pages = pagesOf(texts);
  return judgeCountry(domain, pages[0]?.facts.countryEvidence ?? [], countryVotesOf(pages));
}

describe('the evidence for the country of a site', () => {
  test.each([
    ['nothing speaks for any', 'a.com', [''], ''],
    ['the domain alone', 'a.de', [''], 'domain:DE'],
    ['a generic domain says nothing', 'a.io', ['region:FR'], 'region:FR'],
    [
      'all sources, strongest first',
      'a.de',
      ['region:LI phone:CH address:AT'],
      'address:AT domain:DE phone:CH region:LI',
    ],
    ['phone before region', 'a.com', ['region:CA phone:US'], 'phone:US region:CA'],
    ['the domain before phone and region', 'a.nl', ['phone:BE region:BE'], 'domain:NL phone:BE region:BE'],
    [
      'a source that contradicts itself says nothing',
      'a.com',
      ['address:AT address:DE phone:CH'],
      'phone:CH',
    ],
    ['twice the same is not a contradiction', 'a.com', ['phone:CH phone:CH'], 'phone:CH'],
    ['the home page against all others', 'a.com', ['phone:CH', 'phone:DE', 'phone:DE'], 'phone:CH'],
    ['others where the home page is silent', 'a.com', ['', 'address:PL', ''], 'address:PL'],
    ['others where the home page names several', 'a.com', ['phone:DE phone:AT', 'phone:AT'], 'phone:AT'],
    ['more than half of the others', 'a.com', ['', 'phone:DE', 'phone:AT', 'phone:AT'], 'phone:AT'],
    ['half of the others is not enough', 'a.com', ['', 'phone:DE', 'phone:AT'], ''],
    [
      'each source by itself: a stronger one of another page goes first',
      'a.com',
      ['phone:US', 'address:GB'],
      'address:GB phone:US',
    ],
  ])('%s', (_name, domain, texts, expected) => {
    const { evidence: judged } = judge(domain, texts);
    expect(judged.map(({ source, country }) => `${source}:${country}`).join(' ')).toBe(expected);
  });

  test('has the text as written, and its weight', () => {
    const { evidence: judged } = judge('a.co.uk', ['address:IE']);
    expect(judged).toEqual([
      { source: 'address', value: 'of IE', country: 'IE', weight: 75 },
      { source: 'domain', value: 'co.uk', country: 'GB', weight: 65 },
    ]);
  });

  test('is in the facts of the site, and so is the country', () => {
    const fold = (domain: string, ...texts: string[]) =>
      foldSite(domain, pagesOf(texts), { maxSiteBytes: 1000 }).facts;
    expect(fold('a.de', 'address:AT')).toMatchObject({
      countryIsoCode: 'AT',
      countryEvidence: [{ source: 'address' }, { source: 'domain', value: 'de', country: 'DE' }],
    });
    expect(fold('a.com', '')).toMatchObject({ countryIsoCode: null, countryEvidence: [] });
  });
});

test.each([
  ['enough by itself', 'a.com', 'legal_form:US', 'US'],
  ['too little by itself', 'a.com', 'currency:GB', null],
  ['two hints', 'a.com', 'currency:GB shared_legal_form:GB', null],
  ['three independent hints', 'a.com', 'currency:GB shared_legal_form:GB single_mention:GB', 'GB'],
  ['two hints, one of which names several places', 'a.com', 'currency:GB mention:GB', 'GB'],
  ['a text that names many places', 'a.com', 'many_mentions:GB', 'GB'],
  ['all that follows from the language', 'a.com', 'shared_language:DE shared_legal_form:DE custom:DE', null],
  ['the language with a server', 'a.com', 'shared_language:DE shared_legal_form:DE custom:DE ip:DE', null],
  ['a free number of North America and places of Canada', 'a.com', 'custom:US mention:CA', 'CA'],
  ['the language and places of a neighbour', 'a.com', 'shared_language:DE custom:DE mention:AT', 'AT'],
  [
    'the language against an address of a neighbour',
    'a.com',
    'shared_language:ES custom:ES postcode:PE',
    'PE',
  ],
  [
    'the language and a phone number against the domain of a neighbour',
    'a.ch',
    'phone:DE shared_language:DE shared_legal_form:DE custom:DE',
    'CH',
  ],
  ['a region against many places of another country', 'a.com', 'region:AU many_mentions:US', null],
  ['names of different strength', 'a.com', 'mention:GB single_mention:GB', null],
  ['a server alone', 'a.com', 'ip:US', null],
  ['an address against the domain', 'a.de', 'address:AT', 'AT'],
  ['the domain against a phone number', 'a.de', 'phone:AT', 'DE'],
  ['the domain against a phone number and an address in the text', 'a.de', 'phone:AT postcode:AT', 'AT'],
  ['a contradiction that leaves too little', 'a.com', 'number:CA named_country:US', null],
  ['two that are equally strong', 'a.com', 'number:CA named_country:US custom:US custom:CA', null],
  [
    'what several countries share does not contradict',
    'a.com',
    'postcode:AT shared_language:DE custom:DE',
    'AT',
  ],
  ['nor does it outweigh what one country has', 'a.com', 'number:IN currency:US custom:US mention:US', 'IN'],
])('%s: of %s with %s it is %s', (_name, domain, text, expected) => {
  expect(judge(domain, [text]).country).toBe(expected);
});
