import { decode } from 'jpeg-js';
import { checkSize, endsEarly, MAX_PIXELS, Undecodable, type Picture } from './picture.ts';

/** Maximum memory of a decoding, in MiB: the largest picture with the coefficients of its progressive form. */
const MAX_MEMORY_MIB = 64;

/** Markers of a frame, which states the size (ITU-T T.81, table B.1), and those that stand without a length. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** @throws Undecodable */
export function decodeJpeg(bytes: Uint8Array): Picture {
  checkFrame(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    const { width, height, data } = decode(bytes, {
      useTArray: true,
      formatAsRGBA: true,
      tolerantDecoding: true,
      maxResolutionInMP: MAX_PIXELS / 1e6,
      maxMemoryUsageInMB: MAX_MEMORY_MIB,
    });
    return { width, height, rgba: data };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Undecodable(`is not read as JPEG (${reason.slice(0, 100)})`);
  }
}

/** Checks the size that the file states before anything is decoded. */
function checkFrame(file: Buffer): void {
  let at = 2;
  while (at + 4 <= file.length) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff) endsEarly();
    if (marker === 0xff) at++;
    else if (isBare(marker)) at += 2;
    else if (isFrame(marker)) {
      if (at + 9 > file.length) endsEarly();
      return checkSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
    } else at += 2 + file.readUInt16BE(at + 2);
  }
  endsEarly();
}
