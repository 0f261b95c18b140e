// Decodes the first image of a GIF (GIF89a): of an animation the icon that shows before it moves.
import { checkSize, endsEarly, Undecodable, type Picture } from './picture.ts';

const SCREEN_BYTES = 13;
const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;
/** Maximum bits of a code. */
const MAX_CODE_BITS = 12;
const MAX_CODES = 2 ** MAX_CODE_BITS;
/** Rows of an interlaced image: where each pass begins, and its step. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

/** @throws Undecodable */
export function decodeGif(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < SCREEN_BYTES) endsEarly();
  const width = file.readUInt16LE(6);
  const height = file.readUInt16LE(8);
  checkSize(width, height);
  const globalColours = coloursOf(file[10] ?? 0);
  let at = SCREEN_BYTES + globalColours * 3;
  /** Index of the colour that is not painted; null if all are. */
  let clear: number | null = null;
  while (file[at] === EXTENSION) {
    const isControl = file[at + 1] === GRAPHIC_CONTROL && file[at + 2] === 4;
    if (isControl) clear = ((file[at + 3] ?? 0) & 1) === 1 ? (file[at + 6] ?? null) : null;
    at = afterBlocks(file, at + 2);
  }
  if (file[at] !== IMAGE) throw new Undecodable('has no image');
  if (file.length < at + 11) endsEarly();
  const image = {
    left: file.readUInt16LE(at + 1),
    top: file.readUInt16LE(at + 3),
    width: file.readUInt16LE(at + 5),
    height: file.readUInt16LE(at + 7),
  };
  checkSize(image.width, image.height);
  const flags = file[at + 9] ?? 0;
  const localColours = coloursOf(flags);
  const coloursAt = localColours > 0 ? at + 10 : SCREEN_BYTES;
  const codesAt = at + 10 + localColours * 3;
  const indices = decompress(file, codesAt, image.width * image.height);
  if (indices.length === 0) endsEarly();
  const rgba = new Uint8Array(width * height * 4);
  const rows = (flags & 0x40) === 0 ? null : interlacedRows(image.height);
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const index = indices[pixel] ?? 0;
    const row = Math.floor(pixel / image.width);
    const x = image.left + (pixel % image.width);
    const y = image.top + (rows?.[row] ?? row);
    if (x >= width || y >= height || index === clear) continue;
    const to = (y * width + x) * 4;
    for (let part = 0; part < 3; part++) rgba[to + part] = file[coloursAt + index * 3 + part] ?? 0;
    rgba[to + 3] = 255;
  }
  return { width, height, rgba };
}

/** Colours of the table that follows flags. */
function coloursOf(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 2 ** ((flags & 7) + 1);
}

/** The position after blocks of data, the last of which is empty. */
function afterBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = file[at]; length !== 0; length = file[at]) {
    if (length === undefined) endsEarly();
    at += 1 + length;
  }
  return at + 1;
}

function interlacedRows(height: number): readonly number[] {
  return PASSES.flatMap(([first, step]) =>
    Array.from({ length: Math.max(0, Math.ceil((height - first) / step)) }, (_, row) => first + row * step),
  );
}

/** Undoes the compression (LZW with codes of growing length). @returns indices of colours, as many as there are, `pixels` at most */
function decompress(file: Buffer, start: number, pixels: number): Uint8Array {
  const rootBits = file[start] ?? endsEarly();
  if (rootBits < 1 || rootBits > 8)
    throw new Undecodable(`has codes of ${rootBits} bits, which GIF does not have`);
  const reset = 2 ** rootBits;
  const end = reset + 1;
  // Each code stands for the text of another one and a colour. Lengths let texts be written from their ends.
  const prefixes = new Uint16Array(MAX_CODES);
  const suffixes = new Uint8Array(MAX_CODES);
  const lengths = new Uint16Array(MAX_CODES);
  for (let code = 0; code < reset; code++) {
    suffixes[code] = code;
    lengths[code] = 1;
  }
  const indices = new Uint8Array(pixels);
  let written = 0;
  let known = end + 1;
  let bits = rootBits + 1;
  let before: number | null = null;
  for (const code of codesOf(file, start + 1, () => bits)) {
    if (code === end || written === pixels) break;
    if (code === reset) {
      known = end + 1;
      bits = rootBits + 1;
      before = null;
      continue;
    }
    // The one code that may come before it is known is the text before with its own first colour again.
    const isNext = code === known && before !== null;
    if (code > known || (code === known && !isNext)) throw new Undecodable('is compressed wrongly');
    const text = isNext && before !== null ? before : code;
    const length = lengths[text] ?? 0;
    let first = text;
    for (let left = length; left > 0; left--) {
      const to = written + left - 1;
      if (to < pixels) indices[to] = suffixes[first] ?? 0;
      if (left > 1) first = prefixes[first] ?? 0;
    }
    written = Math.min(written + length, pixels);
    if (isNext && written < pixels) indices[written++] = suffixes[first] ?? 0;
    if (before !== null && known < MAX_CODES) {
      prefixes[known] = before;
      suffixes[known] = suffixes[first] ?? 0;
      lengths[known] = (lengths[before] ?? 0) + 1;
      known++;
      if (known === 2 ** bits && bits < MAX_CODE_BITS) bits++;
    }
    before = code;
  }
  return indices.subarray(0, written);
}

/** The codes in blocks of data, as far as they go. @param bits of the next code */
function* codesOf(file: Buffer, start: number, bits: () => number): Generator<number> {
  let at = start;
  let left = 0;
  let value = 0;
  let have = 0;
  while (true) {
    const wanted = bits();
    while (have < wanted) {
      if (left === 0) {
        left = file[at++] ?? endsEarly();
        if (left === 0) return;
      }
      value |= (file[at++] ?? endsEarly()) << have;
      have += 8;
      left--;
    }
    yield value & (2 ** wanted - 1);
    value >>>= wanted;
    have -= wanted;
  }
}
