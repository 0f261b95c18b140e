import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, successOf } from './envelope.ts';
import { rejectedLines } from './rejected-lines.ts';

/** Query parameters of POST /admin/ranks, whose body is a list. */
export const RanksOptions = Type.Object(
  {
    replace: Type.Optional(
      Type.Boolean({ description: 'Domains that the list does not name lose the rank they have.' }),
    ),
  },
  CLOSED,
);

const ImportedRanks = Type.Object(
  {
    domains: Type.Integer({ minimum: 0, description: 'Domains that the list gives a rank.' }),
    repeated: Type.Integer({
      minimum: 0,
      description: 'Lines that name a domain again: its best place counts.',
    }),
    removed: Type.Integer({
      minimum: 0,
      description: 'Domains that lost their rank, because the list replaces all and lacks them.',
    }),
    rejected: rejectedLines('Lines that give no domain a rank.'),
  },
  CLOSED,
);
export type ImportedRanks = Answer<Static<typeof ImportedRanks>>;

export const RanksAnswer = successOf(ImportedRanks);
