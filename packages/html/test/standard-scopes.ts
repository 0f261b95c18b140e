import { type DefaultTreeAdapterMap, html, Parser, type Token } from 'parse5';
import type { SourceScope } from '../src/scopes/source-scopes.ts';

/** Start and end of each range, by scope. */
export type StandardScopes = Readonly<Record<SourceScope, [start: number, end: number][]>>;

const WITHOUT_TEXT = new Set(['style', 'iframe', 'noembed', 'noframes']);
/** An attribute with a value. */
const ATTRIBUTE =
  /[^\t\n\f\r =/>]+[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*))/dy;

/**
 * The ranges of all scopes by the tokens and open elements of parse5, which follows the HTML standard. Its offsets are wrong
 * in CDATA sections, around `</>`, at `</` and `<!` before a surrogate pair, and where the source ends within a tag or a comment.
 */
export function standardScopes(source: string): StandardScopes {
  const parser = new ScopeParser(source);
  parser.tokenizer.write(source, true);
  return parser.found;
}

class ScopeParser extends Parser<DefaultTreeAdapterMap> {
  readonly found: StandardScopes = {
    text: [],
    comment: [],
    inline: [],
    script: [],
    link: [],
    meta: [],
    title: [],
  };
  readonly #source: string;
  /** End of the last token: some tokens come again, for the next insertion mode. */
  #end = 0;

  constructor(source: string) {
    super({ sourceCodeLocationInfo: true, scriptingEnabled: false });
    this.#source = source;
  }

  override onStartTag(token: Token.TagToken): void {
    const [start, end] = offsetsOf(token);
    if (this.#isNew(end)) {
      if (token.tagName === 'meta') this.found.meta.push([start, end]);
      else if (token.tagName === 'script') this.#addAddress(token, 'src', 'script');
      else if (['a', 'area', 'link'].includes(token.tagName)) this.#addAddress(token, 'href', 'link');
    }
    super.onStartTag(token);
  }

  override onComment(token: Token.CommentToken): void {
    const [start, end] = offsetsOf(token);
    if (this.#isNew(end) && this.#source.startsWith('<!--', start) && token.data !== '') {
      const [close = ''] = /--!?>$/.exec(this.#source.slice(start, end)) ?? [];
      this.found.comment.push([start + 4, end - close.length]);
    }
    super.onComment(token);
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#addText(token);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#addText(token);
    super.onWhitespaceCharacter(token);
  }

  #isNew(end: number): boolean {
    const isNew = end > this.#end;
    if (isNew) this.#end = end;
    return isNew;
  }

  #addAddress(token: Token.TagToken, attribute: string, scope: SourceScope): void {
    const name = token.location?.attrs?.[attribute];
    if (name === undefined) return;
    ATTRIBUTE.lastIndex = name.startOffset;
    const value = ATTRIBUTE.exec(this.#source)
      ?.indices?.slice(1)
      .find((indices) => indices !== undefined);
    if (value !== undefined && value[1] > value[0]) this.found[scope].push([...value]);
  }

  #addText(token: Token.CharacterToken): void {
    const [start, end] = offsetsOf(token);
    const scope = this.#scopeOfText();
    if (!this.#isNew(end) || scope === null) return;
    const ranges = this.found[scope];
    const last = ranges.at(-1);
    if (last?.[1] === start) last[1] = end;
    else ranges.push([start, end]);
  }

  #scopeOfText(): SourceScope | null {
    const { items, stackTop } = this.openElements;
    const open = items.slice(0, stackTop + 1).filter((node) => 'tagName' in node);
    const isForeign = open.some(({ tagName }) => tagName === 'svg' || tagName === 'math');
    for (const { tagName, namespaceURI, attrs } of open.toReversed()) {
      if (WITHOUT_TEXT.has(tagName)) return null;
      if (tagName === 'script') return attrs.some(({ name }) => name === 'src') ? null : 'inline';
      if (tagName === 'title' && !isForeign && namespaceURI === html.NS.HTML) return 'title';
    }
    return 'text';
  }
}

function offsetsOf({ location }: Token.Token): readonly [start: number, end: number] {
  if (location === null || location === undefined) throw new Error('parse5 gave a token no location');
  return [location.startOffset, location.endOffset];
}
