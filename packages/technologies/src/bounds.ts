import type { SourceLayout, TechnologySignals } from '@sitegrep/site';
import { readLayout } from './document.ts';
import { firstUnit } from '@sitegrep/site/first-unit';
import { loadedAddresses } from '@sitegrep/site/loaded-addresses';

/**
 * Maximum sizes of the parts of a page that are searched. Most expressions have bounded repetitions, so their
 * time grows with these sizes. Anything beyond a bound is ignored.
 */
export const BOUNDS = {
  /** Maximum characters of the source. */
  html: 4 * 1024 * 1024,
  /**
   * Maximum characters of all inline scripts together, and of the visible text, the style elements and
   * robots.txt.
   */
  scripts: 4 * 1024 * 1024,
  text: 1024 * 1024,
  css: 1024 * 1024,
  robots: 64 * 1024,
  /** Maximum script addresses, and maximum characters of each. */
  scriptSrc: 1_000,
  address: 4_096,
  /** Maximum values of one header, cookie, meta name or type of DNS record, and maximum characters of each. */
  values: 50,
  value: 8_192,
  /** Maximum variables of scripts, several times as many as fingerprints name, and maximum requested hosts. */
  globals: 20_000,
  hosts: 1_000,
} as const;

/** Values by name. */
type ValuesByName = ReadonlyMap<string, readonly string[]>;

/** Signals as patterns are matched with them: truncated to the bounds, names in lower case except for variables. */
export interface BoundSignals {
  readonly url: string;
  readonly html: string;
  /** Inline scripts joined by line feeds; created when it is called first. */
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
  /** Values of variables by chain, one each. */
  readonly js: ValuesByName;
  /** Requested hosts, each with the slash that follows it in an address. */
  readonly xhr: readonly string[];
  /** Parts of `scripts` and their offsets in `html`. */
  readonly scriptPieces: readonly ScriptPiece[];
  /** Layout of `html`. */
  readonly layout: Pick<SourceLayout, 'depth' | 'parents' | 'startTags'>;
}

/** One inline script of a page. */
interface ScriptPiece {
  /** Offset in `scripts`. */
  readonly start: number;
  readonly length: number;
  /**
   * Offset in `html`, after the end of the previous script there; -1 if the script does not occur there as one
   * piece.
   */
  readonly inHtml: number;
}

/**
 * Truncates the signals of a page.
 *
 * @param readsInlineAddresses whether script addresses include those that inline scripts load, and inline scripts are
 *   programs only
 */
export function bindSignals(all: TechnologySignals, readsInlineAddresses = false): BoundSignals {
  const signals = readsInlineAddresses ? withoutData(all) : all;
  const pieces = piecesOf(signals);
  const html = signals.html.slice(0, BOUNDS.html);
  let scripts: string | null = null;
  const isComplete = html.length === signals.html.length;
  return {
    url: signals.url.slice(0, BOUNDS.address),
    html,
    scripts: () => (scripts ??= signals.scripts.slice(0, pieces.length).join('\n').slice(0, BOUNDS.scripts)),
    scriptSrc: (readsInlineAddresses
      ? [
          ...signals.scriptSrc,
          ...(signals.loaded ?? loadedAddresses(signals.scripts.slice(0, pieces.length))),
        ]
      : signals.scriptSrc
    )
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
    js: new Map(
      Object.entries(signals.js)
        .slice(0, BOUNDS.globals)
        .map(([chain, value]) => [chain, [value.slice(0, BOUNDS.value)]]),
    ),
    xhr: signals.xhr.slice(0, BOUNDS.hosts).map((host) => `${host.slice(0, BOUNDS.address)}/`),
    scriptPieces: pieces,
    layout: signals.layout !== undefined && isComplete ? signals.layout : readLayout(html),
  };
}

/** Data (JSON) or a template; programs do not begin like this. */
const DATA = /^\s*(?:\{\s*["}]|\[\s*["[{\d]|<(?!!--|!\[CDATA\[))/;

const OPENING: ReadonlySet<number> = new Set(Array.from('{[<', (character) => character.charCodeAt(0)));

function isData(script: string): boolean {
  return OPENING.has(firstUnit(script)) && DATA.test(script);
}

/** The signals without inline scripts that hold data: what they say of a technology is text. */
function withoutData(signals: TechnologySignals): TechnologySignals {
  const { scripts, layout } = signals;
  if (!scripts.some(isData)) return signals;
  const isProgram = scripts.map((script) => !isData(script));
  return {
    ...signals,
    scripts: scripts.filter((_, index) => isProgram[index]),
    ...(layout === undefined
      ? {}
      : { layout: { ...layout, scripts: layout.scripts.filter((_, index) => isProgram[index]) } }),
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
