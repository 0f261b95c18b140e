// Chooses the image of an .ico that is decoded: the largest one, as a screen with many pixels shows it.
import { decodeIconBmp } from './bmp-decoder.ts';
import { iconType } from './icon-type.ts';
import { endsEarly, Undecodable, type Picture } from './picture.ts';
import { decodePng } from './png-decoder.ts';

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
/** Maximum images of a file that are looked at, the first ones. */
const MAX_IMAGES = 256;
/** Maximum images that are tried, the largest first, if some can't be decoded. */
const MAX_TRIED = 3;

/** @throws Undecodable */
export function decodeIco(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const images = imagesOf(file).slice(0, MAX_TRIED);
  const problems: string[] = [];
  for (const image of images) {
    try {
      return iconType(image) === 'png' ? decodePng(image) : decodeIconBmp(image);
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error;
      problems.push(error.message);
    }
  }
  throw new Undecodable(`has an image that ${problems[0] ?? 'is missing'}`);
}

/** Bytes of the images that the file has, the largest first, of the same size the one with more colours. */
function imagesOf(file: Buffer): readonly Buffer[] {
  if (file.length < HEADER_BYTES) endsEarly();
  const count = Math.min(
    file.readUInt16LE(4),
    MAX_IMAGES,
    Math.floor((file.length - HEADER_BYTES) / ENTRY_BYTES),
  );
  if (count === 0) throw new Undecodable('has no image');
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    // A side of 256 pixels is written as 0.
    const pixels = ((file[at] ?? 0) || 256) * ((file[at + 1] ?? 0) || 256);
    const start = file.readUInt32LE(at + 12);
    const image = file.subarray(start, start + file.readUInt32LE(at + 8));
    return { pixels, depth: file.readUInt16LE(at + 6), image };
  })
    .toSorted((a, b) => b.pixels - a.pixels || b.depth - a.depth)
    .map(({ image }) => image);
}
