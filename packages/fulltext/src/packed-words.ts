// What is made of a page alone, in one piece of memory that threads share: the words of its fields, its text as it is stored, its links.
import type { WordField } from './page-words.ts';

/** Parts, in the order in which they are packed, each in UTF-8. */
const PARTS = [
  'title',
  'description',
  'headings',
  'text',
  'videos',
  'address',
  'forms',
  'lines',
  'links',
] as const satisfies readonly (Exclude<WordField, 'links'> | 'forms' | 'lines' | 'links')[];
type Part = (typeof PARTS)[number];

/** Numbers, in the order in which they are packed. */
const NUMBERS = ['digest', 'words', 'mostFrequent'] as const;

/** Words, text and links of a page, as they follow from it alone. */
export interface PackedWords extends Readonly<Record<Part, Uint8Array>> {
  /** See `PageHead`. */
  readonly digest: number;
  /** Number of words of all fields, and of the most frequent one. */
  readonly words: number;
  readonly mostFrequent: number;
}

const HEADER_BYTES = 4 * (PARTS.length + NUMBERS.length);

export function packWords(words: PackedWords): Uint8Array {
  const header = new Uint32Array([
    ...PARTS.map((part) => words[part].length),
    ...NUMBERS.map((number) => words[number]),
  ]);
  const bytes = PARTS.reduce((sum, part) => sum + words[part].length, HEADER_BYTES);
  const packed = new Uint8Array(new SharedArrayBuffer(bytes));
  packed.set(new Uint8Array(header.buffer));
  let at = HEADER_BYTES;
  for (const part of PARTS) {
    packed.set(words[part], at);
    at += words[part].length;
  }
  return packed;
}

/** @param packed as `packWords` gives it @returns parts of its memory */
export function unpackWords(packed: Uint8Array): PackedWords {
  const header = new Uint32Array(packed.slice(0, HEADER_BYTES).buffer);
  let at = HEADER_BYTES;
  const next = (part: Part): Uint8Array => {
    const start = at;
    at += header[PARTS.indexOf(part)] ?? 0;
    return packed.subarray(start, at);
  };
  const number = (name: (typeof NUMBERS)[number]): number =>
    header[PARTS.length + NUMBERS.indexOf(name)] ?? 0;
  return {
    title: next('title'),
    description: next('description'),
    headings: next('headings'),
    text: next('text'),
    videos: next('videos'),
    address: next('address'),
    forms: next('forms'),
    lines: next('lines'),
    links: next('links'),
    digest: number('digest'),
    words: number('words'),
    mostFrequent: number('mostFrequent'),
  };
}
