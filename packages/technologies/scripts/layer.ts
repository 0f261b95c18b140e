// Our own additions to the fetched set. The fetched file is never edited: the additions are applied when it is
// compiled, so an update keeps them.
import { readFileSync } from 'node:fs';
import { type Fingerprint, type Fingerprints, readFingerprints } from '../src/fingerprints.ts';

/**
 * Variables of scripts by technology that mean the technology wherever an inline script assigns or calls them. They are
 * names of `js` fingerprints, which need a browser.
 */
type Globals = Readonly<Record<string, readonly string[]>>;

export interface Layer {
  readonly globals: Globals;
}

const GLOBALS_FILE = new URL('../data/globals.json', import.meta.url);

export function readLayer(): Layer {
  return { globals: JSON.parse(readFileSync(GLOBALS_FILE, 'utf8')) as Globals };
}

/** The set that detection uses: the fetched one with our layer. */
export function readLayeredFingerprints(): Fingerprints {
  return withLayer(readFingerprints(), readLayer());
}

/** @throws Error if the layer names a technology that the set does not have */
export function withLayer(set: Fingerprints, { globals }: Layer): Fingerprints {
  const technologies: Record<string, Fingerprint> = { ...set.technologies };
  for (const [name, variables] of Object.entries(globals)) {
    const fingerprint = technologies[name];
    if (fingerprint === undefined) throw new Error(`globals.json: the set has no technology ${name}`);
    technologies[name] = {
      ...fingerprint,
      scripts: [...listOf(fingerprint.scripts), ...variables.map(globalPattern)],
    };
  }
  return { ...set, technologies, readsInlineAddresses: true };
}

function listOf(patterns: Fingerprint['scripts']): readonly string[] {
  if (patterns === undefined) return [];
  return typeof patterns === 'string' ? [patterns] : patterns;
}

/**
 * A pattern for inline scripts that assign a variable (`a = `, `window.a = `, `window['a'] = `), call it (`a(`, `new a(`),
 * or assign or call one of its members (`a.b = `, `a.push(`). What stands before the name cannot be part of an address.
 */
export function globalPattern(variable: string): string {
  const name = variable.replace(/\$/g, '\\$&');
  return `(?:^|[\\s;,({!|]|&&|window[.[]['"]?)${name}['"]?\\]? ?(?:=[^=]|\\(|\\.\\w{1,40} ?[=(])`;
}
