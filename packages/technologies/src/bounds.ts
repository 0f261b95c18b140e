import type { SourceLayout, TechnologySignals } from '@sitegrep/site';
import { readLayout } from './document.ts';

/**
 * How much of a page is looked at. Most expressions are bounded in what they repeat, so their time grows with these
 * lengths; what lies beyond a bound is as if it were not there.
 */
export const BOUNDS = {
  /** Characters of the source. */
  html: 4 * 1024 * 1024,
  /** Characters of all inline scripts together, and of the visible text, the style elements and robots.txt. */
  scripts: 4 * 1024 * 1024,
  text: 1024 * 1024,
  css: 1024 * 1024,
  robots: 64 * 1024,
  /** Script addresses, and characters of each. */
  scriptSrc: 1_000,
  address: 4_096,
  /** Values of one header, cookie, meta name or type of DNS record, and characters of each. */
  values: 50,
  value: 8_192,
} as const;

/** Values by name in lower case. */
type ValuesByName = ReadonlyMap<string, readonly string[]>;

/** The signals as patterns meet them: cut to the bounds, names in lower case. */
export interface BoundSignals {
  readonly url: string;
  readonly html: string;
  /** Of all inline scripts, joined by line ends; made when it is asked for. */
  readonly scripts: () => string;
  readonly scriptSrc: readonly string[];
  readonly text: string;
  readonly css: string;
  readonly robots: string;
  readonly certIssuer: string;
  readonly headers: ValuesByName;
  readonly cookies: ValuesByName;
  readonly meta: ValuesByName;
  readonly dns: ValuesByName;
  /** Where `scripts` comes from, for a reader that has `html` already. */
  readonly scriptPieces: readonly ScriptPiece[];
  /** Of `html`. */
  readonly layout: Pick<SourceLayout, 'depth' | 'parents' | 'startTags'>;
}

/** One inline script within all of them. */
interface ScriptPiece {
  /** Where it begins in `scripts`. */
  readonly start: number;
  readonly length: number;
  /** Where it begins in `html`, behind the end of the last one there; -1 if it isn't there in one piece. */
  readonly inHtml: number;
}

export function bindSignals(signals: TechnologySignals): BoundSignals {
  const pieces = piecesOf(signals);
  const html = signals.html.slice(0, BOUNDS.html);
  let scripts: string | null = null;
  const isWhole = html.length === signals.html.length;
  return {
    url: signals.url.slice(0, BOUNDS.address),
    html,
    scripts: () => (scripts ??= signals.scripts.slice(0, pieces.length).join('\n').slice(0, BOUNDS.scripts)),
    scriptSrc: signals.scriptSrc
      .slice(0, BOUNDS.scriptSrc)
      .map((address) => address.slice(0, BOUNDS.address)),
    text: signals.text.slice(0, BOUNDS.text),
    css: signals.css.slice(0, BOUNDS.css),
    robots: signals.robots.slice(0, BOUNDS.robots),
    certIssuer: signals.certIssuer.slice(0, BOUNDS.value),
    headers: byName(signals.headers),
    cookies: byName(signals.cookies),
    meta: byName(signals.meta),
    dns: byName(signals.dns),
    scriptPieces: pieces,
    layout: signals.layout !== undefined && isWhole ? signals.layout : readLayout(html),
  };
}

function piecesOf({ html, scripts, layout }: TechnologySignals): readonly ScriptPiece[] {
  const pieces: ScriptPiece[] = [];
  let start = 0;
  let end = 0;
  for (const [index, { length }] of scripts.entries()) {
    if (start >= BOUNDS.scripts) break;
    const inHtml = layout?.scripts[index] ?? -1;
    const isThere = inHtml >= end && inHtml + length <= Math.min(html.length, BOUNDS.html);
    if (isThere) end = inHtml + length;
    pieces.push({ start, length, inHtml: isThere ? inHtml : -1 });
    start += length + 1;
  }
  return pieces;
}

function byName(values: Readonly<Record<string, readonly string[]>>): ValuesByName {
  const map = new Map<string, readonly string[]>();
  for (const name of Object.keys(values)) {
    const key = name.toLowerCase();
    const list = (values[name] ?? []).slice(0, BOUNDS.values).map((value) => value.slice(0, BOUNDS.value));
    const known = map.get(key);
    map.set(key, known === undefined ? list : [...known, ...list].slice(0, BOUNDS.values));
  }
  return map;
}
