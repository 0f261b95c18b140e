// The text of a page as it is stored: a line for each block, whose first letter is its kind.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { BlockKind, PageText, PageVideo, TextBlock } from '@sitegrep/html';

const LETTERS = {
  heading: 'h',
  item: 'i',
  term: 't',
  definition: 'd',
  paragraph: 'p',
  text: 'x',
} as const satisfies Record<BlockKind, string>;
const KINDS = new Map<string, BlockKind>(
  Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as BlockKind]),
);
const LINK = 'l';
const VIDEO = 'v';

/** A block that may be shown. */
type StoredBlock = Omit<TextBlock, 'isWithheld'>;

/** The texts of a page, without its addresses. */
export interface StoredText {
  readonly blocks: readonly StoredBlock[];
  /** Texts of links of the same site that lead to the page. */
  readonly linkTexts: readonly string[];
  readonly videos: readonly PageVideo[];
}

/** Minimum output buffer of compression, in bytes. Most texts fit into half their size, so the output is one piece. */
const MIN_CHUNK_BYTES = 1_024;

/** Characters of blocks that are stored: all that snippets and completions look at. */
const MAX_STORED = 30_000;

/** The lines of a page that follow from it alone, compressed. */
export function packLines({ blocks, videos }: PageText): Uint8Array {
  const lines = videos.map((video) => VIDEO + JSON.stringify(video));
  let left = MAX_STORED;
  for (const { kind, text, isWithheld } of blocks) {
    if (isWithheld) continue;
    if (left <= 0) break;
    left -= text.length;
    lines.push(LETTERS[kind] + (text.length > MAX_STORED ? text.slice(0, MAX_STORED).toWellFormed() : text));
  }
  return packed(lines);
}

/** Adds the texts of links of the same site that lead to the page. */
export function withLinkTexts(lines: Uint8Array, linkTexts: readonly string[]): Uint8Array {
  if (linkTexts.length === 0) return lines;
  return Buffer.concat([lines, packed(linkTexts.map((text) => LINK + text))]);
}

/** Compressed pieces may follow each other, so each of their lines has an end. */
function packed(lines: readonly string[]): Uint8Array {
  const text = Buffer.from(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
  return zstdCompressSync(text, { chunkSize: Math.max(MIN_CHUNK_BYTES, text.length >>> 1) });
}

/** @returns lines for `readLines` */
export function unpackLines(lines: Uint8Array): string {
  return zstdDecompressSync(lines).toString();
}

export function readLines(lines: string): StoredText {
  const blocks: StoredBlock[] = [];
  const linkTexts: string[] = [];
  const videos: PageVideo[] = [];
  for (const line of lines.split('\n').slice(0, -1)) {
    const letter = line.charAt(0);
    const text = line.slice(1);
    const kind = KINDS.get(letter);
    if (kind !== undefined) blocks.push({ kind, text });
    else if (letter === LINK) linkTexts.push(text);
    else videos.push(JSON.parse(text) as PageVideo);
  }
  return { blocks, linkTexts, videos };
}
