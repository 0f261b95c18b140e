// The perceptual hash of a picture: pictures that look alike have hashes that differ in few bits. It is pHash as Python's ImageHash
// computes it of a square picture on white, in grey; of others a few bits depend on the version of its imaging library.
import type { Picture } from './picture.ts';
import { resample } from './resample.ts';

/** Side of the picture that is transformed. */
const SIDE = 32;
/** Frequencies that count in each direction, the lowest ones: 64 bits in all. */
const FREQUENCIES = 8;

/** Cosines of a transform by frequency and sample (DCT-II). */
const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (__, at) =>
    Math.cos((Math.PI * frequency * (2 * at + 1)) / (2 * SIDE)),
  ),
);

/** @returns sixteen hexadecimal digits, lower case */
export function perceptualHash({ width, height, rgba }: Picture): string {
  const grey = resample({ width, height, channels: 1, bytes: greyOnWhite(rgba) }, SIDE, SIDE).bytes;
  // By columns first, then by rows, to the lowest frequencies of both.
  const columns = COSINES.map((cosines) =>
    Float64Array.from({ length: SIDE }, (_, x) => sumOf(cosines, (y) => grey[y * SIDE + x] ?? 0)),
  );
  const strengths = columns.flatMap((column) =>
    COSINES.map((cosines) => Math.round(sumOf(cosines, (x) => column[x] ?? 0) * 1e6)),
  );
  const sorted = strengths.toSorted((a, b) => a - b);
  const middle = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  const bits = strengths.map((strength) => (strength > middle ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

function sumOf(cosines: Float64Array, value: (at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < SIDE; at++) sum += (cosines[at] ?? 0) * value(at);
  return sum;
}

/** The lightness of each pixel (ITU-R 601-2) as it shows on a white page. */
function greyOnWhite(rgba: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 4;
    const opacity = rgba[at + 3] ?? 0;
    const shown = (value = 0): number => Math.round((value * opacity + 255 * (255 - opacity)) / 255);
    grey[pixel] =
      (shown(rgba[at]) * 19_595 + shown(rgba[at + 1]) * 38_470 + shown(rgba[at + 2]) * 7_471 + 0x8000) >> 16;
  }
  return grey;
}
