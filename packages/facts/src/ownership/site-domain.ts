// The border of a site: what its owner registered, or got from a platform.
import { registrableDomain } from '@sitegrep/site';

/**
 * Domains under which platforms have a site for each of their customers. Those that the Public Suffix List has as private suffixes,
 * such as github.io and blogspot.com, are borders without being named here.
 */
const PLATFORMS: ReadonlySet<string> = new Set(
  (
    'angelfire.com bandcamp.com beehiiv.com bigcartel.com bravesites.com buzzsprout.com canalblog.com civicclerk.com eklablog.com fandom.com ' +
    'freshdesk.com granicus.com homestead.com iqm2.com jimdo.com jimdofree.com legistar.com libsyn.com livejournal.com medium.com ning.com ' +
    'novusagenda.com over-blog.com pbworks.com pixnet.net podbean.com primegov.com proboards.com skyrock.com squarespace.com substack.com ' +
    'tistory.com transistor.fm tripod.com tumblr.com typepad.com ucoz.com ucoz.net ucoz.ru webnode.com webs.com weebly.com wikidot.com ' +
    'wordpress.com zendesk.com'
  ).split(' '),
);

/** Subdomains that a platform has itself. */
const OWN = /^(?:www|m|[a-z]{2}|about|api|app|apps|blog|developers?|docs|forums?|help|news|status|support)$/;

/** The domain of the owner of a site: the registrable one, or that of a customer of a platform. @param host canonical */
export function siteDomain(host: string): string {
  const registrable = registrableDomain(host);
  if (host === registrable || !PLATFORMS.has(registrable)) return registrable;
  const customer = host.slice(0, -registrable.length - 1).replace(/^.*\./, '');
  return OWN.test(customer) ? registrable : `${customer}.${registrable}`;
}
