// Header fields whose values tell how a site is made or guarded, and are the same at each visit.

/** Their names, in lower case. Fields with dates, ids, nonces or states of caches are not among them. */
export const TELLING_FIELDS: ReadonlySet<string> = new Set(
  [
    // What serves the site.
    'server via x-powered-by powered-by x-generator x-powered-cms x-cms x-aspnet-version x-aspnetmvc-version',
    'x-turbo-charged-by x-shopify-stage x-hacker x-wix-renderer-server platform panel liferay-portal',
    'x-jenkins x-owa-version microsoftsharepointteamservices x-application-context x-redirect-by',
    // How it is guarded.
    'strict-transport-security x-frame-options x-content-type-options x-xss-protection referrer-policy',
    'permissions-policy feature-policy cross-origin-opener-policy cross-origin-embedder-policy',
    'cross-origin-resource-policy access-control-allow-origin access-control-allow-credentials',
    'access-control-allow-methods access-control-allow-headers x-permitted-cross-domain-policies',
    'x-download-options x-dns-prefetch-control origin-agent-cluster www-authenticate',
    // What it sends, and for how long it holds.
    'content-type content-language content-encoding x-robots-tag x-ua-compatible p3p',
    'cache-control pragma vary accept-ranges alt-svc',
  ].flatMap((line) => line.split(' ')),
);

/** Maximum characters of a value that tells something by itself. */
const MAX_LENGTH = 200;
/** Matches an id of a request or of a machine: `4f1c…`, `(lhd/35B3)`. */
const ID = /[0-9a-f]{16}|\([a-z]{3}\/[0-9A-F]{4}\)/;

/** Tells whether the value of a header field says something about the site, and not about the request. @param name in lower case */
export function isTelling(name: string, value: string): boolean {
  return TELLING_FIELDS.has(name) && value !== '' && value.length <= MAX_LENGTH && !ID.test(value);
}
