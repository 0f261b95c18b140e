import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, successOf } from './envelope.ts';

const Samples = Type.Object(
  {
    sites: Type.Integer({ minimum: 0, description: 'Number of all sample sites.' }),
    indexed: Type.Integer({ minimum: 0, description: 'Number of those in the index.' }),
    searches: Type.Array(
      Type.Object(
        {
          q: Type.String({ description: 'Query.' }),
          shows: Type.String({ description: 'Purpose of the query in a line.' }),
          domains: Type.Array(Type.String(), {
            description: 'Sample sites that it finds when all are in the index.',
          }),
        },
        CLOSED,
      ),
      { description: 'Queries that find something on them.' },
    ),
  },
  CLOSED,
);
export type Samples = Answer<Static<typeof Samples>>;

export const SamplesAnswer = successOf(Samples);
