// The other sites that a page recommends. A link that shares the page, follows an account, credits a tool or leads on through
// a third party says nothing about the host that it names. The form of a link decides, not a list of hosts.
import { canonicalDomain, registrableDomain } from '@sitegrep/site';
import { ownBeginning, percentDecoded } from './links.ts';
import { isOfNetwork } from '../profiles/profile-urls.ts';

/** Another address within a link: that of the page in share links, that of the target in redirects. */
const CARRIES_ADDRESS = /[=/?](?:https?:\/|www\.)|=referr?er\b/i;
/** Addresses that share, bookmark or send something, also without what they share. */
const SHARES =
  /\/(?:share|sharer|sharing|share_\w+|sharearticle|intent|bookmark(?:let|s)?|submit|add_?to\w*|compose|send)(?=[/.?#]|$)|\/post(?=\?|$)/i;
/** Clicks and jumps that are counted. */
const COUNTED = /\/(?:ad)?(?:click|clk|jump|link|redir(?:ect)?|track)(?=[/.?;|])[^#]{0,200}[?=;|]/i;
/** Parameters for which a seller pays. */
const PAID =
  /[?&](?:aff(?:iliate)?(?:_?id)?=|partner_?id=|tag=[\w-]{2,40}-2\d|utm_medium=(?:affiliate|cpc|banner))/i;
/** Results of a search. */
const SEARCHES = /[?&](?:q|query|search)=/i;
/** Terms and privacy of services, which a page that uses them has to name. */
const LEGAL =
  /\/(?:[\w-]*privacy[\w-]*|policies|legal|terms(?:[-_](?:of|and)[-_]\w+)?|tos|licenses?|cookies?(?:[-_]policy)?|(?:ads?)?opt-?out|datenschutz\w*)(?=[/.?#]|$)/i;
/** Apps in stores, places on maps, plug-ins to install. */
const TOOLS =
  /\/(?:store\/apps|(?:[a-z]{2}\/)?app\/|apps?\/[^?#]{0,100}\bid\d{6}|maps?(?=[/?@#]|$)|flashplayer|get(?:flash|acrobat|reader))/i;
/** The same by their hosts, and feeds of the page, translators and validators. */
const TOOL_HOST =
  /^(?:(?:apps|itunes|play|maps|get|feeds?\d?|feedproxy|feedburner|translate|validator|jigsaw)\.|goo\.gl\/maps)/i;
/** Addresses that a service shortened: a few letters and a key. */
const SHORTENED = /^[\w-]{1,6}\.[a-z]{2,3}\/(?=[^/]*[A-Z\d])[\w-]{4,8}$/;
/** Files that are shown, not visited. */
const MEDIA = /\.(?:jpe?g|png|gif|webp|svg|mp[34]|css|js)(?:[?#]|$)/i;

/** Maximum characters of a link whose form is looked at. */
const MAX_FORM = 2_048;

/** Whether the form of an absolute link, with or without scheme, allows that it recommends its host. */
function recommends(href: string): boolean {
  const address = href.slice(0, MAX_FORM).replace(/^(?:https?:)?[\\/]{2}(?:www\.)?/i, '');
  if (TOOL_HOST.test(address) || SHORTENED.test(address)) return false;
  const path = percentDecoded(address.replace(/^[^/?#]*/, ''));
  if (path === '' || path === '/') return true;
  return ![CARRIES_ADDRESS, SHARES, SEARCHES, COUNTED, PAID, LEGAL, TOOLS, MEDIA].some((form) =>
    form.test(path),
  );
}

/** Maximum hosts per page. */
const MAX_HOSTS = 200;

/** Authority of a URL with or without scheme. */
const AUTHORITY = /^(?:https?:)?[\\/]{2}([^\\/?#]{1,500})(?![^\\/?#])/i;

/**
 * Hosts of other sites that a page links to and recommends, as canonical domains, in document order, unique, at most 200.
 * Names that are not public, such as `localhost`, and names of the page's own registrable domain are left out.
 *
 * @param hrefs of links that may recommend something, as written, trimmed
 * @param generators names of the software that made the page, of its metas; its own site is credited, not recommended
 * @param base base URL of relative references; if `<base>` names another site, they lead there
 */
export function linkedDomains(
  hrefs: Iterable<string>,
  pageUrl: string,
  base: string,
  generators: readonly string[] = [],
): readonly string[] {
  const own = registrableOf(pageUrl);
  const made = new Set(generators.flatMap((name) => name.toLowerCase().split(/[^a-z0-9]+/, 20)));
  const foreignBase = base === pageUrl || registrableOf(base) === own ? null : AUTHORITY.exec(base)?.[1];
  // A page has many links to few hosts.
  const seen = new Set<string>();
  const hosts = new Set<string>();
  const ownOrigin = ownBeginning(pageUrl);
  for (const href of hrefs) {
    if (href.startsWith(ownOrigin) || (foreignBase == null && !mayNameHost(href))) continue;
    const named = AUTHORITY.exec(href)?.[1];
    const authority = named ?? (foreignBase != null && isRelative(href) ? foreignBase : null);
    if (authority === null || seen.has(authority) || (named !== undefined && !recommends(href))) continue;
    seen.add(authority);
    const host = canonicalDomain(`http://${authority}/`);
    if (host === null || !/[.:]/.test(host) || isOfNetwork(host)) continue;
    const registrable = registrableDomain(host);
    if (registrable === own || made.has(registrable.replace(/\..*$/, ''))) continue;
    hosts.add(host);
    if (hosts.size === MAX_HOSTS) break;
  }
  return [...hosts];
}

/** Tells by its first two characters whether a link may name a host, with or without a scheme; false for nearly all that do not. */
function mayNameHost(href: string): boolean {
  const first = href.charCodeAt(0);
  return (first | 0x20) === 0x68 || ((first === 0x2f || first === 0x5c) && /^[\\/]{2}/.test(href));
}

function registrableOf(url: string): string | null {
  const host = canonicalDomain(url);
  return host === null ? null : registrableDomain(host);
}

/** Whether a reference has no scheme, unlike `mailto:` and others, which lead to no site. */
function isRelative(href: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(href);
}
