// Indents HTML for reading. It reads tags alone, and changes nothing but white space between them.

/** Elements that have no end tag. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements whose content is not HTML, or whose white space counts. */
const RAW = /^(?:script|style|pre|textarea|title|noscript|template)$/;

const INDENT = '  ';
const MAX_DEPTH = 60;

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>|<![^>]*>/gi;

export function pretty(source: string): string {
  const lines: string[] = [];
  let depth = 0;
  let at = 0;
  const put = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed !== '') lines.push(INDENT.repeat(Math.min(depth, MAX_DEPTH)) + trimmed);
  };
  TAG.lastIndex = 0;
  for (let match = TAG.exec(source); match !== null; match = TAG.exec(source)) {
    const [tag, slash, name = ''] = match;
    put(source.slice(at, match.index));
    at = match.index + tag.length;
    const element = name.toLowerCase();
    if (name === '' || VOID.test(element) || tag.endsWith('/>')) put(tag);
    else if (slash === '/') {
      depth = Math.max(0, depth - 1);
      put(tag);
    } else if (RAW.test(element)) {
      const end = endOf(source, element, at);
      put(source.slice(match.index, end));
      at = end;
      TAG.lastIndex = end;
    } else {
      put(tag);
      depth += 1;
    }
  }
  put(source.slice(at));
  return lines.join('\n');
}

/** Position after the end tag of an element; that of the text if there is none. */
function endOf(source: string, element: string, from: number): number {
  const end = new RegExp(`</${element}[^>]*>`, 'gi');
  end.lastIndex = from;
  const match = end.exec(source);
  return match === null ? source.length : match.index + match[0].length;
}
