import { Type } from 'typebox';

/** Time in the form `YYYY-MM-DD HH:MM:SS +00:00`, always UTC. */
export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} \+00:00$`,
  description: 'Time in UTC as YYYY-MM-DD HH:MM:SS +00:00.',
  'x-remedy': 'write it as YYYY-MM-DD HH:MM:SS +00:00, in UTC',
});

/** Time in the form of answers, without the fraction of a second. @param milliseconds since the epoch, in the years 0 to 9999 */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}

/** Milliseconds since the epoch; null if the text has another form or there is no such day or time. */
export function parseTimestamp(text: string): number | null {
  const milliseconds = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  if (Number.isNaN(milliseconds)) return null;
  return formatTimestamp(milliseconds) === text ? milliseconds : null;
}
