import { decodeHTML, decodeHTMLAttribute } from 'entities';

/** Characters of raw text that are looked at for one short value; far more than a title needs after folding. */
const MAX_RAW_CHARACTERS = 100_000;
const MAX_CODE_POINTS = 1_000;

/** A text with character references decoded as in element content. */
export function decodeText(raw: string): string {
  return raw.includes('&') ? decodeHTML(raw) : raw;
}

/** A text with character references decoded as in an attribute value, where `&copy=1` stays as it is. */
export function decodeAttribute(raw: string): string {
  return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
}

export function foldWhiteSpace(text: string): string {
  // Single blanks, nearly all white space there is, are left alone.
  return text.trim().replace(/ \s+|[^\S ]\s*/g, ' ');
}

/** A short value: white space folded, at most 1,000 code points; null if nothing is left. */
export function foldedValue(text: string): string | null {
  const folded = foldWhiteSpace(text.slice(0, MAX_RAW_CHARACTERS));
  const cut = folded.length <= MAX_CODE_POINTS ? folded : firstCodePoints(folded, MAX_CODE_POINTS);
  return cut === '' ? null : copied(cut);
}

function firstCodePoints(text: string, count: number): string {
  return Array.from(text.slice(0, count * 2))
    .slice(0, count)
    .join('')
    .trimEnd()
    .toWellFormed();
}

/**
 * The same text in memory of its own. A slice of a string keeps the whole string alive, so one short title would hold
 * a page of megabytes for as long as the title lives.
 */
export function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

const MAX_KEYWORDS = 100;

/** Keywords of all `meta name=keywords`, split at commas of three scripts; unique regardless of case, first spelling kept. */
export function metaKeywords(contents: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const content of contents) {
    for (const part of content.slice(0, 100_000).split(/[,，、]/)) {
      if (bySpelling.size === MAX_KEYWORDS) return [...bySpelling.values()];
      const keyword = foldedValue(part);
      if (keyword === null) continue;
      const key = keyword.toLowerCase();
      if (!bySpelling.has(key)) bySpelling.set(key, keyword);
    }
  }
  return [...bySpelling.values()];
}

/** 1 MiB of characters; real pages have far less of anything that is joined. */
const MAX_CHARACTERS = 1_024 * 1_024;

/** Puts texts together in one, with a separator between them. */
interface JoinedText {
  /** An empty text adds nothing. */
  add(text: string): void;
  /** At most 1 MiB of characters. */
  text(): string;
}

export function joinText(separator: string): JoinedText {
  const parts: string[] = [];
  let length = 0;
  return {
    add: (text) => {
      if (text === '' || length >= MAX_CHARACTERS) return;
      parts.push(text);
      length += text.length + separator.length;
    },
    // At once: a text that grows is a tree of its parts, which its first reader has to walk.
    text: () => parts.join(separator).slice(0, MAX_CHARACTERS),
  };
}

/** A run of text this long is prose rather than a menu entry or a button. */
const PROSE_CHARACTERS = 40;
/** Enough for a dozen looks at the text. */
const MAX_SAMPLE = 6_000;
const MAX_REST = 2_000;
/** With less prose than this the short runs are taken in as well. */
const ENOUGH_PROSE = 400;

/** Keeps a bounded sample of a page's visible text: prose first, since menus are full of names and loan words. */
interface TextSample {
  add(run: string): void;
  /** At most 6,000 characters, white space folded. */
  text(): string;
}

export function sampleText(): TextSample {
  let prose = '';
  let rest = '';
  return {
    add: (run) => {
      if (prose.length >= MAX_SAMPLE) return;
      const folded = foldWhiteSpace(run.slice(0, MAX_SAMPLE));
      if (weight(folded) >= PROSE_CHARACTERS) prose += `${folded} `;
      else if (rest.length < MAX_REST && folded !== '') rest += `${folded} `;
    },
    text: () => (prose.length >= ENOUGH_PROSE ? prose : prose + rest).slice(0, MAX_SAMPLE).toWellFormed(),
  };
}

/** Characters, those of scripts that write a syllable or word with one counted thrice. */
function weight(text: string): number {
  return text.length >= PROSE_CHARACTERS || !/[\u3040-\u9fff\uac00-\ud7af]/.test(text)
    ? text.length
    : text.length * 3;
}
