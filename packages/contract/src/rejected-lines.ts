import { Type } from 'typebox';
import { CLOSED } from './envelope.ts';

const count = Type.Integer({ minimum: 0 });

/** Entries of a list that were refused: all are counted, the first few shown. */
export function rejectedLines(description: string) {
  return Type.Object(
    {
      count,
      reasons: Type.Record(Type.String(), count, {
        description: 'Reason → entries; only those that occurred.',
      }),
      samples: Type.Array(Type.Object({ line: count, text: Type.String(), reason: Type.String() }, CLOSED)),
    },
    { ...CLOSED, description },
  );
}
