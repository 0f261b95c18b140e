import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

const ProviderItem = Type.Object(
  {
    name: Type.String(),
    state: Type.Enum(['ready', 'resting', 'on_trial'], {
      description:
        'resting: it failed and is left alone for a while; on_trial: the next request tries it again.',
    }),
    rests_until: nullable({
      ...Timestamp,
      description: 'Time from which the next request tries it again; null unless it rests.',
    }),
    in_flight: Type.Integer({ minimum: 0, description: 'Running and queued calls.' }),
    budget: nullable(
      Type.Object(
        {
          daily: Type.Integer({ minimum: 1, description: 'Calls that it may get in a day (UTC).' }),
          left: Type.Integer({ minimum: 0, description: 'Calls left today, as far as this process knows.' }),
        },
        { ...CLOSED, description: 'Null: no budget.' },
      ),
    ),
    last_answer_at: nullable(Timestamp),
    last_error: nullable(Type.Object({ kind: Type.String(), message: Type.String(), at: Timestamp }, CLOSED)),
  },
  CLOSED,
);
export type ProviderItem = Answer<Static<typeof ProviderItem>>;

/** GET /admin/providers: each operation with its providers, in the order in which they are called. */
export const ProvidersAnswer = successOf(
  Type.Object(
    {
      operations: Type.Array(
        Type.Object(
          {
            operation: Type.String({ description: 'The path of the operation.' }),
            setting: Type.String({ description: 'The variable that lists its providers.' }),
            providers: Type.Array(ProviderItem),
          },
          CLOSED,
        ),
      ),
    },
    CLOSED,
  ),
);
export type ProvidersAnswer = Answer<Static<typeof ProvidersAnswer>>;
