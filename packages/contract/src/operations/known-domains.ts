import { SEARCH_BOUNDS } from '@sitegrep/search';
import { Type } from 'typebox';
import { DomainAnswersAnswer, DomainAnswersOptions } from '../domain-answers.ts';
import { CLOSED } from '../envelope.ts';
import {
  DomainDetailsAnswer,
  DomainLinkListAnswer,
  DomainPageListAnswer,
  DomainPageListOptions,
  DomainTechnologiesAnswer,
  DomainThirdPartiesAnswer,
  LookupOptions,
  LookupRequest,
  PageScreenshotHeaders,
  PageScreenshotOptions,
  PageSourceHeaders,
  PageSourceOptions,
} from '../known-domains.ts';
import { DomainHistoryAnswer, DomainHistoryOptions } from '../history.ts';
import {
  PageDiffAnswer,
  PageDiffOptions,
  PageVersionsAnswer,
  PageVersionsOptions,
  VersionSourceOptions,
} from '../versions.ts';
import { ICON_MEDIA_TYPES, IconAnswer } from '../icons.ts';
import type { Operation } from './operation.ts';

const domain = {
  method: 'GET',
  scope: 'search',
  tag: 'Lookups',
  parameters: Type.Object(
    {
      domain: Type.String({
        description: 'Domain in any case and script, or a URL on it; a leading www. is dropped.',
      }),
    },
    CLOSED,
  ),
} as const;

