import { Type } from 'typebox';
import { CLOSED, successOf } from './envelope.ts';

/** GET /healthz: the process answers. */
export const HealthAnswer = successOf(Type.Object({ status: Type.Literal('alive') }, CLOSED));

/** GET /readyz: everything it depends on answers. If something doesn't, the answer is a 503 whose details name it. */
export const ReadyAnswer = successOf(
  Type.Object(
    { status: Type.Literal('ready'), dependencies: Type.Record(Type.String(), Type.Literal('up')) },
    CLOSED,
  ),
);
