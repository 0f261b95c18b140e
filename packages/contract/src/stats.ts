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
  },
  CLOSED,
);
export type Stats = Answer<Static<typeof Stats>>;

export const StatsAnswer = successOf(Stats);
