// Decodes PNG (W3C PNG, third edition) with the inflation of Node.js, which ends at the size that the header states: so a small
// file cannot fill the memory. Chunks that don't change pixels are skipped unread, compressed ones too.
import { constants, inflateSync } from 'node:zlib';
import { checkSize, endsEarly, Undecodable, type Picture } from './picture.ts';

const SIGNATURE_BYTES = 8;

/** Samples of a pixel by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Passes of Adam7: first column and row, and the steps between columns and rows. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly channels: number;
  readonly interlaced: boolean;
}

interface Chunks {
  readonly header: Header;
  readonly palette: Buffer | null;
  readonly transparency: Buffer | null;
  readonly data: readonly Buffer[];
}

/** A part of the image whose rows follow each other in the data. */
interface Pass {
  readonly columns: number;
  readonly rows: number;
  /** Positions of its column and row in the image. */
  readonly xOf: (column: number) => number;
  readonly yOf: (row: number) => number;
}

/** @throws Undecodable */
export function decodePng(bytes: Uint8Array): Picture {
  const { header, palette, transparency, data } = readChunks(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  const { width, height, depth, channels } = header;
  const passes = passesOf(header);
  const rowBytes = ({ columns }: Pass): number => Math.ceil((columns * channels * depth) / 8);
  const expected = passes.reduce((sum, pass) => sum + pass.rows * (1 + rowBytes(pass)), 0);
  const raw = inflate(data, expected);
  const rgba = new Uint8Array(width * height * 4);
  const paint = painterOf(header, palette, transparency, rgba);
  const step = Math.max(1, (channels * depth) >> 3);
  let at = 0;
  for (const pass of passes) {
    const length = rowBytes(pass);
    let above: Uint8Array = new Uint8Array(length);
    for (let row = 0; row < pass.rows; row++) {
      const line = raw.subarray(at + 1, at + 1 + length);
      unfilter(raw[at] ?? 0, line, above, step);
      const y = pass.yOf(row) * width;
      for (let column = 0; column < pass.columns; column++) paint(line, column, (y + pass.xOf(column)) * 4);
      above = line;
      at += 1 + length;
    }
  }
  return { width, height, rgba };
}

function readChunks(bytes: Buffer): Chunks {
  let header: Header | null = null;
  let palette: Buffer | null = null;
  let transparency: Buffer | null = null;
  const data: Buffer[] = [];
  let at = SIGNATURE_BYTES;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
    if (type === 'IEND') break;
    if (type === 'IHDR') header ??= readHeader(content);
    else if (type === 'PLTE') palette ??= content;
    else if (type === 'tRNS') transparency ??= content;
    else if (type === 'IDAT') data.push(content);
  }
  if (header === null) endsEarly();
  return { header, palette, transparency, data };
}

function readHeader(content: Buffer): Header {
  if (content.length < 13) endsEarly();
  const width = content.readUInt32BE(0);
  const height = content.readUInt32BE(4);
  const [depth = 0, colour = 0, compression, filter, interlace] = content.subarray(8);
  checkSize(width, height);
  const channels = CHANNELS[colour];
  if (channels === undefined || DEPTHS[colour]?.includes(depth) !== true)
    throw new Undecodable(`states colours of type ${colour} with ${depth} bits, which PNG does not have`);
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1))
    throw new Undecodable('is compressed in a way that PNG does not have');
  return { width, height, depth, colour, channels, interlaced: interlace === 1 };
}

function passesOf({ width, height, interlaced }: Header): readonly Pass[] {
  if (!interlaced) return [{ columns: width, rows: height, xOf: (column) => column, yOf: (row) => row }];
  return ADAM7.map(([x, y, across, down]) => ({
    columns: Math.ceil((width - x) / across),
    rows: Math.ceil((height - y) / down),
    xOf: (column: number) => x + column * across,
    yOf: (row: number) => y + row * down,
  })).filter(({ columns, rows }) => columns > 0 && rows > 0);
}

/** @param expected bytes of all rows, with the byte of each one's filter */
function inflate(data: readonly Buffer[], expected: number): Buffer {
  let raw: Buffer;
  try {
    raw = inflateSync(Buffer.concat(data), {
      // One byte more than is wanted is an error, so an image that goes on is found to be wrong without its rest.
      maxOutputLength: expected,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    throw new Undecodable(
      error instanceof RangeError ? 'has more data than its size needs' : 'is compressed wrongly',
    );
  }
  if (raw.length < expected) endsEarly();
  return raw;
}

/** Undoes the filter of a row (PNG, 9.2), in its own bytes. @param step bytes of a pixel, at least one */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter === 0) return;
  if (filter > 4) throw new Undecodable(`has a filter ${filter}, which PNG does not have`);
  for (let at = 0; at < line.length; at++) {
    const left = at < step ? 0 : (line[at - step] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < step ? 0 : (above[at - step] ?? 0);
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
    line[at] = (line[at] ?? 0) + predicted;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Writes the pixel of a column of a row into the picture. */
type Paint = (line: Uint8Array, column: number, to: number) => void;

function painterOf(
  { depth, colour, channels }: Header,
  palette: Buffer | null,
  transparency: Buffer | null,
  rgba: Uint8Array,
): Paint {
  const sample = samplesOf(depth);
  const most = 2 ** depth - 1;
  const byteOf = (value: number): number => (depth === 16 ? value >> 8 : Math.round((value * 255) / most));
  const set = (to: number, red: number, green: number, blue: number, opacity: number): void => {
    rgba[to] = red;
    rgba[to + 1] = green;
    rgba[to + 2] = blue;
    rgba[to + 3] = opacity;
  };
  if (colour === 3) {
    if (palette === null) throw new Undecodable('has no palette');
    return (line, column, to) => {
      const index = sample(line, column);
      const at = index * 3;
      set(to, palette[at] ?? 0, palette[at + 1] ?? 0, palette[at + 2] ?? 0, transparency?.[index] ?? 255);
    };
  }
  const isGrey = colour === 0 || colour === 4;
  const hasOpacity = colour === 4 || colour === 6;
  const clear =
    hasOpacity || transparency === null || transparency.length < channels * 2
      ? null
      : Array.from({ length: channels }, (_, channel) => transparency.readUInt16BE(channel * 2));
  return (line, column, to) => {
    const first = column * channels;
    const red = sample(line, first);
    const green = isGrey ? red : sample(line, first + 1);
    const blue = isGrey ? red : sample(line, first + 2);
    const isClear =
      clear !== null && clear[0] === red && (isGrey || (clear[1] === green && clear[2] === blue));
    const opacity = hasOpacity ? byteOf(sample(line, first + channels - 1)) : isClear ? 0 : 255;
    set(to, byteOf(red), byteOf(green), byteOf(blue), opacity);
  };
}

/** Reads the sample at a position of a row. */
function samplesOf(depth: number): (line: Uint8Array, at: number) => number {
  if (depth === 8) return (line, at) => line[at] ?? 0;
  if (depth === 16) return (line, at) => ((line[at * 2] ?? 0) << 8) | (line[at * 2 + 1] ?? 0);
  const most = 2 ** depth - 1;
  return (line, at) => {
    const bit = at * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
}
