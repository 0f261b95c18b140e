import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, successOf } from './envelope.ts';

/** Query parameters of POST /admin/ranks, whose body is a list. */
export const RanksOptions = Type.Object(
  {
    replace: Type.Optional(
      Type.Boolean({ description: 'Domains that the list does not name lose the rank they have.' }),
    ),
  },
  CLOSED,
);

const count = Type.Integer({ minimum: 0 });

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
    rejected: Type.Object(
      {
        count,
        reasons: Type.Record(Type.String(), count, {
          description: 'Reason → lines; only those that occurred.',
        }),
        samples: Type.Array(Type.Object({ line: count, text: Type.String(), reason: Type.String() }, CLOSED)),
      },
      { ...CLOSED, description: 'Lines that give no domain a rank.' },
    ),
  },
  CLOSED,
);
export type ImportedRanks = Answer<Static<typeof ImportedRanks>>;

export const RanksAnswer = successOf(ImportedRanks);
