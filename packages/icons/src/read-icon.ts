import { decodeBmp } from './bmp-decoder.ts';
import { byteHashes, type ByteHashes } from './byte-hashes.ts';
import { decodeGif } from './gif-decoder.ts';
import { decodeIco } from './ico-decoder.ts';
import { iconType, type IconType } from './icon-type.ts';
import { decodeJpeg } from './jpeg-decoder.ts';
import { perceptualHash } from './perceptual-hash.ts';
import { Undecodable, type Picture } from './picture.ts';
import { decodePng } from './png-decoder.ts';
import { encodePng } from './png-encoder.ts';
import { resample } from './resample.ts';

/** Maximum bytes of an icon: ten times as much as most have. */
export const MAX_ICON_BYTES = 256 * 1024;

/** Maximum width and height of a picture that is shown. */
const MAX_SHOWN = 32;

/** An icon as far as its bytes say. */
export interface IconReading extends ByteHashes {
  /** Null if the bytes are not an image of a known type. */
  readonly type: IconType | null;
  readonly bytes: number;
  /** Perceptual hash in sixteen hexadecimal digits; null if the icon is not decoded. */
  readonly phash: string | null;
  /** Width and height of the largest image that it has; null if it is not decoded. */
  readonly size: readonly [width: number, height: number] | null;
  /** The icon as a PNG of at most 32 × 32 pixels that was written here; null if it is not decoded. */
  readonly png: Uint8Array | null;
  /** Why it is not decoded, in words that follow its name; null if it is. */
  readonly problem: string | null;
}

const DECODERS: Readonly<Record<IconType, ((bytes: Uint8Array) => Picture) | null>> = {
  ico: decodeIco,
  png: decodePng,
  gif: decodeGif,
  jpeg: decodeJpeg,
  bmp: decodeBmp,
  webp: null,
  avif: null,
  // It may have scripts, and references to other hosts.
  svg: null,
};

/** Reads an icon. Hashes of its bytes need nothing of it; the rest does if it can be decoded. */
export function readIcon(bytes: Uint8Array): IconReading {
  const type = iconType(bytes);
  const read = { type, bytes: bytes.length, ...byteHashes(bytes) };
  try {
    const picture = decodePicture(bytes, type);
    const { width, height } = picture;
    const png = encodePng(shownPicture(picture));
    return { ...read, phash: perceptualHash(picture), size: [width, height], png, problem: null };
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    return { ...read, ...undecoded(error.message) };
  }
}

/** An icon that is not decoded. @param problem as in its reading */
export function unreadIcon(bytes: Uint8Array, problem: string): IconReading {
  return { type: iconType(bytes), bytes: bytes.length, ...byteHashes(bytes), ...undecoded(problem) };
}

function undecoded(problem: string): Pick<IconReading, 'phash' | 'size' | 'png' | 'problem'> {
  return { phash: null, size: null, png: null, problem };
}

/** @throws Undecodable */
export function decodePicture(bytes: Uint8Array, type = iconType(bytes)): Picture {
  if (bytes.length > MAX_ICON_BYTES)
    throw new Undecodable(
      `has ${bytes.length} bytes, more than the ${MAX_ICON_BYTES} of icons that are decoded`,
    );
  if (type === null) throw new Undecodable('is not an image of a type that is known');
  const decoder = DECODERS[type];
  if (decoder === null) throw new Undecodable(`is of the type ${type}, which is not decoded`);
  return decoder(bytes);
}

/** The picture in the size in which it is shown; a smaller one as it is. */
function shownPicture(picture: Picture): Picture {
  const { width, height, rgba } = picture;
  const scale = MAX_SHOWN / Math.max(width, height);
  if (scale >= 1) return picture;
  const sideOf = (side: number): number => Math.max(1, Math.round(side * scale));
  const samples = { width, height, channels: 4, bytes: weighted(rgba) };
  const small = resample(samples, sideOf(width), sideOf(height));
  return { width: small.width, height: small.height, rgba: unweighted(small.bytes) };
}

/** Pixels whose colours count as much as they can be seen. */
function weighted(rgba: Uint8Array): Uint8Array {
  return withColours(rgba, (value, opacity) => (value * opacity) / 255);
}

function unweighted(rgba: Uint8Array): Uint8Array {
  return withColours(rgba, (value, opacity) => (opacity === 0 ? 0 : Math.min(255, (value * 255) / opacity)));
}

function withColours(rgba: Uint8Array, colourOf: (value: number, opacity: number) => number): Uint8Array {
  const changed = Uint8Array.from(rgba);
  for (let at = 0; at < rgba.length; at++) {
    if (at % 4 !== 3) changed[at] = Math.round(colourOf(rgba[at] ?? 0, rgba[at | 3] ?? 0));
  }
  return changed;
}
