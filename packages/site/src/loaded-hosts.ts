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
export const THIRD_PARTY = 't';

/** A host as its label describes it. */
export interface LabelledHost extends NamedHost {
  readonly isThirdParty: boolean;
}

/** A host with its parts in the reverse order, so that all subdomains of a domain begin alike: `com.example.cdn`. */
export function reversedHost(host: string): string {
  let reversed = '';
  let end = host.length;
  for (let dot = host.lastIndexOf('.'); dot !== -1; dot = host.lastIndexOf('.', end - 1)) {
    reversed += `${host.slice(dot + 1, end)}.`;
    end = dot;
    if (dot === 0) break;
  }
  return reversed + host.slice(0, end);
}

/** Label of a host of a site: the reversed host, a NUL, and letters. @param own registrable domain of the site */
export function hostLabel({ host, kinds }: NamedHost, own: string): string {
  const isThird = host !== own && (!host.endsWith(`.${own}`) || registrableDomain(host) !== own);
  return `${reversedHost(host)}\0${kinds}${isThird ? THIRD_PARTY : ''}`;
}

/** The host of a label of `hostLabel`. */
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

/** Maximum hosts that a page or a site names by links alone, and maximum others, each in code point order of their reversed names. */
export const MAX_HOSTS = 1_000;

/**
 * Hosts of pages, each once with all its kinds, in code point order of their reversed names: the first 1,000 that are loaded or
 * sent to, and the first 1,000 that are linked to. So those of links never take the place of others, and hosts may be united in
 * any order.
 */
export function uniqueHosts(hosts: Iterable<NamedHost>): readonly NamedHost[] {
  const kindsOf = new Map<string, string>();
  for (const { host, kinds } of hosts) {
    const before = kindsOf.get(host);
    kindsOf.set(host, before === undefined ? kinds : before + kinds);
  }
  let [used, linked] = [0, 0];
  return [...kindsOf]
    .map(([host, kinds]) => ({ reversed: reversedHost(host), host, kinds }))
    .sort((a, b) => compareCodePoints(a.reversed, b.reversed))
    .flatMap(({ host, kinds }) => {
      const letters = LETTERS.filter(
        (letter) => kinds.includes(letter) && (letter === LINK ? linked : used) < MAX_HOSTS,
      );
      if (letters.length === 0) return [];
      if (letters.includes(LINK)) linked++;
      if (letters.length > 1 || letters[0] !== LINK) used++;
      return [{ host, kinds: letters.join('') }];
    });
}

const LETTERS = Object.values(HOST_KINDS);
const LINK = HOST_KINDS.link;
