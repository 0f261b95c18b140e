/** Hashes, ids, versions and times: strings that are long enough to identify something. */
const NAMES = /[0-9a-f]{8,}|[0-9]{4,}/gi;
const HEX = '0123456789abcdef';

interface Varied {
  readonly domain: string;
  readonly pages: readonly { readonly source: string }[];
}

/**
 * A site that is like another: its own domain, and in its sources every long number and hash another one of the same
 * length, as it would be on another site. All else stays, so that a term without such names stands on as many of the
 * variants as of the originals. The same `copy` gives the same variant.
 */
export function variantOf<D extends Varied>(document: D, copy: number): D {
  const [label = '', ...rest] = document.domain.split('.');
  const domain = [`${label}-v${copy}`, ...rest].join('.');
  let state = copy * 0x9e3779b1;
  const next = (bound: number): number => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
  const renamed = (name: string): string => {
    const digits = /^\d+$/.test(name) ? 10 : 16;
    return Array.from(name, () => HEX.charAt(next(digits))).join('');
  };
  const pages = document.pages.map((page) => ({ ...page, source: page.source.replace(NAMES, renamed) }));
  return { ...document, domain, pages };
}
