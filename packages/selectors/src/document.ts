import {
  type DefaultTreeAdapterTypes as Tree,
  defaultTreeAdapter,
  html,
  Parser,
  type TreeAdapter,
} from 'parse5';
import { MAX_DEPTH, MAX_NODES, MAX_SOURCE } from './bounds.ts';
import { TooMuchWork, Work } from './work.ts';

export type Element = Tree.Element;

/** The elements of a page. The content of `template` elements is not part of it, as in a browser. */
export interface HtmlDocument {
  readonly root: Tree.Document;
  /** Whether classes and ids ignore case, which follows from the doctype. */
  readonly isQuirky: boolean;
  /** Whether the whole source was read. Otherwise it is the beginning, up to a bound. */
  readonly isWhole: boolean;
}

/** UTF-16 units that the parser gets at a time. */
const CHUNK = 1 << 16;

/**
 * Builds the document of a source by the HTML standard, as if scripts were disabled, so that `noscript` elements have
 * elements. Time is linear in the source, and memory is bounded.
 *
 * @param onWork called every millisecond or so; it ends the work by throwing
 */
export function readDocument(source: string, onWork: () => void): HtmlDocument {
  const parser = new Parser<Tree.DefaultTreeAdapterMap>({
    scriptingEnabled: false,
    treeAdapter: boundedAdapter(new Work(MAX_NODES, () => undefined)),
  });
  const end = endOf(source);
  let isWhole = end === source.length;
  try {
    for (let at = 0; at < end; at += CHUNK) {
      onWork();
      parser.tokenizer.write(source.slice(at, Math.min(end, at + CHUNK)), false);
    }
    parser.tokenizer.write('', true);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    isWhole = false;
  }
  const root = parser.document;
  return { root, isQuirky: defaultTreeAdapter.getDocumentMode(root) === html.DOCUMENT_MODE.QUIRKS, isWhole };
}

/** The end of the part of a source that is read, which splits no pair of surrogates. */
function endOf(source: string): number {
  if (source.length <= MAX_SOURCE) return source.length;
  return (source.charCodeAt(MAX_SOURCE) & 0xfc00) === 0xdc00 ? MAX_SOURCE - 1 : MAX_SOURCE;
}

/** An adapter that counts nodes, and ends the parser where there are too many or they are nested too deeply. */
function boundedAdapter(nodes: Work): TreeAdapter<Tree.DefaultTreeAdapterMap> {
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      nodes.count(1);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    createCommentNode(data) {
      nodes.count(1);
      return defaultTreeAdapter.createCommentNode(data);
    },
    insertText(parent, text) {
      const last = parent.childNodes.at(-1);
      // The adapter adds a text to the one before it.
      if (last === undefined || !defaultTreeAdapter.isTextNode(last)) nodes.count(1);
      defaultTreeAdapter.insertText(parent, text);
    },
    insertTextBefore(parent, text, reference) {
      nodes.count(1);
      defaultTreeAdapter.insertTextBefore(parent, text, reference);
    },
    onItemPush() {
      depth++;
      if (depth > MAX_DEPTH) throw new TooMuchWork();
    },
    onItemPop() {
      depth--;
    },
  };
}
