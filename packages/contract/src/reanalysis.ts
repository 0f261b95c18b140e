import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

const count = Type.Integer({ minimum: 0 });

/** Body of POST /admin/reanalyse. */
export const ReanalyseRequest = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        description: 'Query of the domains whose pages are analysed again; absent: all domains.',
      }),
    ),
  },
  CLOSED,
);
export type ReanalyseRequest = Static<typeof ReanalyseRequest>;

/** Run that analyses stored pages again. */
export const ReanalysisRun = Type.Object(
  {
    id: Type.String(),
    q: nullable(Type.String({ description: 'Query of the domains; null: all.' })),
    state: Type.Enum(['running', 'finished', 'stopped', 'failed']),
    started_at: Timestamp,
    ended_at: nullable(Timestamp),
    reason: nullable(Type.String({ description: 'Why it failed.' })),
    domains: Type.Object(
      {
        total: nullable(
          Type.Integer({
            minimum: 0,
            description:
              'Domains with pages of an earlier version when it began; null until they are counted.',
          }),
        ),
        done: count,
      },
      CLOSED,
    ),
    pages: Type.Object(
      {
        analysed: Type.Integer({ minimum: 0, description: 'Pages that were analysed again and are stored.' }),
        failed: Type.Integer({
          minimum: 0,
          description:
            'Pages that stay as they were, because their analysis took too much or they could not be read.',
        }),
      },
      CLOSED,
    ),
    last_domain: nullable(
      Type.String({ description: 'Domain up to which all is done, in the order of names.' }),
    ),
  },
  CLOSED,
);
export type ReanalysisRun = Answer<Static<typeof ReanalysisRun>>;

export const ReanalysisAnswer = successOf(ReanalysisRun);

/** Number of domains with outdated pages. */
export function outdatedDomains(description: string) {
  return Type.Object(
    {
      count: Type.Integer({ minimum: 0 }),
      is_exact: Type.Boolean({
        description:
          'False: sources are still to be read to find out, and there are so many domains at most.',
      }),
    },
    { ...CLOSED, description },
  );
}

/** Answer of GET /admin/reanalyse. */
export const LastReanalysisAnswer = successOf(
  Type.Object(
    {
      facts_version: Type.String({ description: 'Version of the facts that an analysis gives now.' }),
      outdated_domains: outdatedDomains('Domains with a page whose facts another version gave.'),
      run: nullable(ReanalysisRun),
    },
    CLOSED,
  ),
);
export type LastReanalysisAnswer = Answer<Static<typeof LastReanalysisAnswer>>;
