// Title, description, headings and visible text of a page, read by parse5 and not by the extraction that is measured.
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';

export interface ShownPage {
  readonly title: string;
  readonly description: string;
  /** Texts of `h1`, `h2` and `h3`, in order. */
  readonly headings: readonly string[];
  /** Visible text, headings included. */
  readonly text: string;
}

/** Elements whose content nobody sees. */
const UNSEEN: ReadonlySet<string> = new Set(
  'datalist embed head iframe math noembed noframes noscript object script style svg template textarea'.split(
    ' ',
  ),
);
/** Elements that may begin and end within a word. */
const WITHIN_WORDS: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code em font i ins mark q s small span strong sub sup tt u wbr'.split(' '),
);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3']);
const NOT_DISPLAYED = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

export function readShownPage(source: string): ShownPage {
  const document = parse(source);
  const headings: string[] = [];
  let [title, description]: (string | null)[] = [null, null];
  const stack: Tree.Node[] = [document];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('tagName' in node) {
      if (HEADINGS.has(node.tagName) && !isHidden(node)) headings.push(shownText(node));
      if (node.tagName === 'title' && node.namespaceURI.endsWith('xhtml')) title ??= shownText(node);
      if (node.tagName === 'meta' && attribute(node, 'name')?.toLowerCase() === 'description')
        description ??= foldSpace(attribute(node, 'content') ?? '');
      if (node.tagName !== 'head' && isUnseen(node)) continue;
    }
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) stack.push(child);
  }
  return {
    title: title ?? '',
    description: description ?? '',
    headings: headings.filter((heading) => heading !== ''),
    text: shownText(document),
  };
}

/** Visible text in a node, white space folded. Elements other than those within words separate words. */
function shownText(root: Tree.ParentNode): string {
  const parts: string[] = [];
  const stack: (Tree.Node | string)[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (node.nodeName === '#text' && 'value' in node) parts.push(node.value);
    else if ('childNodes' in node) {
      if (node !== root && 'tagName' in node && isUnseen(node)) continue;
      const border = WITHIN_WORDS.has(node.nodeName) ? '' : ' ';
      stack.push(border);
      for (const child of node.childNodes.toReversed()) stack.push(child);
      stack.push(border);
    } else parts.push(' ');
  }
  return foldSpace(parts.join(''));
}

function isUnseen(element: Tree.Element): boolean {
  return UNSEEN.has(element.tagName) || isHidden(element);
}

function isHidden(element: Tree.Element): boolean {
  return attribute(element, 'hidden') !== null || NOT_DISPLAYED.test(attribute(element, 'style') ?? '');
}

function attribute(element: Tree.Element, name: string): string | null {
  return element.attrs.find((each) => each.name === name)?.value ?? null;
}

function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
