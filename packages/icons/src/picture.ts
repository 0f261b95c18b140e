/** A decoded image. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, opacity. Rows from the top. */
  readonly rgba: Uint8Array;
}

/** Maximum pixels of an image that is decoded: a square of 1,024, four times as wide as the largest of an .ico. */
export const MAX_PIXELS = 1_024 * 1_024;

/** Why an image has no picture, in words that follow its name: `is compressed in a way that is not read`. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/** @throws Undecodable if an image of this size is not decoded */
export function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new Undecodable('has no pixels');
  if (width * height > MAX_PIXELS)
    throw new Undecodable(`has ${width} × ${height} pixels, more than the ${MAX_PIXELS} that are decoded`);
}

/** @throws Undecodable */
export function endsEarly(): never {
  throw new Undecodable('ends early');
}
