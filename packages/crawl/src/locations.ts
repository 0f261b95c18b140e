// References in header fields: the octets after which the target of a redirect or a refresh is requested.

/**
 * The URL that a reference in a header field leads to. Octets that are not ASCII are percent-encoded one by one, as they
 * came: the field has no encoding, and the server that wrote the reference reads these octets again.
 *
 * @param reference value of the field, one character for each octet
 * @returns null if it is no URL
 */
export function locationUrl(reference: string, base: URL): URL | null {
  return URL.parse(
    reference.replaceAll(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`),
    base.href,
  );
}
