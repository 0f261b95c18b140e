import { EVIDENCE_FIELDS } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';
import { TechnologyEvidence } from './known-domains.ts';

/** Bounds of a trial of fingerprints. */
export const TRIAL_BOUNDS = { technologies: 1_000, pages: 100 } as const;

/** Body of POST /technologies/test. */
export const TestTechnologiesRequest = Type.Object(
  {
    fingerprints: Type.Record(Type.String(), Type.Unknown(), {
      minProperties: 1,
      maxProperties: TRIAL_BOUNDS.technologies,
      description: `Fingerprints by the names of their technologies, in Wappalyzer's form (docs/technologies.md); at most ${TRIAL_BOUNDS.technologies}.`,
      'x-remedy': `give 1 to ${TRIAL_BOUNDS.technologies} technologies by their names`,
    }),
    on: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'A stored domain, whose pages are looked at, or the URL of a stored page.',
      examples: ['shop.example'],
    }),
  },
  CLOSED,
);
export type TestTechnologiesRequest = Static<typeof TestTechnologiesRequest>;

/** A part of fingerprints that is not taken; all else is. */
export const FingerprintProblem = Type.Object(
  {
    technology: nullable(Type.String({ description: 'Name as it was written.' })),
    key: nullable(
      Type.String({
        description: 'Key with what is below it, such as `headers.server`. Null: the technology itself.',
      }),
    ),
    reason: Type.String({ description: 'Part of a sentence that says what is wrong.' }),
  },
  CLOSED,
);
export type FingerprintProblem = Answer<Static<typeof FingerprintProblem>>;

const { url: _url, ...MATCH } = TechnologyEvidence.properties;

const Part = Type.Object(
  {
    field: Type.Enum([...EVIDENCE_FIELDS]),
    key: MATCH.key,
    pattern: MATCH.pattern,
  },
  CLOSED,
);

/** A technology that was tried on a page. */
export const TriedTechnology = Type.Object(
  {
    name: Type.String(),
    found: nullable(
      Type.Object(
        {
          confidence: Type.Integer({ minimum: 0, maximum: 100, description: 'Confidence in percent.' }),
          version: nullable(Type.String()),
        },
        { ...CLOSED, description: 'Null: the page does not show it.' },
      ),
    ),
    evidence: Type.Array(Type.Object(MATCH, CLOSED), {
      description: 'Matches of its parts. The texts are code of other people.',
    }),
    missing: Type.Array(Part, { description: 'Parts of the fingerprint that the page does not have.' }),
    requires: Type.Array(Type.String(), {
      description:
        'Technologies and categories of which it requires one, while the page has none; empty if nothing is amiss.',
    }),
  },
  CLOSED,
);
export type TriedTechnology = Answer<Static<typeof TriedTechnology>>;

export const TechnologyTrial = Type.Object(
  {
    domain: Type.String(),
    technologies: Type.Array(Type.String(), { description: 'Names of the technologies that are taken.' }),
    problems: Type.Array(FingerprintProblem, { description: 'Parts that are not taken.' }),
    replaced: Type.Array(Type.String(), {
      description: 'Those whose names known technologies have: they would take their place.',
    }),
    pages: Type.Array(
      Type.Object({ url: Type.String(), technologies: Type.Array(TriedTechnology) }, CLOSED),
      { maxItems: TRIAL_BOUNDS.pages, description: 'Pages on which they were tried, home page first.' },
    ),
    total_pages: Type.Integer({ minimum: 0, description: 'Number of pages that were to be looked at.' }),
    notes: Type.Array(Type.String(), { description: 'Sentences on what was not looked at, and why.' }),
  },
  CLOSED,
);
export type TechnologyTrial = Answer<Static<typeof TechnologyTrial>>;

export const TechnologyTrialAnswer = successOf(TechnologyTrial);
export type TechnologyTrialAnswer = Answer<Static<typeof TechnologyTrialAnswer>>;
