// A base page with what its site has at a moment. Only ASCII is put into it, between bytes that stay as they are, so its encoding
// may be any that extends ASCII.
import { keyedRandom } from './keyed-random.ts';

/** A page that visits are made from. */
export interface BasePage {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Bytes in an encoding that extends ASCII. */
  readonly body: Uint8Array;
}

/** A base page with the positions at which something is put in. */
export interface PreparedPage extends BasePage {
  /** Range of the text of its title; null if it has none. */
  readonly title: readonly [from: number, to: number] | null;
  /** Positions of the ends of its head and of its body. */
  readonly headEnd: number;
  readonly bodyEnd: number;
}

export interface PageParts {
  /** Null: the title of the base page. */
  readonly title: string | null;
  readonly head: string;
  readonly body: string;
}

export function preparedPage(page: BasePage): PreparedPage {
  const { body } = page;
  // Each byte is one character, so positions are those of bytes.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const title = /<title(?:\s[^>]*)?>([^<]*)<\/title/di.exec(text)?.indices?.[1] ?? null;
  const head = text.search(/<\/head\s*>/i);
  const ends = [...text.matchAll(/<\/body\s*>/gi)];
  const bodyEnd = Math.max(head, ends.at(-1)?.index ?? text.length);
  return { ...page, title, headEnd: head === -1 ? bodyEnd : head, bodyEnd };
}

/** Bytes of a page with its parts; a title is replaced only where there is one before the end of the head. */
export function withParts(page: PreparedPage, { title, head, body }: PageParts): Buffer {
  const { body: base, headEnd, bodyEnd } = page;
  const pieces: Uint8Array[] = [];
  let from = 0;
  if (title !== null && hasOwnTitle(page)) {
    const [start, end] = page.title ?? [0, 0];
    pieces.push(base.subarray(0, start), Buffer.from(title));
    from = end;
  }
  pieces.push(base.subarray(from, headEnd), Buffer.from(head));
  pieces.push(base.subarray(headEnd, bodyEnd), Buffer.from(body), base.subarray(bodyEnd));
  return Buffer.concat(pieces);
}

export function hasOwnTitle({ title, headEnd }: PreparedPage): boolean {
  return title !== null && title[1] <= headEnd;
}

/** Words of edited texts. */
const WORDS: readonly string[] = madeWords();
/** Texts that a page shows, the newest first. */
const SHOWN_TEXTS = 2;
const MIN_TEXT = 60;
const MAX_TEXT = 8_000;

function madeWords(): readonly string[] {
  const random = keyedRandom('words');
  const syllables =
    'ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no sa se so ta te ti to'.split(' ');
  return Array.from({ length: 4_096 }, () =>
    Array.from({ length: 1 + random.below(4) }, () => random.one(syllables)).join(''),
  );
}

/**
 * The texts of a page that was edited some times. An edit puts a text before the others and takes the last one away.
 *
 * @param key of the page
 * @param characters that an edit changes
 */
export function editedTexts(key: readonly (string | number)[], edits: number, characters: number): string {
  const length = Math.max(MIN_TEXT, Math.min(MAX_TEXT, Math.round(characters)));
  let html = '<section class="made-texts">\n';
  for (let number = edits; number > edits - SHOWN_TEXTS; number--) {
    const random = keyedRandom(...key, number);
    let text = '';
    while (text.length < length) text += `${random.one(WORDS)} `;
    html += `<p>${text.trimEnd()}.</p>\n`;
  }
  return `${html}</section>\n`;
}
