import { normalizeEncoding } from '@exodus/bytes/encoding.js';

/** Bytes of a page that browsers wait for before they read it, as in the HTML standard. */
export const PRESCAN_BYTES = 1_024;

/**
 * The encoding a page declares in its first 1,024 bytes: `<meta charset>`, `<meta http-equiv=content-type>`, else the
 * XML declaration. Follows the HTML standard's "prescan a byte stream to determine its encoding"
 * (https://html.spec.whatwg.org/multipage/parsing.html): comments are skipped, a declared UTF-16 means UTF-8, and
 * x-user-defined means windows-1252.
 *
 * @returns an encoding's lower-case WHATWG name, or null if none is declared
 */
export function prescanEncoding(body: Uint8Array): string | null {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, PRESCAN_BYTES)).toString(
    'latin1',
  );
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  return metaEncoding(head) ?? xmlEncoding(head);
}

/** The first declaration of a `meta` element. */
function metaEncoding(head: string): string | null {
  let at = 0;
  while ((at = head.indexOf('<', at)) !== -1) {
    if (head.startsWith('<!--', at)) {
      // The two dashes at the start of a comment can also end it.
      const end = head.indexOf('-->', at + 2);
      if (end === -1) return null;
      at = end + 3;
    } else if (/^<meta[\t\n\f\r /]/i.test(head.slice(at, at + 6))) {
      const { attributes, end } = readAttributes(head, at + 5);
      // A tag that does not end declares nothing: its last value can be incomplete.
      if (end === head.length) return null;
      const encoding = declaredByMeta(attributes);
      if (encoding !== null) return encoding;
      at = end;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) {
      at = readAttributes(head, endOfTagName(head, at + 1)).end;
    } else if (/^<[!/?]/.test(head.slice(at, at + 2))) {
      const end = head.indexOf('>', at);
      if (end === -1) return null;
      at = end + 1;
    } else {
      at += 1;
    }
  }
  return null;
}

function declaredByMeta(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return declaredAs(charset);
  const content = attributes.get('content');
  if (content === undefined || attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  return declaredInContent(content);
}

/** The HTML standard's "extracting a character encoding from a meta element". Only the first `charset=` counts. */
export function declaredInContent(content: string): string | null {
  const start = /charset[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(content);
  if (start === null) return null;
  const value = content.slice(start.index + start[0].length);
  const match = /^(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/.exec(value);
  const label = match?.[1] ?? match?.[2] ?? match?.[3];
  return label === undefined ? null : declaredAs(label);
}

/** `<?xml version="1.0" encoding="…"?>` at the very start. */
function xmlEncoding(head: string): string | null {
  const match = /^<\?xml[^>]*?[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*(?:"([^">]*)"|'([^'>]*)')[^>]*>/.exec(
    head,
  );
  const label = match?.[1] ?? match?.[2];
  return label === undefined ? null : declaredAs(label);
}

/** The encoding that a label means in a document whose start could be read as ASCII. */
export function declaredAs(label: string): string | null {
  const encoding = normalizeEncoding(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

const SPACE = /[\t\n\f\r ]/;

function endOfTagName(head: string, start: number): number {
  let at = start;
  while (at < head.length && !/[\t\n\f\r />]/.test(head.charAt(at))) at += 1;
  return at;
}

/** The standard's "get an attribute", until the tag ends. The first of two attributes with one name counts. */
function readAttributes(head: string, start: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    while (at < head.length && /[\t\n\f\r /]/.test(head.charAt(at))) at += 1;
    if (at >= head.length || head.charAt(at) === '>') return { attributes, end: at };
    const nameStart = at;
    while (
      at < head.length &&
      !/[\t\n\f\r />]/.test(head.charAt(at)) &&
      (head.charAt(at) !== '=' || at === nameStart)
    )
      at += 1;
    const name = head.slice(nameStart, at).toLowerCase();
    while (SPACE.test(head.charAt(at))) at += 1;
    let value = '';
    if (head.charAt(at) === '=') {
      at += 1;
      while (SPACE.test(head.charAt(at))) at += 1;
      const quote = head.charAt(at);
      if (quote === '"' || quote === "'") {
        const close = head.indexOf(quote, at + 1);
        // The value is truncated, so it is not known.
        if (close === -1) return { attributes, end: head.length };
        value = head.slice(at + 1, close);
        at = close + 1;
      } else {
        const valueStart = at;
        while (at < head.length && !/[\t\n\f\r >]/.test(head.charAt(at))) at += 1;
        value = head.slice(valueStart, at);
      }
    }
    if (!attributes.has(name)) attributes.set(name, value);
  }
}
