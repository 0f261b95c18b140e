// Resamples images by Lanczos' filter with whole numbers, as the image libraries do that most programs hash pictures with: the
// hashes are then theirs, to the bit.

/** Samples of an image: rows from the top, the channels of a pixel side by side. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly bytes: Uint8Array;
}

/** Lobes of the filter on each side. */
const LOBES = 3;
/** Bits of the fraction of a weight. */
const FRACTION_BITS = 22;

/** Weights of the samples that one sample follows from. */
interface Window {
  readonly from: number;
  readonly weights: Float64Array;
}

/** @param width of the result, as is `height`; at least 1 */
export function resample(image: Samples, width: number, height: number): Samples {
  const across = width === image.width ? image : resampleRows(image, width);
  if (height === image.height) return across;
  return transpose(resampleRows(transpose(across), height));
}

function resampleRows({ width: before, height, channels, bytes }: Samples, width: number): Samples {
  const windows = windowsOf(before, width);
  const to = new Uint8Array(width * height * channels);
  let at = 0;
  for (let row = 0; row < height; row++) {
    for (const { from, weights } of windows) {
      const start = (row * before + from) * channels;
      for (let channel = 0; channel < channels; channel++) {
        let sum = 2 ** (FRACTION_BITS - 1);
        for (let index = 0; index < weights.length; index++)
          sum += (bytes[start + index * channels + channel] ?? 0) * (weights[index] ?? 0);
        to[at++] = Math.min(255, Math.max(0, Math.floor(sum / 2 ** FRACTION_BITS)));
      }
    }
  }
  return { width, height, channels, bytes: to };
}

/** The window of each sample of a row. @param before samples of the row before */
function windowsOf(before: number, after: number): readonly Window[] {
  const scale = before / after;
  // A larger image is read between its samples, a smaller one from all of them.
  const stretched = Math.max(scale, 1);
  const support = LOBES * stretched;
  return Array.from({ length: after }, (_, sample) => {
    const centre = (sample + 0.5) * scale;
    const from = Math.max(0, Math.trunc(centre - support + 0.5));
    const end = Math.min(before, Math.trunc(centre + support + 0.5));
    const raw = Array.from({ length: end - from }, (__, index) =>
      lanczos((index + from - centre + 0.5) / stretched),
    );
    const sum = raw.reduce((total, weight) => total + weight, 0);
    const weights = Float64Array.from(raw.map((weight) => wholeWeight(sum === 0 ? weight : weight / sum)));
    return { from, weights };
  });
}

/** A weight as a whole number, halves away from zero. */
function wholeWeight(weight: number): number {
  return Math.trunc(weight * 2 ** FRACTION_BITS + (weight < 0 ? -0.5 : 0.5));
}

function lanczos(x: number): number {
  return x < -LOBES || x >= LOBES ? 0 : sinc(x) * sinc(x / LOBES);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(x * Math.PI) / (x * Math.PI);
}

function transpose({ width, height, channels, bytes }: Samples): Samples {
  const to = new Uint8Array(bytes.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < channels; channel++)
        to[(x * height + y) * channels + channel] = bytes[(y * width + x) * channels + channel] ?? 0;
    }
  }
  return { width: height, height: width, channels, bytes: to };
}
