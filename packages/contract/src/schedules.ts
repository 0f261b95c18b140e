import { LIST_NAME_PATTERN, LIST_NAME_REMEDY } from '@sitegrep/search';
import { RENDER_MODES } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { CrawlItem, CrawlOptions, entries } from './crawls.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

export const ScheduleParameters = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
      'x-remedy': 'give 1 to 64 of the characters a–z, 0–9, _ and -, a letter or digit first',
    }),
  },
  CLOSED,
);

/** Sites that a schedule crawls: exactly one of the four. */
const source = Type.Object(
  {
    domains: entries,
    urls: entries,
    index: Type.Optional(
      Type.Literal(true, { description: 'All domains that are in the index when a run begins.' }),
    ),
    list: Type.Optional(
      Type.String({
        pattern: LIST_NAME_PATTERN,
        'x-remedy': LIST_NAME_REMEDY,
        description: 'Name of a list of domains; those that it has when a run begins.',
      }),
    ),
  },
  CLOSED,
);

const secondsBetween = Type.Integer({
  minimum: 60,
  maximum: 366 * 86_400,
  description: 'Interval in seconds. Runs are due at its multiples since 1970-01-01 00:00:00 UTC.',
});

/** Times of runs, with either `pattern` or `every_seconds`. */
const timing = {
  pattern: Type.Optional(
    Type.String({
      minLength: 9,
      maxLength: 200,
      description: 'Cron pattern: minute, hour, day of the month, month, day of the week.',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA name of the time zone of the pattern; UTC if absent.',
    }),
  ),
  every_seconds: Type.Optional(secondsBetween),
};

/** Request of POST /admin/schedules/preview. */
export const PreviewScheduleRequest = Type.Object(timing, CLOSED);

/** The next runs of a schedule. */
export const SchedulePreview = Type.Object(
  {
    runs: Type.Array(Timestamp, {
      maxItems: 5,
      description: 'Times of the next five runs, the first first; fewer if the pattern names fewer.',
    }),
  },
  CLOSED,
);

export const SchedulePreviewAnswer = successOf(SchedulePreview);

/** Request of PUT /admin/schedules/{id}. */
export const PutScheduleRequest = Type.Object(
  {
    ...timing,
    source,
    enabled: Type.Optional(Type.Boolean({ default: true })),
    ...CrawlOptions.properties,
  },
  CLOSED,
);
export type PutScheduleRequest = Static<typeof PutScheduleRequest>;

const listed = {
  id: Type.String(),
  pattern: nullable(Type.String()),
  time_zone: nullable(Type.String()),
  every_seconds: nullable(secondsBetween),
  enabled: Type.Boolean(),
  max_pages: Type.Integer(),
  max_depth: Type.Integer(),
  priority: Type.Integer(),
  revisit_after_days: Type.Integer(),
  render: Type.Enum([...RENDER_MODES]),
  created_at: Timestamp,
  updated_at: Timestamp,
  next_run_at: nullable(Timestamp),
  last_run_at: nullable(Timestamp),
  last_crawl_id: nullable(Type.String()),
  last_crawl: nullable(
    Type.Pick(CrawlItem, ['state', 'sites', 'outcomes', 'pages'], {
      ...CLOSED,
      description:
        'State and counts of the crawl of the last run; null if there is none, or its records are gone.',
    }),
  ),
  last_skipped_at: nullable(Timestamp),
};

/** A schedule in a list, without `source`, which may be long. */
export const ListedScheduleItem = Type.Object(listed, CLOSED);
export type ListedScheduleItem = Answer<Static<typeof ListedScheduleItem>>;

export const ScheduleItem = Type.Object({ ...listed, source }, CLOSED);
export type ScheduleItem = Answer<Static<typeof ScheduleItem>>;

export const ScheduleAnswer = successOf(ScheduleItem);
export const ScheduleListAnswer = successOf(listOf(ListedScheduleItem));
