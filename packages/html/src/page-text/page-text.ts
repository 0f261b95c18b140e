// Reads what a page says to people: its headings and visible text in blocks, the texts of its links, and its videos.
import { elementTable } from '../parser/elements.ts';
import { NameTable } from '../parser/name-table.ts';
import { type HtmlVisitor, visitHtml } from '../parser/parser.ts';
import { decodeAttribute, decodeText, foldWhiteSpace } from '../text.ts';
import { INLINE, isBlank, UNSEEN } from '../visible-text.ts';
import { type PageVideo, VideoCollector } from './videos.ts';

/**
 * Kinds of blocks: a heading (`h1` to `h6`), an item of a list, a term that is defined (`dt`), a definition (`dd`), a paragraph
 * (`p`), and any other text.
 */
export type BlockKind = 'heading' | 'item' | 'term' | 'definition' | 'paragraph' | 'text';

/** A run of visible text that no block element interrupts; white space folded, not empty. */
export interface TextBlock {
  readonly kind: BlockKind;
  readonly text: string;
  /** Whether the page wants it in no snippet (`data-nosnippet`). */
  readonly isWithheld: boolean;
}

/** A link with a text. */
export interface TextLink {
  /** Its address as written. */
  readonly href: string;
  /** White space folded, not empty, at most 100 characters. */
  readonly text: string;
  /** Whether `rel` has nofollow, ugc or sponsored. */
  readonly isUnfollowed: boolean;
}

export interface PageText {
  /** Blocks in document order; at most 1 MiB of characters. */
  readonly blocks: readonly TextBlock[];
  /** Links in document order, at most 2,000. */
  readonly links: readonly TextLink[];
  /** Value of `<base href>`; null if there is none. */
  readonly baseHref: string | null;
  /** Videos, at most 50. */
  readonly videos: readonly PageVideo[];
}

/** Maximum characters of all blocks. */
const MAX_CHARACTERS = 1_024 * 1_024;
const MAX_BLOCKS = 50_000;
const MAX_LINKS = 2_000;
const MAX_LINK_TEXT = 100;
/** Maximum raw characters of one block; longer ones are split. */
const MAX_RUN = 65_536;

/** Attributes that are read. A table of names for a `PageTextReader` begins with them. */
export const PAGE_TEXT_ATTRIBUTES = [
  'href',
  'rel',
  'hidden',
  'style',
  'shadowrootmode',
  'name',
  'property',
  'content',
  'type',
  'src',
  'data-nosnippet',
] as const;
type Attribute = (typeof PAGE_TEXT_ATTRIBUTES)[number];
const NUMBERS = Object.fromEntries(PAGE_TEXT_ATTRIBUTES.map((name, number) => [name, number])) as Readonly<
  Record<Attribute, number>
>;
const ATTRIBUTES = new NameTable(PAGE_TEXT_ATTRIBUTES);

const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const UNFOLLOWED = /(?:^|\s)(?:nofollow|ugc|sponsored)(?=\s|$)/i;
/** Elements that give their blocks a kind. */
const ELEMENTS_OF_KINDS: Readonly<Record<BlockKind, readonly string[]>> = {
  text: [],
  heading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  item: ['li'],
  term: ['dt'],
  definition: ['dd'],
  paragraph: ['p'],
};
const KINDS = Object.keys(ELEMENTS_OF_KINDS) as readonly BlockKind[];
/** Elements whose attributes are read, besides those that may hide. */
const READ = ['a', 'base', 'meta', 'script', 'iframe', 'template'];

const IS_INLINE = 1;
const IS_UNSEEN = 2;
const IS_READ = 4;
/** Bits above these are the number of the element's kind in KINDS. */
const KIND_SHIFT = 3;
const TRAITS = elementTable([
  [IS_INLINE, INLINE],
  [IS_UNSEEN, UNSEEN],
  [IS_READ, READ],
  ...KINDS.map((kind, number) => [number << KIND_SHIFT, ELEMENTS_OF_KINDS[kind]] as const),
]);

/** Reads a decoded page. Work is linear in its length, whatever it contains. */
export function readPageText(source: string): PageText {
  const reader = new PageTextReader(source);
  visitHtml(source, reader, ATTRIBUTES);
  return reader.result();
}

/** Collects what a page says to people. */
export class PageTextReader implements HtmlVisitor {
  readonly #source: string;
  readonly #blocks: TextBlock[] = [];
  readonly #links: TextLink[] = [];
  readonly #videos = new VideoCollector();
  #baseHref: string | null = null;
  #characters = 0;
  #run = '';
  #depth = 0;
  /** Depth at which the outermost unseen element was opened; 0 if none is open. */
  #unseenFrom = 0;
  /** Depth at which the outermost element was opened whose text is withheld from snippets; 0 if none is open. */
  #withheldFrom = 0;
  /** Open elements that give blocks a kind, the innermost last, with their depths. */
  readonly #kinds: { readonly kind: BlockKind; readonly depth: number }[] = [];
  /** Depth of the last of `#kinds`; 0 if there is none. */
  #kindDepth = 0;
  /** Element opened last. */
  #element = '';
  #isRead = false;
  #holds = false;
  /** Start offsets of the attributes of the element opened last, by number; -1 for an absent one. */
  readonly #starts = new Int32Array(PAGE_TEXT_ATTRIBUTES.length).fill(-1);
  readonly #ends = new Int32Array(PAGE_TEXT_ATTRIBUTES.length);
  #link: { readonly href: string; readonly isUnfollowed: boolean; text: string } | null = null;
  #isJsonLd = false;

