import { PAGE_OUTCOMES } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { CLOSED, ErrorBody, nullable } from './envelope.ts';

export const PagesOptions = Type.Object(
  {
    report: Type.Optional(
      Type.Enum(['all', 'problems'], {
        default: 'all',
        description:
          'Pages that get a line: `all`, or those with `problems`, which are not stored or have a reason. The last line counts all.',
      }),
    ),
    resume: Type.Optional(
      Type.String({
        maxLength: 8_192,
        description:
          'Token of a line of the type `progress`: the import that was interrupted goes on, and the body is the rest from its `offset` on.',
      }),
    ),
  },
  CLOSED,
);

const count = Type.Integer({ minimum: 0 });

const outcomes = Type.Record(Type.String(), count, {
  description: 'Outcome → number of pages; only outcomes that occurred.',
});

const ofReason = Type.Record(Type.String(), count, { description: 'Reason → number of records.' });

/** A line of the answer to POST /admin/pages. The last is `summary`. */
export const PagesLine = Type.Union([
  Type.Object(
    {
      type: Type.Literal('page'),
      record: nullable(
        Type.Integer({
          minimum: 1,
          description:
            'Number of the line, of the record of the captures, of the object of a list, or of the entry of the HAR; null for bytes that belong to none.',
        }),
      ),
      unit: Type.Enum(['record', 'line', 'item', 'har_entry'], {
        description:
          'Kind of what `record` counts: records of a WARC or an ARC, lines of JSON, objects of a list in JSON, or entries of a HAR.',
      }),
      entry: nullable(Type.String({ description: 'Entry of a ZIP, such as a WACZ.' })),
      offset: nullable(count),
      url: nullable(Type.String()),
      domain: nullable(Type.String()),
      outcome: Type.Enum([...PAGE_OUTCOMES]),
      reason: nullable(Type.String({ description: 'What there is to explain, in words.' })),
    },
    {
      ...CLOSED,
      description:
        'What became of a page: with `stored`, it is durable and found by every later search. Lines come in the order in which this is certain.',
    },
  ),
  Type.Object(
    {
      type: Type.Literal('progress'),
      bytes_read: count,
      outcomes,
      resume: nullable(
        Type.Object(
          {
            offset: Type.Integer({
              minimum: 0,
              description: 'Byte with which the next body begins; 0 if it is sent as a whole.',
            }),
            record: Type.Integer({
              minimum: 1,
              description:
                'Number of the first record, line or entry that is read again; all before it have their outcome.',
            }),
            token: Type.String({ description: 'Value of `resume` of the next request.' }),
          },
          {
            ...CLOSED,
            description:
              'The point at which the import can go on if it is interrupted; null if there is no new one.',
          },
        ),
      ),
    },
    {
      ...CLOSED,
      description: 'All pages up to some place have their outcome, or no other line came for some seconds.',
    },
  ),
  Type.Object(
    {
      type: Type.Literal('summary'),
      failure: nullable(
        Type.Object(ErrorBody.properties, {
          ...CLOSED,
          description:
            'The error that ended the import; null if everything that could be read has its outcome.',
        }),
      ),
      error: nullable(Type.String({ description: 'Why the body could not be read to its end.' })),
      bytes_read: count,
      records: Type.Integer({
        minimum: 0,
        description: 'Lines, records, objects of a list, or entries of a HAR.',
      }),
      outcomes,
      skipped: Type.Record(Type.String(), count, {
        description: 'Records that are not pages, such as requests and images: reason → number of records.',
      }),
      slips: ofReason,
      truncated_pages: count,
      junk: Type.Integer({ minimum: 0, description: 'Ranges of the body that belong to no record.' }),
      unread_entries: count,
      documents_stored: Type.Integer({
        minimum: 0,
        description: 'Domains that were written; one counts each time.',
      }),
      source_bytes: Type.Integer({ minimum: 0, description: 'Sources of the stored pages in UTF-8.' }),
    },
    { ...CLOSED, description: 'The last line: everything that was done, also if the import failed.' },
  ),
]);
export type PagesLine = Static<typeof PagesLine>;
