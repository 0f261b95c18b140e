import type { TechnologySignals } from '@sitegrep/site';
import { createDetector } from '../src/detector.ts';
import type { Fingerprints } from '../src/fingerprints.ts';
import { compileWithData } from '../src/compile/compiled.ts';
import { type Layer, staleRemovals, withLayer } from '../src/compile/layer.ts';

/** A check of the layer against its own examples. */
export interface LayerReview {
  /** Examples that the set with the layer gets wrong: `technology: `, what it finds or does not find, and the example. */
  readonly wrong: readonly string[];
  /** Entries whose examples the set alone gets right: upstream made them needless. */
  readonly needless: readonly string[];
  /** Removals of patterns that the set does not have any more. */
  readonly stale: readonly string[];
}

/**
 * Tries the examples of each entry with the set alone (which reads inline scripts as with the layer), and with the
 * layer.
 */
export function reviewLayer(set: Fingerprints, layer: Layer): LayerReview {
  const before = versionsBy(
    withLayer(set, { globals: layer.globals, fingerprints: newTechnologies(set, layer) }),
  );
  const after = versionsBy(withLayer(set, layer));
  const wrong: string[] = [];
  const needless: string[] = [];
  for (const [name, { found = [], notFound = [], versions = {} }] of Object.entries(layer.fingerprints)) {
    for (const example of found)
      if (!after(example).has(name)) wrong.push(`${name}: not found in ${example}`);
    for (const example of notFound) if (after(example).has(name)) wrong.push(`${name}: found in ${example}`);
    const ofPages = Object.entries(versions);
    for (const [example, version] of ofPages) {
      const shown = after(example).get(name);
      if (shown !== version) wrong.push(`${name}: version ${shown} in ${example}`);
    }
    const isRight =
      found.every((example) => before(example).has(name)) &&
      notFound.every((example) => !before(example).has(name)) &&
      ofPages.every(([example, version]) => before(example).get(name) === version);
    if (isRight && found.length + notFound.length + ofPages.length > 0) needless.push(name);
  }
  return { wrong, needless, stale: staleRemovals(set, layer) };
}

/** The technologies that the layer adds, without signs. */
function newTechnologies(set: Fingerprints, { fingerprints }: Layer): Layer['fingerprints'] {
  return Object.fromEntries(
    Object.entries(fingerprints).flatMap(([name, { reason, add }]) =>
      add?.cats === undefined || Object.hasOwn(set.technologies, name)
        ? []
        : [[name, { reason, add: { cats: add.cats } }] as const],
    ),
  );
}

/** The technologies of an example with their versions. */
function versionsBy(set: Fingerprints): (example: string) => ReadonlyMap<string, string | null> {
  const { detect } = createDetector(compileWithData(set).buffer);
  return (example) => new Map(detect(signalsOfExample(example)).map(({ name, version }) => [name, version]));
}

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

/** The signals of an example: a piece of HTML in plain notation. */
function signalsOfExample(html: string): TechnologySignals {
  const attribute = (tag: string, name: string): string =>
    new RegExp(`\\s${name}=["']([^"']*)["']`).exec(tag)?.[1] ?? '';
  const scripts = [...html.matchAll(SCRIPT)].map(([, tag = '', text = '']) => ({ tag, text }));
  const meta: Record<string, string[]> = {};
  for (const [tag] of html.matchAll(/<meta[^>]*>/g))
    meta[attribute(tag, 'name')] = [attribute(tag, 'content')];
  return {
    url: 'https://site.example/',
    html,
    headers: {},
    cookies: {},
    scriptSrc: scripts.map(({ tag }) => attribute(tag, 'src')).filter((address) => address !== ''),
    scripts: scripts.map(({ text }) => text).filter((text) => text !== ''),
    meta,
    text: '',
    css: [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('\n'),
    robots: '',
    certIssuer: '',
    dns: {},
    js: {},
    xhr: [],
  };
}
