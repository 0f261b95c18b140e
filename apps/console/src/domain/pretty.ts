// Indents HTML for reading. It reads tags alone, and changes nothing but white space between them; scripts and styles in it may be
// indented by others.

import { tagFinder } from './html-tags.ts';

/** Elements that have no end tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements whose content is not HTML, or whose white space counts. */
const RAW = /^(?:script|style|pre|textarea|title|noscript|template)$/;

export const INDENT = '  ';
const MAX_DEPTH = 60;

/**
 * Indents the content of a script or a style.
 *
 * @param depth of its lines
 * @returns null: it stays as it is
 */
export type IndentContent = (
  element: string,
  startTag: string,
  content: string,
  depth: number,
) => string | null;

export function pretty(source: string, indentContent: IndentContent = () => null): string {
  const lines: string[] = [];
  let depth = 0;
  let at = 0;
  const put = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed !== '') lines.push(INDENT.repeat(Math.min(depth, MAX_DEPTH)) + trimmed);
  };
  const tagFrom = tagFinder(source);
  for (let found = tagFrom(0); found !== null; found = tagFrom(at)) {
    const { start, element } = found;
    put(source.slice(at, start));
    at = found.end;
    const tag = source.slice(start, at);
    if (element === '' || VOID.test(element) || tag.endsWith('/>')) put(tag);
    else if (found.isEnd) {
      depth = Math.max(0, depth - 1);
      put(tag);
    } else if (RAW.test(element)) {
      const [contentEnd, end] = endsOf(source, element, at);
      const content = source.slice(at, contentEnd);
      const isIndentable = element === 'script' || element === 'style';
      const indented = isIndentable
        ? indentContent(element, tag, content, Math.min(depth, MAX_DEPTH) + 1)
        : null;
      if (indented === null) put(source.slice(start, end));
      else {
        put(tag);
        if (indented.trim() !== '') lines.push(indented.trimEnd());
        put(source.slice(contentEnd, end));
      }
      at = end;
    } else {
      put(tag);
      depth += 1;
    }
  }
  put(source.slice(at));
  return lines.join('\n');
}

/** Positions of the end tag of an element and after it; those of the end of the text if there is none. */
function endsOf(source: string, element: string, from: number): readonly [start: number, end: number] {
  const tag = new RegExp(`</${element}`, 'gi');
  tag.lastIndex = from;
  const start = tag.exec(source)?.index ?? -1;
  const end = start === -1 ? -1 : source.indexOf('>', start);
  return end === -1 ? [source.length, source.length] : [start, end + 1];
}
