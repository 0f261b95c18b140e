// Hosts that the attributes of elements name, collected while the document is read. Links, scripts and frames that the reader of
// the document keeps are read afterwards (page-hosts.ts).
import { decodeAttribute, elementTable } from '@sitegrep/html';
import type { HostKind } from '@sitegrep/site';
import { visitCssReferences } from './css-hosts.ts';
import { HostList, hostKindBit } from './host-list.ts';
import { HostReader } from './read-host.ts';
import { visitSrcset } from './srcset.ts';

const [IS_MEDIUM, IS_FRAME, IS_FORM, IS_BUTTON, IS_PICTURE] = [1, 2, 4, 8, 16];
const ELEMENTS = elementTable([
  [IS_MEDIUM, ['img', 'image', 'source', 'video', 'audio', 'track', 'input']],
  [IS_FRAME, ['iframe', 'frame', 'embed', 'object']],
  [IS_FORM, ['form']],
  [IS_BUTTON, ['button', 'input']],
  [IS_PICTURE, ['image', 'feimage', 'feImage', 'use']],
]);

/** Which attribute of which elements names a host of which kind. */
type Reading = readonly [elements: number, kind: HostKind, form: 'address' | 'css' | 'set'];
const ANY = 0;
const READINGS: Readonly<Record<string, readonly Reading[]>> = {
  src: [
    [IS_MEDIUM, 'image', 'address'],
    [IS_FRAME, 'frame', 'address'],
  ],
  srcset: [[IS_MEDIUM, 'image', 'set']],
  'data-srcset': [[IS_MEDIUM, 'image', 'set']],
  poster: [[IS_MEDIUM, 'image', 'address']],
  background: [[ANY, 'image', 'address']],
  data: [[IS_FRAME, 'frame', 'address']],
  action: [[IS_FORM, 'form', 'address']],
  formaction: [[IS_BUTTON, 'form', 'address']],
  href: [[IS_PICTURE, 'image', 'address']],
  'xlink:href': [[IS_PICTURE, 'image', 'address']],
  style: [[ANY, 'image', 'css']],
};

/** Attributes that may name a host on elements other than links and scripts. */
export const HOST_ATTRIBUTES = [
  'srcset',
  'data-srcset',
  'poster',
  'background',
  'data',
  'action',
  'formaction',
] as const;

/** The readings of an attribute; null: it names none. @param delayed whether it has the address of what is loaded later */
export function readingsOf(attribute: string, delayed: boolean): readonly Reading[] | null {
  return READINGS[delayed ? 'src' : attribute] ?? null;
}

/** Maximum references of a page that are resolved as URLs, and of their characters. */
const MAX_UNREAD = 2_000;
const MAX_REFERENCE = 2_048;

/** A reference of which a host can only be read by resolving it. */
interface UnreadReference {
  readonly reference: string;
  readonly kind: number;
}

/** References of a page by their hosts, as far as these are known before its base URL is. */
export class NamedHosts {
  readonly list = new HostList();
  readonly reader = new HostReader();
  readonly unread: UnreadReference[] = [];
  /** Bits of the kinds of references that have the host of the base URL. */
  relative = 0;

  /** Adds a reference. @param isRaw whether it has character references */
  add(kind: number, text: string, start = 0, end = text.length, isRaw = false): void {
    const host = this.reader.read(text, start, end);
    if (typeof host === 'string') {
      if (host === '') this.relative |= kind;
      else this.list.add(host, kind);
    } else if (host === undefined && this.unread.length < MAX_UNREAD) {
      const reference = text.slice(start, Math.min(end, start + MAX_REFERENCE));
      this.unread.push({ reference: isRaw ? decodeAttribute(reference) : reference, kind });
    }
  }

  addCss(css: string): void {
    visitCssReferences(css, (kind, reference) => this.add(hostKindBit(kind), reference));
  }
}

/** Collects what attributes name. */
export class ElementHosts {
  readonly named = new NamedHosts();
  readonly #source: string;
  #element = 0;

  constructor(source: string) {
    this.#source = source;
  }

  open(element: number): void {
    this.#element = ELEMENTS[element] ?? 0;
  }

  attribute(readings: readonly Reading[], start: number, end: number): void {
    for (const [elements, kind, form] of readings) {
      if (elements !== ANY && (this.#element & elements) === 0) continue;
      const bit = hostKindBit(kind);
      if (form === 'address') this.named.add(bit, this.#source, start, end, true);
      else if (form === 'set')
        visitSrcset(decodeAttribute(this.#source.slice(start, end)), (address) =>
          this.named.add(bit, address),
        );
      else if (end - start >= MIN_STYLE) {
        const style = this.#source.slice(start, end);
        if (style.includes('//')) this.named.addCss(decodeAttribute(style));
      }
      return;
    }
  }
}

/** The shortest style with the address of a host: `a:url(//b.c)`. */
const MIN_STYLE = 12;
