/** The bytes of a `data:` URL (RFC 2397); null if it is none. Its type does not count. */
export function dataUrlBytes(url: string): Buffer | null {
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma === -1) return null;
  const body = percentDecoded(url.slice(comma + 1));
  if (!/;\s*base64\s*$/i.test(url.slice(0, comma))) return body;
  return Buffer.from(body.toString('latin1'), 'base64');
}

function percentDecoded(text: string): Buffer {
  const parts = text.split(/%([0-9a-f]{2})/i);
  return Buffer.concat(parts.map((part, at) => Buffer.from(part, at % 2 === 1 ? 'hex' : 'utf8')));
}
