import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

const count = { minimum: 0 } as const;

/** A version of a page. */
export const PageVersionItem = Type.Object(
  {
    id: Type.String({
      description:
        'Id of the version. The version that still stands gets another one when a visit finds it again.',
    }),
    first_seen: { ...Timestamp, description: 'Time of the first visit that found it.' },
    last_seen: nullable({
      ...Timestamp,
      description: 'Time of the last visit that found it; null: it still stands.',
    }),
    gone_at: nullable({
      ...Timestamp,
      description: 'Time of the visit that found the page gone after it; null: none did.',
    }),
    title: nullable(Type.String()),
    bytes: Type.Integer({ ...count, description: 'Size of its source in UTF-8.' }),
    rendered_bytes: nullable(
      Type.Integer({
        ...count,
        description: 'The same of the source that scripts wrote; null if the page was not rendered.',
      }),
    ),
    digest: Type.String({
      description: 'Digest of its sources as they were seen last: versions with equal sources have the same.',
    }),
    charset: Type.String({ description: 'Encoding that the source was decoded from.' }),
    truncated: Type.Boolean({ description: 'Whether the source was truncated because it was too large.' }),
  },
  CLOSED,
);
export type PageVersionItem = Answer<Static<typeof PageVersionItem>>;
