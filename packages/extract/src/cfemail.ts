/** 320 characters is the longest address there is; one more byte is the key. */
const MAX_HEX_DIGITS = 2 * 321;

/**
 * Decodes an address protected by Cloudflare: hexadecimal bytes, each XORed with the first.
 *
 * @param hex value of `data-cfemail`, or the fragment of `/cdn-cgi/l/email-protection#…`
 * @returns null if it is not of that form
 */
export function decodeCloudflareEmail(hex: string): string | null {
  if (hex.length < 4 || hex.length % 2 !== 0 || hex.length > MAX_HEX_DIGITS || !/^[0-9a-f]+$/i.test(hex))
    return null;
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
}

/** The protected part of a link that Cloudflare put in place of a mailto: link. */
export function cloudflareLinkHex(href: string): string | null {
  if (!href.includes('/email-protection#')) return null;
  return /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)$/i.exec(href.slice(-MAX_HEX_DIGITS - 40))?.[1] ?? null;
}
