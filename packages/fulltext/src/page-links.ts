// The links of a page as they go from the thread that reads it to the one that knows the other pages of its site.
import type { PageText } from '@sitegrep/html';

/** Parts texts; sources have none. */
const END = '\0';
/** Marks of links: to an address without a host; to one with a host, recommended or not. */
const NO_HOST = '/';
const FOLLOWED = '+';
const UNFOLLOWED = '-';

/** Address that names a host. */
const WITH_HOST = /^(?:https?:)?\/\//i;

/** A link of a page with its text. */
interface PackedLink {
  /** Its address as written. */
  readonly href: string;
  readonly text: string;
  readonly hasHost: boolean;
  readonly isUnfollowed: boolean;
}

interface PackedLinks {
  /** Value of `<base href>`; empty if there is none. */
  readonly baseHref: string;
  readonly links: readonly PackedLink[];
}

export function packLinks({ links, baseHref }: Pick<PageText, 'links' | 'baseHref'>): Uint8Array {
  if (links.length === 0) return new Uint8Array();
  const texts = links.map(({ href, text, isUnfollowed }) => {
    const mark = !WITH_HOST.test(href) ? NO_HOST : isUnfollowed ? UNFOLLOWED : FOLLOWED;
    return mark + href + END + text;
  });
  return Buffer.from(`${baseHref ?? ''}${END}${texts.join(END)}`);
}

/** @param onlyPointing whether links without a host, and those that the page does not recommend, are left out */
export function unpackLinks(packed: Uint8Array, onlyPointing: boolean): PackedLinks {
  const [baseHref = '', ...texts] = textOf(packed).split(END);
  const links: PackedLink[] = [];
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const marked = texts[at] ?? '';
    const mark = marked.charAt(0);
    if (onlyPointing && mark !== FOLLOWED) continue;
    links.push({
      href: marked.slice(1),
      text: texts[at + 1] ?? '',
      hasHost: mark !== NO_HOST,
      isUnfollowed: mark === UNFOLLOWED,
    });
  }
  return { baseHref, links };
}

/** The text of bytes in UTF-8. */
export function textOf(utf8: Uint8Array): string {
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length).toString();
}
