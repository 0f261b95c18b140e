import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, successOf } from './envelope.ts';
import { outdatedDomains } from './reanalysis.ts';
import { Timestamp } from './timestamp.ts';

/** Days whose size is kept. */
export const MAX_SIZE_DAYS = 400;

const count = Type.Integer({ minimum: 0 });

function bytes(description: string) {
  return Type.Integer({ minimum: 0, description });
}

function having(what: string) {
  return Type.Integer({ minimum: 0, description: `Domains with ${what}.` });
}

/** Answer of GET /admin/stats. */
export const Stats = Type.Object(
  {
    domains: count,
    pages: count,
    source_bytes: bytes('Sources of all pages in UTF-8, before compression.'),
    compressed_bytes: bytes('Sources on disk, compressed.'),
    versions: Type.Integer({
      minimum: 0,
      description: 'Versions of pages that are kept besides those that stand.',
    }),
    version_bytes: bytes('Sources of these versions on disk, compressed.'),
    index_bytes: bytes('Substring index on disk.'),
    total_bytes: bytes('Everything on disk.'),
    segments_count: Type.Integer({
      minimum: 0,
      description: 'Segments of the substring index; with Elasticsearch, of the primary shards.',
    }),
    segments: Type.Array(
      Type.Object(
        {
          documents: Type.Integer({ minimum: 0, description: 'Documents in it, deleted ones included.' }),
          deleted_documents: Type.Integer({
            minimum: 0,
            description: 'Documents that were deleted or replaced; a merge removes them.',
          }),
          bytes: bytes('Size on disk.'),
        },
        CLOSED,
      ),
      { maxItems: 100, description: 'The largest segments, at most 100, largest first.' },
    ),
    domains_with: Type.Object(
      {
        headers: having('header fields'),
        cookies: having('cookies'),
        files: having('a well-known file'),
        hosts: having('hosts that their pages name'),
        certificate: having('a certificate'),
        icon: having('an icon'),
      },
      {
        ...CLOSED,
        description: 'Domains with each part of what sites answer. Others get it when they are visited next.',
      },
    ),
    facts_version: Type.String({ description: 'Version of the facts that an analysis gives now.' }),
    outdated_domains: outdatedDomains(
      'Domains with a page whose facts another version gave; `POST /admin/reanalyse` mends them.',
    ),
  },
  CLOSED,
);
export type Stats = Answer<Static<typeof Stats>>;

/** Answer of GET /admin/sizes. */
export const SizesAnswer = successOf(
  Type.Object(
    {
      sizes: Type.Array(
        Type.Object(
          {
            day: Type.String({ format: 'date', description: 'Day in UTC.' }),
            measured_at: Timestamp,
            domains: count,
            pages: count,
            source_bytes: bytes('Sources of all pages in UTF-8, before compression.'),
            total_bytes: bytes('Everything on disk.'),
          },
          CLOSED,
        ),
        {
          maxItems: MAX_SIZE_DAYS,
          description:
            'The latest day first. The size of a day is the last one that was measured on it; days on which no server ran are absent.',
        },
      ),
    },
    CLOSED,
  ),
);
export type SizesAnswer = Answer<Static<typeof SizesAnswer>>;

export const StatsAnswer = successOf(Stats);
