// Reads what a page says to people: its headings and visible text in blocks, the texts of its links, and its videos.
import { NameTable } from '../parser/name-table.ts';
import { type HtmlVisitor, visitHtml } from '../parser/parser.ts';
import { decodeAttribute, decodeText, foldWhiteSpace } from '../text.ts';
import { isInline, UNSEEN } from '../visible-text.ts';
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

const ATTRIBUTES = new NameTable([
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
]);
type Attribute =
  | 'href'
  | 'rel'
  | 'hidden'
  | 'style'
  | 'shadowrootmode'
  | 'name'
  | 'property'
  | 'content'
  | 'type'
  | 'src'
  | 'data-nosnippet';

const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const UNFOLLOWED = /(?:^|\s)(?:nofollow|ugc|sponsored)(?=\s|$)/i;
const KINDS: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, 'heading'] as const),
  ['li', 'item'],
  ['dt', 'term'],
  ['dd', 'definition'],
  ['p', 'paragraph'],
]);
/** Elements whose attributes are read, besides those that may hide. */
const READ = new Set(['a', 'base', 'meta', 'script', 'iframe', 'template']);

/** Reads a decoded page. Work is linear in its length, whatever it contains. */
export function readPageText(source: string): PageText {
  const reader = new PageTextReader(source);
  visitHtml(source, reader, ATTRIBUTES);
  return reader.result();
}

class PageTextReader implements HtmlVisitor {
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
  /** Element opened last; empty if its attributes do not matter. */
  #element = '';
  #holds = false;
  readonly #attributes = new Map<Attribute, string>();
  #link: { readonly href: string; readonly isUnfollowed: boolean; text: string } | null = null;
  #isJsonLd = false;

  constructor(source: string) {
    this.#source = source;
  }

  open(name: string, holds: boolean): void {
    if (!isInline(name)) this.#endRun();
    this.#element = name;
    this.#holds = holds;
    if (!holds) return;
    this.#depth += 1;
    if (this.#unseenFrom > 0) return;
    const kind = KINDS.get(name);
    if (kind !== undefined) this.#kinds.push({ kind, depth: this.#depth });
    if (UNSEEN.has(name)) this.#unseenFrom = this.#depth;
  }

  attribute(number: number, start: number, end: number): void {
    const name = ATTRIBUTES.names[number] as Attribute;
    if (name === 'hidden' || name === 'style') {
      if (!this.#holds || this.#unseenFrom > 0) return;
      const value = this.#source.slice(start, end);
      if (name === 'hidden' ? value.toLowerCase() !== 'until-found' : HIDES.test(value)) {
        this.#endRun();
        this.#unseenFrom = this.#depth;
      }
    } else if (name === 'data-nosnippet') {
      if (!this.#holds || this.#withheldFrom > 0) return;
      this.#endRun();
      this.#withheldFrom = this.#depth;
    } else if (READ.has(this.#element) && !this.#attributes.has(name)) {
      this.#attributes.set(name, decodeAttribute(this.#source.slice(start, end)));
    }
  }

  opened(): void {
    switch (this.#element) {
      case 'a':
        this.#openLink();
        break;
      case 'base':
        this.#baseHref ??= this.#attributes.get('href') ?? null;
        break;
      case 'meta':
        this.#videos.addMeta(
          (this.#attributes.get('property') ?? this.#attributes.get('name') ?? '').toLowerCase(),
          this.#attributes.get('content') ?? '',
        );
        break;
      case 'script':
        this.#isJsonLd = /^\s*application\/ld\+json\b/i.test(this.#attributes.get('type') ?? '');
        break;
      case 'iframe':
        this.#videos.addFrame(this.#attributes.get('src') ?? '');
        break;
      case 'template':
        // The content of a shadow root is shown.
        if (this.#attributes.has('shadowrootmode') && this.#unseenFrom === this.#depth) this.#unseenFrom = 0;
        break;
      default:
    }
    this.#attributes.clear();
  }

  text(start: number, end: number): void {
    if (this.#unseenFrom > 0) {
      if (this.#isJsonLd) this.#videos.addJsonLd(this.#source.slice(start, end));
      return;
    }
    if (this.#characters >= MAX_CHARACTERS) return;
    for (let at = start; at < end; at += MAX_RUN) {
      const text = this.#source.slice(at, Math.min(end, at + MAX_RUN));
      if (this.#link !== null && this.#link.text.length < MAX_RUN) this.#link.text += text;
      this.#run += text;
      if (this.#run.length > MAX_RUN) this.#endRun();
    }
  }

  close(name: string): void {
    if (!isInline(name)) this.#endRun();
    if (this.#unseenFrom === this.#depth) this.#unseenFrom = 0;
    if (this.#withheldFrom === this.#depth) {
      this.#endRun();
      this.#withheldFrom = 0;
    }
    if (this.#kinds.at(-1)?.depth === this.#depth) this.#kinds.pop();
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

  #openLink(): void {
    const href = (this.#attributes.get('href') ?? '').trim();
    if (href === '' || href.startsWith('#') || this.#links.length === MAX_LINKS || this.#unseenFrom > 0)
      return;
    this.#link = { href, isUnfollowed: UNFOLLOWED.test(this.#attributes.get('rel') ?? ''), text: '' };
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