export const LOOKUP_OPERATIONS = {
  lookUpDomains: {
    method: 'POST',
    path: '/domains/lookup',
    scope: 'search',
    tag: 'Lookups',
    summary: 'Look up domains',
    description:
      `Answers what is known of up to ${SEARCH_BOUNDS.maxListed.toLocaleString('en')} domains, one line for each entry, in their order; an entry that occurs ` +
      'twice is answered twice. The list comes as JSON or, with one entry on each line, as text or NDJSON. Options of a list ' +
      'are query parameters, those of JSON are fields.',
    query: LookupOptions,
    json: { schema: LookupRequest },
    lists: {
      'text/plain': 'A domain or URL on each line; a line that begins with # is a comment.',
      'application/x-ndjson': 'A JSON string, or an object with `domain` or `url`, on each line.',
    },
    answers: [
      {
        status: 200,
        description: 'What is known of each entry.',
        text: {
          'application/x-ndjson':
            'A LookedUpDomain on each line. With crawl_missing, the last line is a LookupCrawl. If the lookup fails after its ' +
            'beginning, the last line is the body of an error, and the connection is closed before the end of the body.',
        },
        headers: ['content-disposition'],
      },
    ],
  },
  getDomain: {
    ...domain,
    path: '/domains/{domain}',
    summary: 'Get domain',
    answers: [
      { status: 200, description: 'Everything that is known of the domain.', json: DomainDetailsAnswer },
    ],
  },
  listDomainTechnologies: {
    ...domain,
    path: '/domains/{domain}/technologies',
    summary: 'List technologies of domain',
    description:
      'Lists the technologies that were found on the pages of the domain, with versions, confidence and evidence: what matched where.',
    answers: [{ status: 200, description: 'Technologies by name.', json: DomainTechnologiesAnswer }],
  },
  getDomainAnswers: {
    ...domain,
    path: '/domains/{domain}/answers',
    summary: 'Get answers of domain',
    description:
      'Gets what the site answered besides the sources of its pages: well-known files with the reason where an answer is none, what ' +
      'robots.txt lets known agents fetch, the certificate, hashes of the icon, and page by page the header fields and cookies. ' +
      'No value of a cookie is stored.',
    query: DomainAnswersOptions,
    answers: [
      {
        status: 200,
        description: 'Answers of the site, and of its pages by URL.',
        json: DomainAnswersAnswer,
      },
    ],
  },
  listDomainPages: {
    ...domain,
    path: '/domains/{domain}/pages',
    summary: 'List pages of domain',
    query: DomainPageListOptions,
    answers: [
      { status: 200, description: 'Stored pages, in the order of their URLs.', json: DomainPageListAnswer },
    ],
  },
  listDomainLinks: {
    ...domain,
    path: '/domains/{domain}/links',
    summary: 'List links of domain',
    description:
      'Lists the hosts of other sites that the stored pages of the domain link to and recommend; at most 200 of each page are ' +
      'stored. The sites that link to the domain are found by a search for `link:`.',
    query: DomainPageListOptions,
    answers: [{ status: 200, description: 'Hosts, those of most pages first.', json: DomainLinkListAnswer }],
  },
  getDomainHistory: {
    ...domain,
    path: '/domains/{domain}/history',
    summary: 'Get history of domain',
    description:
      'Gets the visits of the domain, and when its labels (technologies, hosts, title and others) were first seen, last seen and gone. ' +
      'A label is gone after two visits in a row that looked at its page and missed it, at the time of the first.',
    query: DomainHistoryOptions,
    answers: [
      {
        status: 200,
        description: 'Visits by time, and intervals by kind, label and time.',
        json: DomainHistoryAnswer,
      },
    ],
  },
  listDomainThirdParties: {
    ...domain,
    path: '/domains/{domain}/third-parties',
    summary: 'List third parties of domain',
    description:
      'Lists the hosts of other registrable domains that the pages of the domain load from or send forms to, by the categories of their ' +
      'technologies: analytics, advertising, cookie compliance and others. Hosts that are only linked to are left out. What scripts ' +
      'load is there if pages were rendered.',
    answers: [{ status: 200, description: 'Hosts by category.', json: DomainThirdPartiesAnswer }],
  },
  getPageSource: {
    ...domain,
    path: '/domains/{domain}/pages/source',
    scope: 'source',
    summary: 'Get source of page',
    description:
      'Gets the stored source of a page, decoded: it is UTF-8, whatever the page was encoded in. It is sent as plain text in a ' +
      'sandbox, so that no browser takes it for a page.',
    query: PageSourceOptions,
    headers: PageSourceHeaders,
    errors: ['range_not_satisfiable'],
    answers: [
      {
        status: 200,
        description: 'The source.',
        text: { 'text/plain': 'The source in UTF-8.' },
        headers: ['etag', 'accept-ranges', 'content-security-policy'],
      },
      {
        status: 206,
        description: 'The range of bytes that was asked for.',
        text: { 'text/plain': 'A part of the source; characters at its ends may be incomplete.' },
        headers: ['etag', 'accept-ranges', 'content-range', 'content-security-policy'],
      },
      {
        status: 304,
        description: 'The source is the one that the client has.',
        headers: ['etag', 'accept-ranges', 'content-security-policy'],
      },
    ],
  },
  listPageVersions: {
    ...domain,
    path: '/domains/{domain}/pages/versions',
    summary: 'List versions of page',
    description:
      'Lists the versions of a page that are kept (SITEGREP_KEEP_VERSIONS), and the page as it stands. Sources that differ only in ' +
      'values that change on every visit are one version.',
    query: PageVersionsOptions,
    answers: [{ status: 200, description: 'Versions, the newest first.', json: PageVersionsAnswer }],
  },
  getVersionSource: {
    ...domain,
    path: '/domains/{domain}/pages/versions/source',
    scope: 'source',
    summary: 'Get source of version',
    description:
      'Gets the source of a version of a page, decoded. It is sent as plain text in a sandbox, as that of a page is.',
    query: VersionSourceOptions,
    answers: [
      {
        status: 200,
        description: 'The source.',
        text: { 'text/plain': 'The source in UTF-8.' },
        headers: ['content-security-policy'],
      },
    ],
  },
  getPageDiff: {
    ...domain,
    path: '/domains/{domain}/pages/diff',
    scope: 'source',
    summary: 'Compare versions of page',
    description:
      'Compares the sources of two versions of a page. Values that change on every visit, such as nonces and counters, are no ' +
      'difference; the answer says how many are left out.',
    query: PageDiffOptions,
    answers: [{ status: 200, description: 'The difference.', json: PageDiffAnswer }],
  },
  getDomainIcon: {
    ...domain,
    path: '/domains/{domain}/icon',
    summary: 'Get icon of domain',
    description:
      'Gets the icon of a site as a PNG of at most 32 × 32 pixels that was written here: what the site sent is never sent on.',
    headers: PageScreenshotHeaders,
    answers: [
      {
        status: 200,
        description: 'The icon.',
        text: { 'image/png': 'The icon as PNG.' },
        headers: ['etag', 'content-security-policy'],
      },
      {
        status: 304,
        description: 'The icon is the one that the client has.',
        headers: ['etag', 'content-security-policy'],
      },
    ],
  },
  hashIcon: {
    method: 'POST',
    path: '/icons',
    scope: 'search',
    tag: 'Lookups',
    summary: 'Hash icon',
    description:
      'Answers the hashes of an icon that is sent, and the queries that find the sites with it, or with one that looks like it. ' +
      'Nothing of it is stored.',
    lists: Object.fromEntries(ICON_MEDIA_TYPES.map((type) => [type, 'The bytes of the icon.'])),
    answers: [{ status: 200, description: 'Hashes of the icon.', json: IconAnswer }],
  },
  getPageScreenshot: {
    ...domain,
    path: '/domains/{domain}/pages/screenshot',
    scope: 'source',
    summary: 'Get screenshot of page',
    description:
      'Gets the screenshot of a page that was rendered while SITEGREP_SCREENSHOTS was on: what a window of 1366 × 768 pixels showed ' +
      'of it.',
    query: PageScreenshotOptions,
    headers: PageScreenshotHeaders,
    answers: [
      {
        status: 200,
        description: 'The image.',
        text: { 'image/webp': 'The image as WebP.' },
        headers: ['etag', 'content-security-policy'],
      },
      {
        status: 304,
        description: 'The image is the one that the client has.',
        headers: ['etag', 'content-security-policy'],
      },
    ],
  },
} as const satisfies Record<string, Operation>;