  constructor(source: string) {
    this.#source = source;
  }

  open(name: string, holds: boolean, element: number): void {
    const traits = TRAITS[element] ?? 0;
    if ((traits & IS_INLINE) === 0) this.#endRun();
    this.#element = name;
    this.#isRead = (traits & IS_READ) !== 0;
    this.#holds = holds;
    if (!holds) return;
    this.#depth += 1;
    if (this.#unseenFrom > 0) return;
    const kind = traits >> KIND_SHIFT;
    if (kind !== 0) {
      this.#kinds.push({ kind: KINDS[kind] ?? 'text', depth: this.#depth });
      this.#kindDepth = this.#depth;
    }
    if ((traits & IS_UNSEEN) !== 0) this.#unseenFrom = this.#depth;
  }

  attribute(number: number, start: number, end: number): void {
    if (number >= PAGE_TEXT_ATTRIBUTES.length) return;
    if (number === NUMBERS.hidden || number === NUMBERS.style) {
      if (!this.#holds || this.#unseenFrom > 0) return;
      const value = this.#source.slice(start, end);
      if (number === NUMBERS.hidden ? value.toLowerCase() !== 'until-found' : HIDES.test(value)) {
        this.#endRun();
        this.#unseenFrom = this.#depth;
      }
    } else if (number === NUMBERS['data-nosnippet']) {
      if (!this.#holds || this.#withheldFrom > 0) return;
      this.#endRun();
      this.#withheldFrom = this.#depth;
    } else if (this.#isRead && this.#starts[number] === -1) {
      this.#starts[number] = start;
      this.#ends[number] = end;
    }
  }

  opened(): void {
    if (!this.#isRead) return;
    switch (this.#element) {
      case 'a':
        this.#openLink();
        break;
      case 'base':
        this.#baseHref ??= this.#attribute('href');
        break;
      case 'meta':
        this.#videos.addMeta(
          (this.#attribute('property') ?? this.#attribute('name') ?? '').toLowerCase(),
          this.#attribute('content') ?? '',
        );
        break;
      case 'script':
        this.#isJsonLd = /^\s*application\/ld\+json\b/i.test(this.#attribute('type') ?? '');
        break;
      case 'iframe':
        this.#videos.addFrame(this.#attribute('src') ?? '');
        break;
      case 'template':
        // The content of a shadow root is shown.
        if (this.#starts[NUMBERS.shadowrootmode] !== -1 && this.#unseenFrom === this.#depth)
          this.#unseenFrom = 0;
        break;
      default:
    }
    this.#starts.fill(-1);
  }

  text(start: number, end: number): void {
    if (this.#unseenFrom > 0) {
      if (this.#isJsonLd) this.#videos.addJsonLd(this.#source.slice(start, end));
      return;
    }
    if (this.#characters >= MAX_CHARACTERS) return;
    if (this.#run === '' && (this.#link?.text ?? '') === '' && isBlank(this.#source, start, end)) return;
    for (let at = start; at < end; at += MAX_RUN) {
      const text = this.#source.slice(at, Math.min(end, at + MAX_RUN));
      if (this.#link !== null && this.#link.text.length < MAX_RUN) this.#link.text += text;
      this.#run += text;
      if (this.#run.length > MAX_RUN) this.#endRun();
    }
  }

  close(name: string, element: number): void {
    if (((TRAITS[element] ?? 0) & IS_INLINE) === 0) this.#endRun();
    if (this.#unseenFrom === this.#depth) this.#unseenFrom = 0;
    if (this.#withheldFrom === this.#depth) {
      this.#endRun();
      this.#withheldFrom = 0;
    }
    if (this.#kindDepth === this.#depth) {
      this.#kinds.pop();
      this.#kindDepth = this.#kinds.at(-1)?.depth ?? 0;
    }
    this.#depth -= 1;
    if (name === 'script') this.#isJsonLd = false;
    else if (name === 'a') this.#endLink();
  }

  result(): PageText {
    this.#endRun();
    return {
      blocks: this.#blocks,
      links: this.#links,
      baseHref: this.#baseHref,
      videos: this.#videos.videos(),
    };
  }

  #attribute(name: Attribute): string | null {
    const start = this.#starts[NUMBERS[name]] ?? -1;
    return start === -1 ? null : decodeAttribute(this.#source.slice(start, this.#ends[NUMBERS[name]]));
  }

  #openLink(): void {
    const href = (this.#attribute('href') ?? '').trim();
    if (href === '' || href.startsWith('#') || this.#links.length === MAX_LINKS || this.#unseenFrom > 0)
      return;
    this.#link = { href, isUnfollowed: UNFOLLOWED.test(this.#attribute('rel') ?? ''), text: '' };
  }

  #endLink(): void {
    const link = this.#link;
    this.#link = null;
    if (link === null) return;
    const text = foldWhiteSpace(decodeText(link.text)).slice(0, MAX_LINK_TEXT).toWellFormed();
    if (text !== '') this.#links.push({ ...link, text });
  }

  #endRun(): void {
    if (this.#run === '') return;
    const text = foldWhiteSpace(decodeText(this.#run)).toWellFormed();
    this.#run = '';
    if (text === '' || this.#blocks.length === MAX_BLOCKS) return;
    const left = MAX_CHARACTERS - this.#characters;
    this.#characters += text.length;
    this.#blocks.push({
      kind: this.#kinds.at(-1)?.kind ?? 'text',
      text: text.length > left ? text.slice(0, left).toWellFormed() : text,
      isWithheld: this.#withheldFrom > 0,
    });
  }
}
