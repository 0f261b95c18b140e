// The sample sites as captures: something to search for an index that has nothing yet, with a past and with searches that find it.
import type { Page } from '@sitegrep/site';
import type { Reply } from './answer.ts';
import { languageSites } from './sites/languages.ts';
import { technologySites } from './sites/technologies.ts';
import type { SampleSite } from './site.ts';

const DAY_MS = 24 * 3_600_000;

/** A site with the captures of its pages. */
export interface CapturedSample {
  readonly domain: string;
  readonly pages: readonly Page[];
}

/** A query of the query language, with its complete results. */
export interface SampleQuery {
  /** Purpose of the query in one line. */
  readonly shows: string;
  readonly q: string;
  /** Sorted domains, worked out by hand from the sources. */
  readonly domains: readonly string[];
}

export const SAMPLE_QUERIES: readonly SampleQuery[] = [
  {
    shows: 'a path, in any case, on any page',
    q: 'wp-content/plugins',
    domains: ['bakery-lyon.example', 'daily-invention.example', 'knitting-circle.example'],
  },
  {
    shows: 'punctuation counts',
    q: 'gtag/js?id=G-',
    domains: ['daily-invention.example', 'taller-sevilla.example'],
  },
  {
    shows: 'a regular expression',
    q: '/jquery-[0-9.]+(min\\.)?js/',
    domains: ['bakery-lyon.example', 'tea-house-kyoto.example'],
  },
  {
    shows: 'a technology in a country',
    q: 'tech:WordPress country:FR',
    domains: ['bakery-lyon.example'],
  },
  {
    shows: 'in one part of a page',
    q: 'in:comment "Google Tag Manager"',
    domains: ['bike-shop-utrecht.example'],
  },
  {
    shows: 'any script, in any encoding and case',
    q: '"шахматный КЛУБ"',
    domains: ['biblioteka-kazan.example', 'chess-novosibirsk.example'],
  },
];

/** How home pages looked before: what is replaced in them as they are now. */
const PAST: readonly {
  readonly domain: string;
  readonly daysAgo: number;
  readonly replaced: readonly (readonly [now: string, then: string])[];
}[] = [
  {
    domain: 'bakery-lyon.example',
    daysAgo: 90,
    replaced: [
      ['WordPress 6.7.1', 'WordPress 6.5.3'],
      [
        '<!-- This site is optimized with the Yoast SEO plugin v24.1 - https://yoast.com/wordpress/plugins/seo/ -->\n',
        '',
      ],
    ],
  },
  { domain: 'bakery-lyon.example', daysAgo: 40, replaced: [['WordPress 6.7.1', 'WordPress 6.6.2']] },
  {
    domain: 'daily-invention.example',
    daysAgo: 60,
    replaced: [
      ['<script src="https://connect.facebook.net/en_US/fbevents.js"></script>\n', ''],
      ['News that did not happen, reported with care.', 'News that did not happen.'],
    ],
  },
  {
    domain: 'startup-dashboard.example',
    daysAgo: 30,
    replaced: [['//static.hotjar.com/c/hotjar-100001.js?sv=6', 'https://plausible.io/js/script.js']],
  },
];

/** The sample sites that are there for what is on them, and not for how they answer a crawler. */
function searchable(): readonly SampleSite[] {
  return [...technologySites(), ...languageSites()];
}

export function sampleDomains(): readonly string[] {
  return searchable().map(({ domain }) => domain);
}

/**
 * The captures of the sites, those of their past first.
 *
 * @param now time of the visit that is the last one, in milliseconds since the epoch
 */
export function capturedSamples(now: number): readonly CapturedSample[] {
  return searchable().map((site) => {
    const { domain, expected } = site;
    const past = PAST.filter((one) => one.domain === domain).map(({ daysAgo, replaced }) => {
      const [home = ''] = expected.pages;
      const { body, ...page } = pageAt(site, home, now - daysAgo * DAY_MS);
      return { ...page, body: Buffer.from(replaceAll(Buffer.from(body).toString(), replaced)) };
    });
    return { domain, pages: [...past, ...expected.pages.map((url) => pageAt(site, url, now))] };
  });
}

function replaceAll(source: string, replaced: readonly (readonly [string, string])[]): string {
  return replaced.reduce((text, [now, then]) => {
    if (!text.includes(now)) throw new Error(`the sample page has no ${JSON.stringify(now)}`);
    return text.replace(now, then);
  }, source);
}

function pageAt(site: SampleSite, url: string, fetchedAt: number): Page {
  const { status, headers, body } = replyAt(site, url);
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return { url, status, headers: fields, body, truncated: false, fetchedAt };
}

function replyAt(site: SampleSite, url: string): Reply {
  const answer = site.answers[url] ?? site.answers[new URL(url).pathname];
  if (answer?.kind !== 'reply') throw new Error(`${url} has no complete answer`);
  return answer;
}
