import { Type } from 'typebox';

/** `YYYY-MM-DD HH:MM:SS +00:00`, always UTC. */
export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} \+00:00$`,
  description: 'YYYY-MM-DD HH:MM:SS +00:00, UTC',
  'x-remedy': 'write it as YYYY-MM-DD HH:MM:SS +00:00, in UTC',
});

/** @param milliseconds since the epoch, of the years 0 to 9999; the part of a second is dropped */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}

/** @returns milliseconds since the epoch; null if the text has another form or there is no such day or time */
export function parseTimestamp(text: string): number | null {
  const milliseconds = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  if (Number.isNaN(milliseconds)) return null;
  return formatTimestamp(milliseconds) === text ? milliseconds : null;
}
