// Writes pictures as PNG: with a palette if they have few colours, else with all of them.
import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from './picture.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MAX_COLOURS = 256;

interface Encoded {
  /** Colour type of PNG. */
  readonly colour: 3 | 6;
  readonly chunks: readonly Buffer[];
  /** Bytes of a pixel. */
  readonly step: number;
  readonly pixels: Uint8Array;
}

export function encodePng(picture: Picture): Buffer {
  const { width, height, rgba } = picture;
  const { colour, chunks, step, pixels } = withPalette(rgba) ?? {
    colour: 6,
    chunks: [],
    step: 4,
    pixels: rgba,
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour], 8);
  const variants = [rows(pixels, width * step), subtractedRows(pixels, width * step, step)].map((data) =>
    deflateSync(data, { level: 9 }),
  );
  const [data] = variants.toSorted((a, b) => a.length - b.length);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', data ?? Buffer.alloc(0)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A picture by the indices of its colours; null if it has too many. */
function withPalette(rgba: Uint8Array): Encoded | null {
  const view = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const indices = new Map<number, number>();
  const pixels = new Uint8Array(rgba.length / 4);
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    const colour = view.getUint32(pixel * 4);
    const index = indices.get(colour) ?? indices.size;
    if (index === MAX_COLOURS) return null;
    indices.set(colour, index);
    pixels[pixel] = index;
  }
  const colours = [...indices.keys()];
  const palette = Buffer.from(
    colours.flatMap((colour) => [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255]),
  );
  const opacities = Buffer.from(colours.map((colour) => colour & 255));
  const chunks = [chunk('PLTE', palette)];
  if (opacities.some((opacity) => opacity < 255)) chunks.push(chunk('tRNS', opacities));
  return { colour: 3, chunks, step: 1, pixels };
}

/** Rows without a filter. */
function rows(pixels: Uint8Array, length: number): Buffer {
  return filteredRows(pixels, length, 0, (at) => pixels[at] ?? 0);
}

/** Rows as differences from the pixel to the left. */
function subtractedRows(pixels: Uint8Array, length: number, step: number): Buffer {
  return filteredRows(pixels, length, 1, (at) => {
    const isFirst = at % length < step;
    return (pixels[at] ?? 0) - (isFirst ? 0 : (pixels[at - step] ?? 0));
  });
}

function filteredRows(
  pixels: Uint8Array,
  length: number,
  filter: number,
  byteAt: (at: number) => number,
): Buffer {
  const data = Buffer.alloc(pixels.length + pixels.length / length);
  let to = 0;
  for (let at = 0; at < pixels.length; at++) {
    if (at % length === 0) data[to++] = filter;
    data[to++] = byteAt(at);
  }
  return data;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(content.length, 0);
  bytes.set(body, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}
