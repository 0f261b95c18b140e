import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, successOf } from './envelope.ts';

const count = Type.Integer({ minimum: 0 });

function bytes(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** Answer of GET /admin/stats. */
export const Stats = Type.Object(
  {
    domains: count,
    pages: count,
    source_bytes: bytes('Sources of all pages in UTF-8, before compression.'),
    compressed_bytes: bytes('The same on disk.'),
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
  },
  CLOSED,
);
export type Stats = Answer<Static<typeof Stats>>;

export const StatsAnswer = successOf(Stats);
