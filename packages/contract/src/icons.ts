import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';

/** Hashes of an icon, and what they are of. */
export const ICON_HASHES = {
  bytes: Type.Integer({ minimum: 0, description: 'Bytes as received.' }),
  mmh3: Type.Integer({ description: 'MurmurHash3 of its Base64, as Shodan and FOFA have it.' }),
  md5: Type.String(),
  sha256: Type.String(),
  phash: nullable(Type.String({ description: 'Perceptual hash of 64 bits; null if it is not decoded.' })),
  problem: nullable(
    Type.String({ description: 'Why it is not decoded, in words that follow its name; null if it is.' }),
  ),
};

export const IconAnswer = successOf(
  Type.Object(
    {
      type: nullable(Type.String({ description: 'Type by its first bytes; null if it is not an image.' })),
      ...ICON_HASHES,
      q: Type.String({ description: 'Query that finds the sites with this icon.' }),
      q_alike: nullable(
        Type.String({
          description: 'Query that finds those whose icons look like it; null if it is not decoded.',
        }),
      ),
    },
    CLOSED,
  ),
);

/** Media types that an icon may be sent with; its bytes alone say what it is. */
export const ICON_MEDIA_TYPES = [
  'application/octet-stream',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/png',
  'image/gif',
  'image/jpeg',
  'image/bmp',
  'image/webp',
  'image/avif',
  'image/svg+xml',
] as const;

export type IconHashes = Answer<Static<typeof IconAnswer>>['data'];
