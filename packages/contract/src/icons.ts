import { Type } from 'typebox';
import { nullable } from './envelope.ts';

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
