import { LIST_NAME_PATTERN, LIST_NAME_REMEDY } from '@sitegrep/search';
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

const count = Type.Integer({ minimum: 0 });

/** Maximum crawls of an import: there were 120 until 2026. */
const MAX_CRAWLS = 200;
/** Maximum languages of an import. */
const MAX_LANGUAGES = 20;

const CRAWL = '[A-Za-z0-9_-]{1,64}';
const CRAWL_REMEDY = 'write names such as CC-MAIN-2026-04';
const LANGUAGE = '[A-Za-z]{2,3}';
const LANGUAGE_REMEDY = 'write codes of ISO 639 such as deu';

const about = {
  crawls:
    'Names of crawls, such as CC-MAIN-2026-04; captures come in the order of their dates. Absent: the latest crawl.',
  languages: 'Codes of ISO 639, of which a page has one at least. Absent: any.',
};

const filters = {
  path: Type.Optional(
    Type.String({
      maxLength: 1_024,
      description: 'Path of the pages: `/` for home pages, `/blog/*` for all below /blog/. Absent: any.',
    }),
  ),
  robots: Type.Optional(
    Type.Boolean({ description: 'Whether robots.txt of the hosts is read, too; false if absent.' }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({
      description: 'Whether captures are found and counted, but none is read; false if absent.',
    }),
  ),
};

/** Query parameters of POST /admin/commoncrawl if its body is a list of hosts. */
export const CommonCrawlOptions = Type.Object(
  {
    crawls: Type.Optional(
      Type.String({
        pattern: `^${CRAWL}(,${CRAWL}){0,${MAX_CRAWLS - 1}}$`,
        'x-remedy': `${CRAWL_REMEDY}, with commas between them`,
        description: about.crawls,
      }),
    ),
    languages: Type.Optional(
      Type.String({
        pattern: `^${LANGUAGE}(,${LANGUAGE}){0,${MAX_LANGUAGES - 1}}$`,
        'x-remedy': `${LANGUAGE_REMEDY}, with commas between them`,
        description: about.languages,
      }),
    ),
    ...filters,
  },
  CLOSED,
);
export type CommonCrawlOptions = Static<typeof CommonCrawlOptions>;

/** Request of POST /admin/commoncrawl as JSON, with one of `hosts`, `list`, `top` and `tld`. */
export const CommonCrawlRequest = Type.Object(
  {
    crawls: Type.Optional(
      Type.Array(Type.String({ pattern: `^${CRAWL}$`, 'x-remedy': CRAWL_REMEDY }), {
        minItems: 1,
        maxItems: MAX_CRAWLS,
        description: about.crawls,
      }),
    ),
    hosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), {
        minItems: 1,
        maxItems: 50_000,
        description: 'Hosts. A registrable domain stands for itself and all hosts below it.',
      }),
    ),
    list: Type.Optional(
      Type.String({
        pattern: LIST_NAME_PATTERN,
        'x-remedy': LIST_NAME_REMEDY,
        description: 'Name of a list of domains.',
      }),
    ),
    top: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5_000_000,
        description: 'Number of the domains with the highest ranks among those that were imported.',
      }),
    ),
    tld: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description: 'Top-level domain, or another suffix such as co.uk.',
      }),
    ),
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: `^${LANGUAGE}$`, 'x-remedy': LANGUAGE_REMEDY }), {
        minItems: 1,
        maxItems: MAX_LANGUAGES,
        description: about.languages,
      }),
    ),
    ...filters,
  },
  CLOSED,
);
export type CommonCrawlRequest = Static<typeof CommonCrawlRequest>;

/** Import of captures from Common Crawl. */
export const CommonCrawlRun = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(['finding', 'reading', 'waiting', 'finished', 'stopped', 'failed'], {
      description:
        'While it is `waiting`, nothing is sent to the servers of the archive until `waits_until`, because they want that or fail.',
    }),
    dry_run: Type.Boolean(),
    started_at: Timestamp,
    ended_at: nullable(Timestamp),
    reason: nullable(Type.String({ description: 'Why it failed.' })),
    waits_until: nullable(Timestamp),
    selection: Type.Object(
      {
        hosts: nullable(
          Type.Object(
            {
              from: Type.Enum(['given', 'list', 'ranks']),
              list: nullable(Type.String({ description: 'Name of the list.' })),
              count,
              rejected: Type.Object(
                { count, samples: Type.Array(Type.String()) },
                {
                  ...CLOSED,
                  description: 'Entries that name no host: all are counted, the first are shown.',
                },
              ),
            },
            CLOSED,
          ),
        ),
        tld: nullable(Type.String()),
        path: nullable(Type.String()),
        languages: Type.Array(Type.String()),
        robots: Type.Boolean(),
      },
      CLOSED,
    ),
    crawls: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          is_found: Type.Boolean({ description: 'Whether all of it was looked through.' }),
          records: Type.Integer({ minimum: 0, description: 'Records that were found in it.' }),
        },
        CLOSED,
      ),
      { description: 'The crawls in the order of their dates; none until the list of crawls was read.' },
    ),
    found: Type.Object(
      {
        records: count,
        requests: Type.Integer({ minimum: 0, description: 'Requests that it takes to read the records.' }),
        bytes: Type.Integer({ minimum: 0, description: 'Bytes that these bring.' }),
        seconds: Type.Integer({ minimum: 0, description: 'Estimate of the time that reading takes.' }),
      },
      CLOSED,
    ),
    missing: Type.Object(
      { count, samples: Type.Array(Type.String()) },
      {
        ...CLOSED,
        description: 'Hosts of which no crawl has a record: all are counted, the first are shown.',
      },
    ),
    records: Type.Integer({ minimum: 0, description: 'Records that have an outcome.' }),
    outcomes: Type.Record(Type.String(), count, {
      description: 'Outcome → number of records: those of pages that are imported, and `damaged`.',
    }),
    damaged: Type.Array(Type.String(), {
      description: 'The first records that could not be read: WARC file, offset and reason.',
    }),
    sent: Type.Object(
      { requests: count, bytes: count },
      { ...CLOSED, description: 'Requests that were sent up to now, and bytes that came.' },
    ),
  },
  CLOSED,
);
export type CommonCrawlRun = Answer<Static<typeof CommonCrawlRun>>;

export const CommonCrawlAnswer = successOf(CommonCrawlRun);

/** Answer of GET /admin/commoncrawl. */
export const LastCommonCrawlAnswer = successOf(Type.Object({ run: nullable(CommonCrawlRun) }, CLOSED));
export type LastCommonCrawlAnswer = Answer<Static<typeof LastCommonCrawlAnswer>>;
