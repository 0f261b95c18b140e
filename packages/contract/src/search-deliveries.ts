import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { SavedSearchParameters } from './saved-searches.ts';
import { Timestamp } from './timestamp.ts';

export const DeliveryParameters = Type.Object(
  {
    ...SavedSearchParameters.properties,
    delivery: Type.String({
      pattern: '^[A-Za-z0-9_.:/-]{1,200}$',
      'x-remedy': 'give an id that GET /searches/{id}/deliveries lists',
      description: 'Id of the delivery, which its header webhook-id has.',
    }),
  },
  CLOSED,
);

/** Kinds of receivers. */
const RECEIVERS = ['webhook', 'mail'] as const;

/** States of a delivery: it waits for its next attempt, was accepted, or was given up. */
const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;

/** The things that a delivery can be about. */
const DELIVERY_KINDS = ['events', 'digest', 'count', 'report'] as const;

export const ReceiverAnswer = Type.Object(
  {
    at: Timestamp,
    status: nullable(Type.Integer({ description: 'Status of HTTP or SMTP; null: there was no answer.' })),
    text: Type.String({
      description: 'Beginning of the answer, or why there was none; at most 2,048 characters.',
    }),
  },
  { ...CLOSED, description: 'Answer of a receiver.' },
);

export const DeliveryItem = Type.Object(
  {
    id: Type.String({ description: 'Id of the message, which is the same in each attempt.' }),
    by: Type.Enum([...RECEIVERS]),
    state: Type.Enum([...DELIVERY_STATES], {
      description: 'dead: all attempts failed, or the receiver wants no more. It can be replayed.',
    }),
    kind: Type.Enum([...DELIVERY_KINDS], {
      description: 'Subject: events as they came, those of an hour or a day, a count, or a report.',
    }),
    first_event: nullable(
      Type.Integer({ description: 'Number of its first event; null: it is about none.' }),
    ),
    last_event: nullable(
      Type.Integer({ description: 'Number of its last event; null: it is a digest, or about none.' }),
    ),
    attempts: Type.Integer({ minimum: 0, description: 'Attempts since it was made, or replayed.' }),
    created_at: Timestamp,
    next_at: nullable({ ...Timestamp, description: 'Time of the next attempt; null: there is none.' }),
    ended_at: nullable({ ...Timestamp, description: 'When it was accepted or given up; null: it waits.' }),
    answers: Type.Array(ReceiverAnswer, { description: 'The last answers, at most 10, newest first.' }),
  },
  CLOSED,
);
export type DeliveryItem = Answer<Static<typeof DeliveryItem>>;

export const DeliveryAnswer = successOf(DeliveryItem);
export const DeliveryListAnswer = successOf(listOf(DeliveryItem));

export const TestDeliveryAnswer = successOf(
  Type.Object(
    {
      answers: Type.Array(
        Type.Object(
          {
            by: Type.Enum([...RECEIVERS]),
            accepted: Type.Boolean({ description: 'Whether the receiver took the message.' }),
            ...ReceiverAnswer.properties,
          },
          CLOSED,
        ),
        { description: 'An answer of the webhook, and one of the mail server, as far as they are told.' },
      ),
    },
    CLOSED,
  ),
);
export type TestDeliveryAnswer = Answer<Static<typeof TestDeliveryAnswer>>;
