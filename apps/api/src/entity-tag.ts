/** Whether a client has the current version, by its If-None-Match (RFC 9110, 13.1.2). */
export function isStill(etag: string, known = ''): boolean {
  const current = weak(etag);
  return known
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || weak(tag) === current);
}

function weak(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`;
}
