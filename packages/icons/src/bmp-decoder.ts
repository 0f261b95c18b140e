// Decodes Windows bitmaps, as files of their own and within .ico, where a mask of transparent pixels follows the colours.
import { checkSize, endsEarly, Undecodable, type Picture } from './picture.ts';

const FILE_HEADER_BYTES = 14;
const CORE_HEADER_BYTES = 12;
const INFO_HEADER_BYTES = 40;

/** Kinds of compression: none, and none with masks of the colours. */
const PLAIN = 0;
const MASKED: ReadonlySet<number> = new Set([3, 6]);

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly fromTop: boolean;
  readonly depth: number;
  readonly palette: Palette | null;
  /** Masks of red, green, blue and opacity, where pixels have 16 or 32 bits. */
  readonly masks: readonly [red: number, green: number, blue: number, opacity: number];
  /** Position of the colours of the pixels. */
  readonly pixelsAt: number;
}

interface Palette {
  readonly at: number;
  readonly colours: number;
  readonly bytes: 3 | 4;
}

/** A file of its own. @throws Undecodable */
export function decodeBmp(bytes: Uint8Array): Picture {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < FILE_HEADER_BYTES + CORE_HEADER_BYTES) endsEarly();
  const layout = layoutOf(data, FILE_HEADER_BYTES, 1);
  const pixelsAt = data.readUInt32LE(10);
  return pictureOf(data, { ...layout, pixelsAt: pixelsAt || layout.pixelsAt }, false);
}

/** An image of an .ico: without the header of files, and twice as high as it is shown. @throws Undecodable */
export function decodeIconBmp(data: Buffer): Picture {
  return pictureOf(data, layoutOf(data, 0, 2), true);
}

/** @param at where the header begins @param heights by how much the stated height exceeds that of the picture */
function layoutOf(data: Buffer, at: number, heights: 1 | 2): Layout {
  if (data.length < at + CORE_HEADER_BYTES) endsEarly();
  const size = data.readUInt32LE(at);
  const isCore = size === CORE_HEADER_BYTES;
  if (!isCore && size < INFO_HEADER_BYTES)
    throw new Undecodable(`has a header of ${size} bytes, which BMP does not have`);
  if (data.length < at + size) endsEarly();
  const width = isCore ? data.readUInt16LE(at + 4) : data.readInt32LE(at + 4);
  const stated = isCore ? data.readUInt16LE(at + 6) : data.readInt32LE(at + 8);
  const height = Math.floor(Math.abs(stated) / heights);
  if (width < 0) throw new Undecodable('has no pixels');
  checkSize(width, height);
  const depth = data.readUInt16LE(at + (isCore ? 10 : 14));
  const compression = isCore ? PLAIN : data.readUInt32LE(at + 16);
  const isMasked = MASKED.has(compression);
  if (![1, 4, 8, 16, 24, 32].includes(depth))
    throw new Undecodable(`states ${depth} bits a pixel, which BMP does not have`);
  if (compression !== PLAIN && !(isMasked && (depth === 16 || depth === 32)))
    throw new Undecodable('is compressed in a way that is not read');
  const stateColours = isCore ? 0 : data.readUInt32LE(at + 32);
  const colours = depth > 8 ? 0 : Math.min(stateColours || 2 ** depth, 2 ** depth);
  const bytes = isCore ? 3 : 4;
  // With a header of 40 bytes the masks come after it.
  const maskBytes = isMasked && size === INFO_HEADER_BYTES ? (compression === 6 ? 16 : 12) : 0;
  const paletteAt = at + size + maskBytes;
  if (data.length < paletteAt + colours * bytes) endsEarly();
  return {
    width,
    height,
    fromTop: stated < 0,
    depth,
    palette: depth > 8 ? null : { at: paletteAt, colours, bytes },
    masks: isMasked
      ? masksAt(data, at + INFO_HEADER_BYTES, maskBytes !== 12 && size !== 52)
      : usualMasks(depth),
    pixelsAt: paletteAt + colours * bytes,
  };
}

function masksAt(data: Buffer, at: number, withOpacity: boolean): Layout['masks'] {
  if (data.length < at + (withOpacity ? 16 : 12)) endsEarly();
  const mask = (index: number): number => data.readUInt32LE(at + index * 4);
  return [mask(0), mask(1), mask(2), withOpacity ? mask(3) : 0];
}

function usualMasks(depth: number): Layout['masks'] {
  return depth === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0xff000000];
}

function pictureOf(data: Buffer, layout: Layout, isIcon: boolean): Picture {
  const { width, height, fromTop, depth, pixelsAt } = layout;
  const stride = Math.ceil((width * depth) / 32) * 4;
  if (data.length < pixelsAt + stride * (height - 1) + Math.ceil((width * depth) / 8)) endsEarly();
  const rgba = new Uint8Array(width * height * 4);
  const paint = painterOf(data, layout, rgba);
  const rowOf = (y: number): number => (fromTop ? y : height - 1 - y);
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + rowOf(y) * stride;
    for (let x = 0; x < width; x++) paint(row, x, (y * width + x) * 4);
  }
  if (hasOpacity(rgba, layout)) return { width, height, rgba };
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
  // Cut short, the mask hides nothing.
  const maskStride = Math.ceil(width / 32) * 4;
  const maskAt = pixelsAt + stride * height;
  if (!isIcon || data.length < maskAt + maskStride * height) return { width, height, rgba };
  for (let y = 0; y < height; y++) {
    const row = maskAt + rowOf(y) * maskStride;
    for (let x = 0; x < width; x++) {
      if ((((data[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1) rgba[(y * width + x) * 4 + 3] = 0;
    }
  }
  return { width, height, rgba };
}

/** Tells whether the fourth byte of pixels is their opacity: many programs leave it 0 everywhere. */
function hasOpacity(rgba: Uint8Array, { depth, masks }: Layout): boolean {
  if ((depth !== 32 && depth !== 16) || masks[3] === 0) return false;
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return true;
  return false;
}

/** Writes the pixel of a row that begins at a position into the picture. */
type Paint = (row: number, x: number, to: number) => void;

function painterOf(data: Buffer, { depth, palette, masks }: Layout, rgba: Uint8Array): Paint {
  /** Writes blue, green and red, as bitmaps have them. */
  const copy = (from: number, to: number): void => {
    for (let part = 0; part < 3; part++) rgba[to + part] = data[from + 2 - part] ?? 0;
  };
  if (palette !== null) {
    const most = 2 ** depth - 1;
    return (row, x, to) => {
      const bit = x * depth;
      const index = ((data[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most;
      if (index < palette.colours) copy(palette.at + index * palette.bytes, to);
    };
  }
  if (depth === 24) return (row, x, to) => copy(row + x * 3, to);
  const channels = masks.map(channelReader);
  return (row, x, to) => {
    const value = depth === 16 ? data.readUInt16LE(row + x * 2) : data.readUInt32LE(row + x * 4);
    for (let part = 0; part < 4; part++) rgba[to + part] = channels[part]?.(value) ?? 0;
  };
}

/** Reads the bits of a mask as a byte. */
function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => Math.floor((((value & mask) >>> shift) * 255) / most);
}
