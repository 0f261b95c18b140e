import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';

const Setting = Type.Object(
  {
    variable: Type.String({ description: 'Environment variable that sets it.' }),
    group: Type.String({ description: 'Chapter of docs/configuration.md that describes it.' }),
    value: Type.String({
      description: 'The value as the environment would state it, secrets hidden; empty if there is none.',
    }),
    is_default: Type.Boolean({ description: 'Whether the value is the default, set or unset.' }),
    description: Type.String(),
  },
  CLOSED,
);

/** Answer of GET /admin/settings. */
export const SettingsAnswer = successOf(
  Type.Object(
    { settings: Type.Array(Setting, { description: 'Every setting, in the order of the documentation.' }) },
    CLOSED,
  ),
);
export type SettingsAnswer = Answer<Static<typeof SettingsAnswer>>;

const Check = Type.Object(
  {
    area: Type.String({ description: 'Subject of the check, such as `data folder` or `redis`.' }),
    status: Type.Enum(['ok', 'warn', 'fail'], {
      description: 'warn: it works now, but perhaps not well or not for long; fail: it does not work.',
    }),
    finding: Type.String(),
    remedy: nullable(
      Type.String({
        description: 'Advice; null if nothing is to be done, or the finding has the advice already.',
      }),
    ),
  },
  CLOSED,
);

export const Checks = Type.Object(
  { ok: Type.Boolean({ description: 'Whether no check failed.' }), checks: Type.Array(Check) },
  CLOSED,
);

/** Answer of GET /admin/checks. */
export const ChecksAnswer = successOf(Checks);
export type ChecksAnswer = Answer<Static<typeof ChecksAnswer>>;

/** Data of the events of GET /readiness/events. */
export const ReadinessEvent = Type.Object(
  {
    ready: Type.Boolean({ description: 'Whether everything answers without which no search is answered.' }),
    dependencies: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Dependency, as GET /readyz names it.' }),
          service: Type.String({ description: 'Service that it is a part of, such as Elasticsearch.' }),
          state: Type.Enum(['up', 'full', 'down']),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type ReadinessEvent = Answer<Static<typeof ReadinessEvent>>;
