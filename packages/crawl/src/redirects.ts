import { escapedOctets } from '@sitegrep/http';
import { canonicalDomain, registrableDomain, type PageRefresh } from '@sitegrep/site';
import { final, type Failure } from './failure.ts';
import { fetchableUrl } from './links.ts';

/** An answer that redirects. */
export interface RedirectAnswer {
  readonly url: URL;
  readonly status: number;
  /** Location as received; null if the field is missing. */
  readonly location: string | null;
  /** The part of the page that leads there instead of Location; absent for Location. */
  readonly by?: PageRefresh['by'];
}

export type RedirectVerdict =
  | { readonly kind: 'follow'; readonly to: URL }
  /** The redirect is not followed; `to` is null if the target is not a URL. */
  | {
      readonly kind: 'stop';
      readonly to: string | null;
      readonly failure: Failure;
      /** Whether it leads back to where it came from, so that another address of the site may have the page. */
      readonly inCircle?: true;
    };

/** Name of a request, in the trail of those that redirected. @param cookieChanges changes of cookies before it */
export function trailEntry({ href }: URL, cookieChanges: number): string {
  return cookieChanges === 0 ? href : `${href} ${cookieChanges}`;
}

/** URLs with host names that none of these requests was for. @param requests as a trail has them */
export function underOtherNames(urls: readonly URL[], requests: readonly string[]): readonly URL[] {
  const requested = new Set(requests.map((request) => URL.parse(request)?.hostname));
  return urls.filter(({ hostname }) => !requested.has(hostname));
}

/** Whether a status redirects if a Location is there. 304 and 305 have no target that a crawler could follow. */
export function isRedirect(status: number): boolean {
  return (
    status === 300 || status === 301 || status === 302 || status === 303 || status === 307 || status === 308
  );
}

/**
 * Decides whether to follow a redirect: within the registrable domain of the site or of the redirecting URL, to no URL of
 * the trail, and up to `maxRedirects`.
 *
 * @param trail requests that led here, the answer's own last, as `trailEntry` names them
 * @param cookieChanges as they are now: with other cookies, a request for the same URL may have another answer
 */
export function judgeRedirect(
  answer: RedirectAnswer,
  trail: readonly string[],
  domain: string,
  maxRedirects: number,
  cookieChanges = 0,
): RedirectVerdict {
  const { url, status, location, by } = answer;
  if (location === null || location.trim() === '') {
    return {
      kind: 'stop',
      to: null,
      failure: withoutTarget(status),
    };
  }
  const how = by ?? status;
  const target = URL.parse(escapedOctets(location.trim()), url.href);
  const to = target === null ? null : fetchableUrl(target.href);
  if (to === null) {
    const failure = final(
      'http_error',
      `redirects to something that is not a web address (${how}): ${excerpt(location)}`,
    );
    return { kind: 'stop', to: target?.href ?? null, failure };
  }
  const owner = ownerOf(to);
  if (owner !== registrableDomain(domain) && owner !== ownerOf(url)) {
    const other = canonicalDomain(to.hostname) ?? to.hostname;
    return { kind: 'stop', to: to.href, failure: final('http_error', `redirects to ${other} (${how})`) };
  }
  if (trail.includes(trailEntry(to, cookieChanges))) {
    return {
      kind: 'stop',
      to: to.href,
      failure: final('http_error', `redirects in a circle, back to ${excerpt(to.href)}`),
      inCircle: true,
    };
  }
  if (trail.length > maxRedirects) {
    return { kind: 'stop', to: to.href, failure: final('http_error', `more than ${maxRedirects} redirects`) };
  }
  return { kind: 'follow', to };
}

/** The failure of a redirect that has neither a target nor a page. */
export function withoutTarget(status: number): Failure {
  return final('http_error', `answered ${status} without a target`);
}

function ownerOf(url: URL): string {
  return registrableDomain(canonicalDomain(url.hostname) ?? url.hostname);
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
