// Patterns for technologies that are at hosts of their own: a page that loads anything from such a host uses the technology.
import type { Fingerprint } from '../fingerprints.ts';

/** Elements that load something, without scripts, whose addresses have patterns of their own; and what they load it from. */
const LOADED: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'data-src', 'srcset', 'data-srcset'],
  iframe: ['src', 'data-src'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  embed: ['src'],
  input: ['src'],
  object: ['data'],
  form: ['action'],
  div: ['style'],
  section: ['style'],
  span: ['style'],
};
/** Links that load what they refer to. */
const LOADED_LINKS = [
  'link[rel~=stylesheet]',
  'link[rel~=preload]',
  'link[rel~=icon]',
  'link[rel~=manifest]',
];
const ATTRIBUTES = [...new Set([...Object.values(LOADED).flat(), 'href'])];

/**
 * A fingerprint of everything at these hosts and their subdomains.
 *
 * @param hosts with a part of a path or without, such as `www.facebook.com/plugins/`; `*` is any part of a host or path
 */
export function hostFingerprint(hosts: readonly string[]): Partial<Fingerprint> {
  const [domains, beginnings] = [
    hosts.filter((host) => !host.includes('/')),
    hosts.filter((host) => host.includes('/')),
  ];
  const locations = [
    ...(domains.length === 0 ? [] : [`(?:${domains.map(escaped).join('|')})(?=[/:?#\\s"')]|$)`]),
    ...beginnings.map(escaped),
  ].join('|');
  const at = `(?:[\\w.-]{1,80}\\.)?(?:${locations})`;
  const inAttribute = `(?:^|[\\s,("'])(?:https?:)?//${at}`;
  const selectors = hosts
    .map(longestPiece)
    .flatMap((piece) => [
      ...Object.entries(LOADED).flatMap(([element, names]) =>
        names.map((name) => `${element}[${name}*='${piece}' i]`),
      ),
      ...LOADED_LINKS.map((link) => `${link}[href*='${piece}' i]`),
    ]);
  const attributes = Object.fromEntries(ATTRIBUTES.map((name) => [name, inAttribute]));
  return {
    // The address that an inline script completes can begin within the host.
    scriptSrc: [`^(?:(?:https?:)?//)?\\.?${at}`],
    css: [`(?:url\\(|@import)\\s{0,4}["']?(?:https?:)?//${at}`],
    dom: { [[...new Set(selectors)].join(', ')]: { attributes } },
  };
}

function escaped(host: string): string {
  return host.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[\\w.-]{0,60}');
}

/** The longest part of a host without `*`. */
function longestPiece(host: string): string {
  return host.split('*').toSorted((a, b) => b.length - a.length)[0] ?? host;
}
