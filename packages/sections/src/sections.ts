// Named typed arrays in one piece of memory, which a file holds and threads share. The files are part of the
// package, and a test compares each with its source. readSections checks the format, its version and the
// length, so JSON within a block is not checked again.
import { readFileSync } from 'node:fs';

interface Kinds {
  readonly i32: Int32Array;
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
}

type Kind = keyof Kinds;

/** An array of numbers or bytes. */
export type Section = Kinds[Kind];

type View<K extends Kind> = new (memory: ArrayBufferLike, at: number, length: number) => Kinds[K];

const VIEWS: { readonly [K in Kind]: View<K> } = {
  i32: Int32Array,
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
};

/** Contents of a block. Offsets are in bytes from the block's start. */
interface Directory {
  readonly head: unknown;
  readonly sections: Readonly<
    Record<string, { readonly kind: Kind; readonly at: number; readonly length: number }>
  >;
}

/** `SGSECT` and the number of this format. */
const MAGIC = [0x53, 0x47, 0x53, 0x45, 0x43, 0x54, 0, 1] as const;
/**
 * Offset of the directory, which is JSON in UTF-8. Before it are the magic number and the lengths of the
 * directory and of the block.
 */
const DIRECTORY_AT = 16;
/** Alignment of sections in bytes. */
const ALIGNMENT = 8;

/** Packs sections into a block. @param head further data as JSON */
export function packSections(head: unknown, sections: Readonly<Record<string, Section>>): Uint8Array {
  const entries = Object.entries(sections);
  const layOut = (from: number): { readonly directory: Directory; readonly end: number } => {
    let end = from;
    const directoryEntries = entries.map(([name, section]) => {
      const at = aligned(end);
      end = at + section.byteLength;
      return [name, { kind: kindOf(section), at, length: section.length }] as const;
    });
    return { directory: { head, sections: Object.fromEntries(directoryEntries) }, end };
  };
  // The length of the directory moves all offsets, which may make it longer; the extra bytes allow for that.
  const start = DIRECTORY_AT + Buffer.byteLength(JSON.stringify(layOut(0).directory)) + entries.length * 8;
  const { directory, end } = layOut(start);
  const text = Buffer.from(JSON.stringify(directory));
  const block = new Uint8Array(aligned(end));
  block.set(MAGIC);
  const lengths = new DataView(block.buffer, MAGIC.length);
  lengths.setUint32(0, text.length, true);
  lengths.setUint32(4, block.length, true);
  block.set(text, DIRECTORY_AT);
  for (const [name, { buffer, byteOffset, byteLength }] of entries) {
    block.set(new Uint8Array(buffer, byteOffset, byteLength), directory.sections[name]?.at ?? 0);
  }
  return block;
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

function kindOf(section: Section): Kind {
  if (section instanceof Int32Array) return 'i32';
  if (section instanceof Uint8Array) return 'u8';
  return section instanceof Uint16Array ? 'u16' : 'u32';
}

/** Arrays of a block, as views of its memory. */
export interface Sections {
  readonly head: unknown;
  /** Gives a section. @throws Error if there is none of this name and kind */
  readonly get: <K extends Kind>(name: string, kind: K) => Kinds[K];
}

/**
 * Reads a block in place.
 *
 * @throws Error if `packSections` did not make it on a machine of the same byte order
 */
export function readSections(memory: ArrayBufferLike): Sections {
  const bytes = new Uint8Array(memory);
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) throw new Error('not a compiled set of this version');
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1)
    throw new Error('the compiled set is for processors that store the lowest byte first');
  const lengths = new DataView(memory, MAGIC.length);
  const length = lengths.getUint32(0, true);
  if (lengths.getUint32(4, true) !== memory.byteLength) throw new Error('the compiled set is truncated');
  const { head, sections } = JSON.parse(textOf(bytes, DIRECTORY_AT, DIRECTORY_AT + length)) as Directory;
  const get = <K extends Kind>(name: string, kind: K): Kinds[K] => {
    const section = sections[name];
    if (section?.kind !== kind) throw new Error(`the compiled set has no section ${name} of kind ${kind}`);
    return new VIEWS[kind](memory, section.at, section.length);
  };
  return { head, get };
}

/** Texts by number; each is decoded on demand. */
export type TextTable = (index: number) => string;

/** Packs texts, one after the other, with the offset of each. */
export function packTexts(name: string, texts: readonly string[]): Readonly<Record<string, Section>> {
  const encoded = texts.map((text) => Buffer.from(text));
  const starts = new Uint32Array(texts.length + 1);
  for (const [index, { length }] of encoded.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  return { [`${name}.starts`]: starts, [`${name}.bytes`]: new Uint8Array(Buffer.concat(encoded)) };
}

/** Number of the texts of a table. */
export function countTexts(sections: Sections, name: string): number {
  return sections.get(`${name}.starts`, 'u32').length - 1;
}

export function readTexts(sections: Sections, name: string): TextTable {
  const starts = sections.get(`${name}.starts`, 'u32');
  const bytes = sections.get(`${name}.bytes`, 'u8');
  return (index) => textOf(bytes, starts[index] ?? 0, starts[index + 1] ?? 0);
}

function textOf({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString('utf8');
}

/** Lists of numbers by number. */
export interface Lists {
  /** Index of the first item of each list in `items`, and the end of the last list. */
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

export function packLists(
  name: string,
  lists: readonly (readonly number[])[],
): Readonly<Record<string, Section>> {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, { length }] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  return { [`${name}.starts`]: starts, [`${name}.items`]: Uint32Array.from(lists.flat()) };
}

export function readLists(sections: Sections, name: string): Lists {
  return { starts: sections.get(`${name}.starts`, 'u32'), items: sections.get(`${name}.items`, 'u32') };
}

/**
 * Reads a file into memory that threads can share; once per process is enough.
 *
 * @throws Error if the file can't be read
 */
export function readShared(path: URL): SharedArrayBuffer {
  const file = readFileSync(path);
  const memory = new SharedArrayBuffer(file.length);
  new Uint8Array(memory).set(file);
  return memory;
}
