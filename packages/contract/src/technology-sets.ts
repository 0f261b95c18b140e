import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';
import { plainLine } from './plain-line.ts';
import { outdatedDomains, ReanalysisRun } from './reanalysis.ts';
import { FingerprintProblem } from './technology-trials.ts';
import { Timestamp } from './timestamp.ts';

/** Bounds of the lists in an answer; the numbers beside them count all. */
export const TECHNOLOGY_SET_BOUNDS = { own: 1_000, problems: 1_000 } as const;

/** Query parameters of POST /admin/technologies. */
export const TakeTechnologiesOptions = Type.Object(
  { name: plainLine(200, 'Name under which the set is shown, such as that of its file.') },
  CLOSED,
);

const count = Type.Integer({ minimum: 0 });

/** A technology of one's own. */
export const OwnTechnology = Type.Object(
  {
    name: Type.String(),
    categories: Type.Array(Type.String(), { description: 'Each as `group.category`.' }),
    search: nullable(
      Type.String({
        description: 'Saved search whose pages have it. Null: it is in the file SITEGREP_TECHNOLOGIES.',
      }),
    ),
    query: nullable(Type.String({ description: 'Query that its pages fulfil. Null: it has a fingerprint.' })),
    replaces: Type.Boolean({ description: 'True if it takes the place of a known technology of this name.' }),
    domains: Type.Integer({ minimum: 0, description: 'Number of indexed domains that have it.' }),
  },
  CLOSED,
);
export type OwnTechnology = Answer<Static<typeof OwnTechnology>>;

/** A part of technologies of one's own that is not taken. */
const OwnProblem = Type.Object(
  {
    file: nullable(Type.String({ description: 'Null: it is a technology of a saved search.' })),
    search: nullable(Type.String({ description: 'Saved search whose technology is left out.' })),
    ...FingerprintProblem.properties,
  },
  CLOSED,
);

export const TechnologySet = Type.Object(
  {
    public_set: nullable(
      Type.Object(
        {
          name: Type.String({ description: 'Name under which it was given.' }),
          technologies: count,
          taken_at: Timestamp,
        },
        {
          ...CLOSED,
          description:
            'Public set that takes the place of the built-in one; null: the built-in one is in use.',
        },
      ),
    ),
    technologies: Type.Integer({
      minimum: 0,
      description: 'Number of all technologies that can be detected.',
    }),
    facts_version: Type.String({ description: 'Version of the facts that an analysis would give now.' }),
    in_use_since: nullable(
      Type.String({
        description: 'Time since which pages are judged by it. Null: no process judged any yet.',
      }),
    ),
    own: Type.Array(OwnTechnology, {
      maxItems: TECHNOLOGY_SET_BOUNDS.own,
      description: `Technologies of one's own by name, at most ${TECHNOLOGY_SET_BOUNDS.own}.`,
    }),
    own_count: count,
    problems: Type.Array(OwnProblem, {
      maxItems: TECHNOLOGY_SET_BOUNDS.problems,
      description: `Parts of technologies of your own that are not taken, at most ${TECHNOLOGY_SET_BOUNDS.problems}.`,
    }),
    problems_count: count,
    outdated_domains: outdatedDomains('Domains with pages that are still to be judged by it.'),
    run: nullable(ReanalysisRun),
  },
  CLOSED,
);
export type TechnologySet = Answer<Static<typeof TechnologySet>>;

export const TechnologySetAnswer = successOf(TechnologySet);
export type TechnologySetAnswer = Answer<Static<typeof TechnologySetAnswer>>;

/** A set that was taken. */
export const TakenTechnologies = Type.Object(
  {
    name: nullable(Type.String({ description: 'Null: the built-in set.' })),
    technologies: Type.Integer({
      minimum: 0,
      description:
        'Number of all technologies that can be detected now, with additions of sitegrep and of your own.',
    }),
    problems: Type.Array(FingerprintProblem, {
      maxItems: TECHNOLOGY_SET_BOUNDS.problems,
      description: `Parts of the set that are not taken, at most ${TECHNOLOGY_SET_BOUNDS.problems}.`,
    }),
    problems_count: count,
  },
  CLOSED,
);
export type TakenTechnologies = Answer<Static<typeof TakenTechnologies>>;

export const TakenTechnologiesAnswer = successOf(TakenTechnologies);
export type TakenTechnologiesAnswer = Answer<Static<typeof TakenTechnologiesAnswer>>;
