// The text of a page as it is stored: a line for each block, whose first letter is its kind.
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

/** Characters of blocks that are stored: all that snippets and completions look at. */
const MAX_STORED = 30_000;

/** @returns lines for `readLines` */
export function linesOf({ blocks, videos }: PageText, linkTexts: readonly string[]): string {
  let left = MAX_STORED;
  const stored = blocks.filter(({ text, isWithheld }) => {
    if (isWithheld) return false;
    left -= text.length;
    return left + text.length > 0;
  });
  return [
    ...videos.map((video) => VIDEO + JSON.stringify(video)),
    ...linkTexts.map((text) => LINK + oneLine(text)),
    ...stored.map(({ kind, text }) => LETTERS[kind] + oneLine(text.slice(0, MAX_STORED).toWellFormed())),
  ].join('\n');
}

export function readLines(lines: string): StoredText {
  const blocks: StoredBlock[] = [];
  const linkTexts: string[] = [];
  const videos: PageVideo[] = [];
  if (lines === '') return { blocks, linkTexts, videos };
  for (const line of lines.split('\n')) {
    const letter = line.charAt(0);
    const text = line.slice(1);
    const kind = KINDS.get(letter);
    if (kind !== undefined) blocks.push({ kind, text });
    else if (letter === LINK) linkTexts.push(text);
    else videos.push(JSON.parse(text) as PageVideo);
  }
  return { blocks, linkTexts, videos };
}

function oneLine(text: string): string {
  return text.includes('\n') ? text.replaceAll('\n', ' ') : text;
}
