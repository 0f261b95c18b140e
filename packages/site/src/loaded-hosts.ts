// Hosts that the pages of a site name, and how they are written as labels.
import { registrableDomain } from './domain.ts';
import { compareCodePoints } from './order.ts';

/** Ways in which a page names a host, each with the letter that labels have for it. */
export const HOST_KINDS = {
  script: 's',
  style: 'c',
  image: 'i',
  frame: 'f',
  form: 'o',
  font: 'n',
  link: 'l',
  request: 'r',
} as const;
export type HostKind = keyof typeof HOST_KINDS;
export const HOST_KIND_NAMES = Object.keys(HOST_KINDS) as readonly HostKind[];

/** A host that a page names. */
export interface NamedHost {
  /** Lower case, in A-labels, without a dot at its end. */
  readonly host: string;
  /** Letters of `HOST_KINDS`, each once, in their order. */
  readonly kinds: string;
}

/** Letter of hosts of another registrable domain than that of the site. */
const THIRD_PARTY = 't';

/** What the label of a host says. */
export interface LabelledHost extends NamedHost {
  readonly isThirdParty: boolean;
}

/** A host with its parts in the reverse order, so that all subdomains of a domain begin alike: `com.example.cdn`. */
export function reversedHost(host: string): string {
  return host.split('.').reverse().join('.');
}

/** Label of a host of a site: the reversed host, a NUL, and letters. @param own registrable domain of the site */
export function hostLabel({ host, kinds }: NamedHost, own: string): string {
  const isThird = host !== own && (!host.endsWith(`.${own}`) || registrableDomain(host) !== own);
  return `${reversedHost(host)}\0${kinds}${isThird ? THIRD_PARTY : ''}`;
}

/** What a label of `hostLabel` says. */
export function hostOfLabel(label: string): LabelledHost {
  const end = label.indexOf('\0');
  const letters = label.slice(end + 1);
  const isThirdParty = letters.endsWith(THIRD_PARTY);
  return {
    host: reversedHost(label.slice(0, end)),
    kinds: isThirdParty ? letters.slice(0, -1) : letters,
    isThirdParty,
  };
}

/** Maximum hosts of a site, in code point order of their reversed names. */
const MAX_HOSTS = 1_000;

/** Hosts of pages, each once with all its kinds, in code point order of their reversed names. */
export function uniqueHosts(hosts: Iterable<NamedHost>): readonly NamedHost[] {
  const kindsOf = new Map<string, string>();
  for (const { host, kinds } of hosts) kindsOf.set(host, (kindsOf.get(host) ?? '') + kinds);
  return [...kindsOf]
    .map(([host, kinds]) => ({ reversed: reversedHost(host), host, kinds: inOrder(kinds) }))
    .sort((a, b) => compareCodePoints(a.reversed, b.reversed))
    .slice(0, MAX_HOSTS)
    .map(({ host, kinds }) => ({ host, kinds }));
}

/** Letters each once, in the order of `HOST_KINDS`. */
function inOrder(letters: string): string {
  return HOST_KIND_NAMES.map((kind) => HOST_KINDS[kind])
    .filter((letter) => letters.includes(letter))
    .join('');
}
