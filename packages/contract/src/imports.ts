import { Type, type Static } from 'typebox';
import { CLOSED, nullable } from './envelope.ts';

const count = Type.Integer({ minimum: 0 });
const file = Type.String({
  description: 'Name of the file as the request gives it; empty if it gives none.',
});

const ImportCounts = Type.Object(
  {
    pages_read: count,
    pages_stored: count,
    pages_unchanged: Type.Integer({
      minimum: 0,
      description: 'Pages that are stored already, as new or newer.',
    }),
    pages_crashed: Type.Integer({ minimum: 0, description: 'Pages that could not be analysed.' }),
    pages_noindex: Type.Integer({
      minimum: 0,
      description: 'Pages that ask not to be indexed, and whose crawl obeyed that.',
    }),
    pages_blocked: Type.Integer({ minimum: 0, description: 'Pages of blocked domains.' }),
    documents_stored: Type.Integer({
      minimum: 0,
      description: 'Domains that were written; one counts each time.',
    }),
    source_bytes: Type.Integer({ minimum: 0, description: 'Sources of the stored pages in UTF-8.' }),
  },
  CLOSED,
);

const ofReason = Type.Record(Type.String(), count, { description: 'Reason → number of records.' });

/** An event of POST /admin/imports, one a line. The last is `end`, or the body of an error. */
export const ImportEvent = Type.Union([
  Type.Object(
    {
      type: Type.Literal('progress'),
      bytes_read: Type.Integer({ minimum: 0, description: 'Bytes of the files that were read so far.' }),
      ...ImportCounts.properties,
    },
    CLOSED,
  ),
  Type.Object(
    { type: Type.Literal('stored'), domains: Type.Array(Type.String()) },
    { ...CLOSED, description: 'These domains are durable, and found by every later search.' },
  ),
  Type.Object(
    {
      type: Type.Literal('damaged'),
      file,
      entry: nullable(Type.String({ description: 'Entry of a WACZ.' })),
      offset: nullable(count),
      uri: nullable(Type.String()),
      problem: Type.String(),
    },
    { ...CLOSED, description: 'A damaged record: the first thousand are reported.' },
  ),
  Type.Object(
    {
      type: Type.Literal('file'),
      file,
      error: nullable(Type.String({ description: 'Why it could not be read to its end.' })),
      records: count,
      pages: count,
      truncated_pages: count,
      skipped: ofReason,
      slips: ofReason,
      junk: Type.Integer({ minimum: 0, description: 'Ranges of the file that belong to no record.' }),
      unread_entries: count,
    },
    { ...CLOSED, description: 'A file was read.' },
  ),
  Type.Object(
    { type: Type.Literal('end'), ...ImportCounts.properties },
    { ...CLOSED, description: 'Everything that could be read is stored.' },
  ),
]);
export type ImportEvent = Static<typeof ImportEvent>;
/** Counts of an import so far. */
export type ImportTotals = Static<typeof ImportCounts>;
