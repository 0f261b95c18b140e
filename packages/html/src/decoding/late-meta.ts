import { NameTable } from '../parser/name-table.ts';
import { visitHtml } from '../parser/parser.ts';
import { declaredAs, declaredInContent, PRESCAN_BYTES } from './prescan.ts';
import { decodeAttribute } from '../text.ts';

/** Bytes of a page that are searched for a declaration; real pages have it in their first 100 KiB, if at all. */
const SEARCHED_BYTES = 256 * 1_024;

const ATTRIBUTES = new NameTable(['charset', 'content', 'http-equiv']);
/**
 * Whether a page can have a declaration. Most pages without one have none of this, which a simple search shows. It ends at
 * the next `<meta`, where another one begins, so that its time is linear.
 */
const MAY_DECLARE = /<meta[\t\n\f\r /](?:[^<]|<(?!meta[\t\n\f\r /]))*?charset/i;

/**
 * The encoding that a `meta` element declares after the first 1,024 bytes. Browsers start again with it when their parser
 * comes to the element (the HTML standard's "changing the encoding while parsing"). Unlike the prescan, the parser reads no
 * tags in scripts, styles and other raw text, and an unknown `charset` leaves a content type to count.
 *
 * @returns an encoding's lower-case WHATWG name, or null if none is declared
 */
export function lateMetaEncoding(body: Uint8Array): string | null {
  if (body.length <= PRESCAN_BYTES) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, SEARCHED_BYTES));
  const source = bytes.toString('latin1');
  return MAY_DECLARE.test(source) ? firstDeclaration(source) : null;
}

function firstDeclaration(source: string): string | null {
  let encoding: string | null = null;
  /** Attribute values of the meta element opened last, by number; null where they are not needed. */
  let values: (string | undefined)[] | null = null;
  visitHtml(
    source,
    {
      open: (name) => {
        values = encoding === null && name === 'meta' ? [] : null;
      },
      attribute: (name, start, end) => {
        if (values !== null) values[name] ??= decodeAttribute(source.slice(start, end));
      },
      opened: () => {
        if (values !== null) encoding = declaredByElement(values);
      },
      text: () => undefined,
      close: () => undefined,
    },
    ATTRIBUTES,
  );
  return encoding;
}

/** The encoding that a `meta` element declares by the HTML standard's rules for the "in head" insertion mode. */
function declaredByElement([charset, content, httpEquiv]: readonly (string | undefined)[]): string | null {
  const encoding = charset === undefined ? null : declaredAs(charset);
  if (encoding !== null || content === undefined || httpEquiv?.toLowerCase() !== 'content-type')
    return encoding;
  return declaredInContent(content);
}
