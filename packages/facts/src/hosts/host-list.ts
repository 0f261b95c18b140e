import { copied } from '@sitegrep/html';
import {
  canonicalDomain,
  HOST_KIND_NAMES,
  HOST_KINDS,
  type HostKind,
  type NamedHost,
  uniqueHosts,
} from '@sitegrep/site';

/** Maximum different hosts that are told apart; a page has at most 20,000 links. */
const MAX_SEEN = 25_000;

/** A kind as a bit. */
export function hostKindBit(kind: HostKind): number {
  return 1 << HOST_KIND_NAMES.indexOf(kind);
}

/** Hosts with the kinds of what names them, in the order in which they were added. */
export class HostList {
  readonly #kinds = new Map<string, number>();

  /** @param kinds bits of `hostKindBit` */
  add(host: string, kinds: number): void {
    const before = this.#kinds.get(host);
    if (before === undefined) {
      if (this.#kinds.size < MAX_SEEN) this.#kinds.set(host, kinds);
    } else if ((before | kinds) !== before) this.#kinds.set(host, before | kinds);
  }

  /** The hosts as `uniqueHosts` gives them, but for that of the page itself, with and without `www.`. */
  named(pageUrl: string): readonly NamedHost[] {
    const own = canonicalDomain(pageUrl);
    return uniqueHosts(
      Array.from(this.#kinds, ([host, kinds]) => ({ host: copied(host), kinds: lettersOf(kinds) })).filter(
        ({ host }) => host !== own && host !== `www.${own}`,
      ),
    );
  }
}

/** Letters of all sets of kinds, by their bits. */
const LETTERS = Array.from({ length: 1 << HOST_KIND_NAMES.length }, (_, bits) =>
  HOST_KIND_NAMES.filter((_kind, index) => (bits & (1 << index)) !== 0)
    .map((kind) => HOST_KINDS[kind])
    .join(''),
);

function lettersOf(kinds: number): string {
  return LETTERS[kinds] ?? '';
}
