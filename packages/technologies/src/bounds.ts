import type { TechnologySignals } from '@sitegrep/site';

/**
 * How much of a page is looked at. Most expressions are bounded in what they repeat, so their time grows with these
 * lengths; what lies beyond a bound is as if it were not there.
 */
export const BOUNDS = {
  /** Characters of the source. */
  html: 4 * 1024 * 1024,
  /** Characters of all inline scripts together. */
  scripts: 4 * 1024 * 1024,
  /** Script addresses, and characters of each. */
  scriptSrc: 1_000,
  address: 4_096,
  /** Values of one header, cookie or meta name, and characters of each. */
  values: 50,
  value: 8_192,
} as const;

/** The signals as patterns meet them: cut to the bounds, inline scripts in one text, cookie names in lower case. */
export interface BoundSignals {
  readonly url: string;
  readonly html: string;
  /** Joined by line ends. */
  readonly scripts: string;
  readonly scriptSrc: readonly string[];
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly cookies: ReadonlyMap<string, readonly string[]>;
  readonly meta: ReadonlyMap<string, readonly string[]>;
}

export function bindSignals(signals: TechnologySignals): BoundSignals {
  return {
    url: signals.url.slice(0, BOUNDS.address),
    html: signals.html.slice(0, BOUNDS.html),
    scripts: joinUpTo(signals.scripts, BOUNDS.scripts),
    scriptSrc: signals.scriptSrc
      .slice(0, BOUNDS.scriptSrc)
      .map((address) => address.slice(0, BOUNDS.address)),
    headers: byName(signals.headers),
    cookies: byName(signals.cookies),
    meta: byName(signals.meta),
  };
}

function joinUpTo(texts: readonly string[], limit: number): string {
  const parts: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (length >= limit) break;
    parts.push(text);
    length += text.length + 1;
  }
  return parts.join('\n').slice(0, limit);
}

function byName(values: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, readonly string[]>();
  for (const [name, list] of Object.entries(values)) {
    const key = name.toLowerCase();
    const all = [...(map.get(key) ?? []), ...list.slice(0, BOUNDS.values)].slice(0, BOUNDS.values);
    map.set(
      key,
      all.map((value) => value.slice(0, BOUNDS.value)),
    );
  }
  return map;
}
