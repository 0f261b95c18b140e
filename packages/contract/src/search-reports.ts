import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { REPORT_FORMATS } from './choices.ts';
import { SavedSearchParameters } from './saved-searches.ts';
import { FacetAnswer } from './search.ts';
import { Timestamp } from './timestamp.ts';

export const ReportParameters = Type.Object(
  {
    ...SavedSearchParameters.properties,
    number: Type.String({
      pattern: '^[1-9][0-9]{0,8}$',
      'x-remedy': 'give a number that GET /searches/{id}/reports lists',
      description: 'Number of the report.',
    }),
  },
  CLOSED,
);

const REPORT_STATES = ['waiting', 'made', 'failed'] as const;

const count = nullable(Type.Integer({ minimum: 0 }));

export const SearchReportItem = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    state: Type.Enum([...REPORT_STATES], {
      description: 'waiting: it is made as soon as what is stored was decided, and others were made.',
    }),
    by: Type.Enum(['schedule', 'request'], { description: 'Whether its schedule or somebody wanted it.' }),
    due_at: { ...Timestamp, description: 'When it was due, or wanted.' },
    ended_at: nullable({ ...Timestamp, description: 'When it was made, or failed; null: it waits.' }),
    failure: nullable(Type.String({ description: 'Why it could not be made.' })),
    format: Type.Enum([...REPORT_FORMATS]),
    bytes: count,
    rows: count,
    cut: nullable(Type.Boolean({ description: 'Whether there was more than the file has rows.' })),
    domains: count,
    pages: nullable(Type.Integer({ minimum: 0, description: 'Of a search of level page.' })),
    since: nullable({
      ...Timestamp,
      description: 'When the report was made that it is compared with; null: there was none for this search.',
    }),
    new: count,
    gone: count,
    complete: nullable(
      Type.Boolean({
        description: 'Whether all that occurred since then is known: events are kept for 30 days.',
      }),
    ),
    facets: Type.Array(FacetAnswer),
    file: nullable(
      Type.String({
        description: 'Path of the file, the key of the feeds included, which is all that it needs.',
      }),
    ),
  },
  { ...CLOSED, description: 'A report of a saved search. Counts are null until it is made.' },
);
export type SearchReportItem = Answer<Static<typeof SearchReportItem>>;

export const SearchReportAnswer = successOf(SearchReportItem);
export const SearchReportListAnswer = successOf(listOf(SearchReportItem));
