import { TIMESTAMP_FORMS } from '@sitegrep/site';
import { Type } from 'typebox';

export { formatTimestamp, parseTimestamp } from '@sitegrep/site';

/** Time in the form `YYYY-MM-DD HH:MM:SS +00:00`, always UTC. */
export const Timestamp = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} [+]00:00$',
  description: 'Time in UTC as YYYY-MM-DD HH:MM:SS +00:00.',
  'x-remedy': 'write it as YYYY-MM-DD HH:MM:SS +00:00, in UTC',
});

/** Time in a request, in each form that `parseTimestamp` reads; routes read it themselves. */
export const GivenTime = Type.String({
  description: `Time as ${TIMESTAMP_FORMS}; without an offset in UTC, a day alone is its start.`,
  examples: ['2027-01-31'],
});
