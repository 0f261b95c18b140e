import { createHash } from 'node:crypto';

/**
 * The beginnings of contents, by which a delivery is the same one whoever makes it: more may have come since. A search that is
 * deleted and made again has events with other numbers, and reports from 1 on: these are told apart by when it was first saved.
 */
export type ContentName =
  | readonly ['events', first: number]
  | readonly ['digest', from: number]
  | readonly ['count', after: number]
  | readonly ['report', born: number, number: number];

/** The id of a delivery. @param destination key */
export function deliveryId(destination: string, name: ContentName): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([destination, ...name]))
    .digest('base64url');
  return `msg_${digest.slice(0, 27)}`;
}
