/** The number in the address of a Facebook page, which has had several forms. */
const FACEBOOK_ID =
  /^https:\/\/facebook\.com\/(?:profile\.php\?id=|(?:pages|people)\/[^/]+\/|p\/[^/]*?|[^/]*?-)?(\d{8,25})$/;

/**
 * A key that all addresses of one profile have in common: the case of letters does not tell profiles of a site apart, and the page
 * of a business at Facebook is its number, whatever name is before it.
 *
 * @param url canonical URL of a profile
 */
export function profileKey(url: string): string {
  const id = FACEBOOK_ID.exec(url)?.[1];
  return id === undefined ? url.toLowerCase() : `facebook ${id}`;
}
